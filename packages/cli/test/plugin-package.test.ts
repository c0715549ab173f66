import type { Sink } from "@chatexport/core";
import { describe, expect, it } from "vitest";
import { createSink, createSource, readPackage } from "../src/host/plugins/plugin-package.js";

const options = {
  detail: { type: "string", values: ["standard", "full"], description: "How much to write" },
  toc: { type: "boolean", description: "Whether to write a table of contents" },
  tag: { type: "string", multiple: true, description: "Words to write on top" },
} as const;

const stub = { name: "stub", version: "1.0.0" };

/** A plugin that shows which options it was given. */
function pluginWith(fields: object = {}) {
  let given: unknown;
  const sink: Sink = {
    name: "stub",
    apiVersion: 1,
    extension: "txt",
    mediaType: "text/plain",
    keeps: new Set(),
    async *render() {},
  };
  const plugin = readPackage(stub, {
    options,
    default: (options: unknown) => {
      given = options;
      return { ...sink, ...fields };
    },
  });
  return { plugin, given: () => given };
}

function setting(key: string, value: string, plugin = "stub") {
  return { plugin, key, value };
}

describe("a plugin", () => {
  it("gets the settings that are for it, in the types that it names", () => {
    const { plugin, given } = pluginWith();
    const settings = [
      setting("toc", "true"),
      setting("tag", "a"),
      setting("tag", "b"),
      setting("detail", "full", "other"),
    ];
    createSink(plugin, settings, {});
    expect(given()).toEqual({ toc: true, tag: ["a", "b"] });
  });

  it("gets the shorthands that it knows, and its own settings win", () => {
    const { plugin, given } = pluginWith();
    createSink(plugin, [], { detail: "full", branches: "all" });
    expect(given()).toEqual({ detail: "full" });
    createSink(plugin, [setting("detail", "standard")], { detail: "full" });
    expect(given()).toEqual({ detail: "standard" });
  });

  it.each([
    [
      setting("tok", "x"),
      "unknown stub option 'tok' (did you mean 'toc'?); choose from detail, toc, tag.",
    ],
    [setting("toString", "x"), "unknown stub option 'toString'; choose from detail, toc, tag."],
    [setting("toc", "yes"), "unknown value of stub.toc 'yes'; choose from true, false."],
    [setting("detail", "ful"), "unknown value of stub.detail 'ful' (did you mean 'full'?)"],
  ])("refuses the setting %j", (wrong, sentence) => {
    expect(() => createSink(pluginWith().plugin, [wrong], {})).toThrow(sentence);
  });

  it("of another version of the interface is refused in one sentence", () => {
    expect(() => createSink(pluginWith({ apiVersion: 2 }).plugin, [], {})).toThrow(
      "stub has version 2 of the plugin interface and this chatexport has 1; install versions that fit each other.",
    );
  });

  it("is refused where it does not do what is needed", () => {
    const { plugin } = pluginWith();
    expect(() => createSource(plugin, [], {}, {})).toThrow(
      "stub is a sink, not a source: use --to.",
    );
    const inNoFunction = "stub is not a plugin: its default export is not a function.";
    expect(() => readPackage(stub, {})).toThrow(inNoFunction);
    expect(() => readPackage(stub, { default: {} })).toThrow(inNoFunction);
  });

  it.each([
    [{ render: undefined }, "it has no render"],
    [{ keeps: ["files"] }, "its keeps is not a Set"],
    [{ mediaType: undefined }, "it has no mediaType"],
    [{ extension: "../txt" }, "'../txt' cannot be the extension of a file"],
    [{ layout: "flat" }, "there is no layout 'flat'"],
    [{ apiVersion: undefined }, "it has no apiVersion"],
  ])("is refused as a sink with %j", (fields, fault) => {
    expect(() => createSink(pluginWith(fields).plugin, [], {})).toThrow(
      `stub is not a sink: ${fault}.`,
    );
  });

  it.each([
    [5, "its export options is not an object"],
    [{ a: "b" }, "its option 'a' has no description"],
    [{ a: { type: "string" } }, "its option 'a' has no description"],
    [
      { a: { type: "number", description: "a" } },
      'its option \'a\' has another type than "string", "boolean" or "unified"',
    ],
    [
      { a: { type: "string", description: "a", values: "b" } },
      "its option 'a' has values that are not a list of texts",
    ],
  ])("is refused where its options are %j", (options, fault) => {
    expect(() => readPackage(stub, { default: () => ({}), options })).toThrow(
      `stub is not a plugin: ${fault}.`,
    );
  });

  it("has one name", () => {
    expect(() => createSink(pluginWith({ name: "other" }).plugin, [], {})).toThrow(
      "stub has the name 'other', which must be 'stub' like its package or file.",
    );
  });

  it("may be a CommonJS module that names its default", () => {
    const factory = () => ({});
    const inner = { __esModule: true, default: factory, options };
    for (const module of [{ default: inner }, { default: inner, options }])
      expect(readPackage(stub, module)).toMatchObject({ create: factory, options });
  });

  it("says itself what is wrong with its options", () => {
    const plugin = readPackage(stub, {
      default: () => {
        throw new Error("the width must be even");
      },
    });
    expect(() => createSink(plugin, [], {})).toThrow("stub: the width must be even");
  });
});
