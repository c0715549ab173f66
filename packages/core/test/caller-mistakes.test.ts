import { expect, test } from "vitest";
import {
  convert,
  DiagnosticError,
  listSessions,
  type Session,
  type SessionsOptions,
  type Source,
  sessions,
} from "../src/index.js";
import { sessionOf, sourceOf } from "./stubs.js";

const source = sourceOf("one", { a: sessionOf("a"), b: sessionOf("b") });

async function idsOf(options: SessionsOptions, sources: readonly Source[] = [source]) {
  const ids: string[] = [];
  for await (const { ref } of sessions(sources, options)) ids.push(ref.id);
  return ids;
}

const mistake = () => {
  throw new Error("my bug");
};

test.each([
  ["select", { select: mistake }],
  ["keep", { keep: mistake }],
  ["note", { note: mistake }],
  ["a transform", { transforms: [mistake] }],
])("what %s throws ends the work, with a report or without", async (_, options) => {
  await expect(idsOf(options)).rejects.toThrow("my bug");
  await expect(idsOf({ ...options, report: () => {} })).rejects.toThrow("my bug");
});

test.each([undefined, null, "masked"])("a transform that gives %s is refused", async (given) => {
  const transforms = [() => given as unknown as Session];
  await expect(idsOf({ transforms })).rejects.toThrow(
    `A transform gave ${given} in place of a session`,
  );
});

test.each([
  [() => source, "A source is what its factory returns: claude(), not claude"],
  [[source], "A source has the methods list and load, unlike a list"],
  [{ ...source, list: undefined }, "A source has the methods list and load, unlike this object"],
  ["claude", "A source has the methods list and load, unlike claude"],
  [{ ...source, apiVersion: 2 }, "The source one has apiVersion 2, and this is 1"],
])("no source is %o", async (given, message) => {
  const sources = [given as unknown as Source];
  await expect(idsOf({}, sources)).rejects.toThrow(new TypeError(message));
  await expect(listSessions(sources)).rejects.toThrow(new TypeError(message));
});

test("convert takes one source", async () => {
  const given = [source] as unknown as Source;
  const sink = { name: "none", apiVersion: 1, render: mistake } as never;
  await expect(convert(given, sink).next()).rejects.toThrow(
    "convert takes one source; sessions takes a list",
  );
});

const broken = sourceOf("one", { a: sessionOf("a"), b: new Error("torn"), c: new Error("gone") });

test("without a report, errors are thrown after everything that could be read", async () => {
  const read: string[] = [];
  const all = async () => {
    for await (const { ref } of sessions([broken])) read.push(ref.id);
  };
  const error = await all().catch((thrown: unknown) => thrown as AggregateError);
  expect(read).toEqual(["a"]);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({
    message: "The session could not be loaded: torn. And 1 more.",
    errors: [
      { code: "session-failed", diagnostic: { source: "one", session: "b" } },
      { code: "session-failed", diagnostic: { source: "one", session: "c" } },
    ],
  });
  expect((error as AggregateError).errors[0]).toBeInstanceOf(DiagnosticError);
});

test("with a report, errors are reported and not thrown", async () => {
  const codes: string[] = [];
  expect(await idsOf({ report: ({ code }) => codes.push(code) }, [broken])).toEqual(["a"]);
  expect(codes).toEqual(["session-failed", "session-failed"]);
});

test("a list without a report throws when a source cannot list", async () => {
  const list = () => {
    throw new Error("locked");
  };
  await expect(listSessions([{ ...source, list }])).rejects.toThrow(
    "The source one could not list its sessions: locked",
  );
});

test("who leaves the loop early is told of nothing", async () => {
  for await (const { ref } of sessions([broken])) {
    expect(ref.id).toBe("a");
    break;
  }
});
