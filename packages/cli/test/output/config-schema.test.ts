import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolKind } from "@chatexport/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { configSchema } from "../../src/host/config/config-schema.js";
import {
  type Config,
  defineConfig,
  type PluginModule,
} from "../../src/host/config/define-config.js";
import { listPlugins } from "../../src/host/plugins/list-plugins.js";
import type { optionTable } from "../../src/options/option-table.js";
import { homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { expectValid } from "../schemas.js";
import { sourceNames } from "../source-names.js";

/** A type in which everything that has a name is there. */
type Complete<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]-?: Complete<NonNullable<Value[Name]>> }
    : Value;

const common = { home: ".", roots: ["."] };

/** Sources, of which those that have no options of their own stay as they are here. */
const sources = Object.fromEntries(sourceNames.map((name) => [name, common])) as Record<
  Exclude<(typeof sourceNames)[number], "claude" | "claude-ai" | "codex" | "cursor" | "jsonl">,
  typeof common
>;

/** Every option that the types of a file know, so that the schema has to know them, too. */
const everything: Complete<Config> = {
  project: "*",
  session: "session-a",
  since: "2026-01-01",
  until: "2026-12-31T00:00:00Z",
  grep: "help",
  model: "claude*",
  all: true,
  role: ["user", "assistant"],
  tool: "execute",
  archived: false,
  empty: true,
  index: false,
  file: ["src/a.ts"],
  sessionsWithMatches: false,
  context: 2,
  shard: "3/64",
  prices: "prices.json",
  limit: 3,
  to: "markdown",
  out: "history",
  detail: "full",
  branches: "all",
  timezone: "local",
  reasoning: false,
  subagents: false,
  redact: true,
  redactPaths: true,
  redactPersonal: true,
  from: ["claude"],
  home: ".",
  root: ["."],
  dryRun: false,
  force: true,
  jobs: 2,
  json: true,
  schema: false,
  report: "report.json",
  strict: true,
  quiet: true,
  verbose: true,
  color: false,
  option: {
    ...sources,
    claude: {
      home: ".",
      roots: ".",
      memory: true,
      unowned: true,
      fileHistory: true,
      requestLog: true,
      empty: true,
      reasoning: "omit",
    },
    chatgpt: { home: ".", roots: ["."], empty: true },
    "claude-ai": { home: ".", roots: ["."], empty: true, memory: true },
    codex: { home: ".", roots: ["."], empty: true, reasoning: "text" },
    cursor: { home: ".", roots: ["."], cacheStorage: false, empty: true },
    html: {
      detail: "standard",
      branches: "active",
      timezone: "UTC",
      rehypePlugins: [],
      packagesFrom: ".",
    },
    jsonl: { home: ".", roots: ["."], dialect: "chatexport" },
    dataset: {
      ...{ dialect: "atif", split: "time", test: "20", outcome: ["committed"] },
      ...{ prompts: "2", calls: "3", license: "mit" },
    },
    kimi: { home: ".", roots: ["."], empty: true },
    opencode: { home: ".", roots: ["."], empty: true },
    openhands: { home: ".", roots: ["."], empty: true },
    parquet: { machine: "laptop" },
    markdown: {
      detail: "conversation",
      branches: "active",
      timezone: "Asia/Tokyo",
      layout: "file",
      profile: "context",
      remarkPlugins: [],
      packagesFrom: ".",
      bodies: "verbatim",
    },
    qoder: { home: ".", roots: ["."], empty: true },
    redact: {
      rule: "ticket=SHOP-\\d+",
      allow: ["SHOP-1"],
      word: ["Bluebird"],
      personal: true,
      paths: true,
    },
    "my-sink": { depth: 3, words: ["a", "b"] },
  },
};

/** The schema with the parts of it that a test looks into. */
interface ObjectSchema {
  properties: Record<string, ObjectSchema>;
}

describe("the schema of a file of options", () => {
  it("is made of the table of options and the plugins", async () => {
    const schema = configSchema(await listPlugins());
    // After a change: npx vitest run packages/cli/test/output/config-schema.test.ts -u
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      "../../schemas/config.schema.json",
    );
  });

  it("and the types know the same options, which the program takes", async () => {
    expectValid("config", { $schema: "config.schema.json", ...everything });
    const { properties } = configSchema(await listPlugins()) as unknown as ObjectSchema;
    const { option, ...others } = everything;
    expect(Object.keys(properties).sort()).toEqual(
      ["$schema", "option", ...Object.keys(others)].sort(),
    );
    for (const [name, plugin] of Object.entries(properties.option?.properties ?? {}))
      expect(Object.keys(option[name] ?? {}).sort()).toEqual(Object.keys(plugin.properties).sort());
  });

  it("knows plugins of unified with and without options", () => {
    const remarkPlugins = ["remark-toc", ["./mine.mjs", { depth: 2 }]] satisfies PluginModule[];
    expectValid("config", { option: { markdown: { remarkPlugins } } });
  });

  it("has the types of the values that the table has", () => {
    type OfContinue = "in" | "at" | "run";
    type OfEdits = "results" | "images" | "trimReasoning" | "before" | "every";
    type OfMove = "claudeOnly" | "cursorOnly" | "sessionsOnly" | "undo" | "yes";
    expectTypeOf<keyof Config>().toEqualTypeOf<
      Exclude<
        keyof typeof optionTable,
        "config" | "findConfig" | "list" | "watch" | OfContinue | OfEdits | OfMove
      >
    >();
    type Words<Name extends "detail" | "branches" | "role"> =
      (typeof optionTable)[Name]["values"][number];
    expectTypeOf<NonNullable<Config["detail"]>>().toEqualTypeOf<Words<"detail">>();
    expectTypeOf<NonNullable<Config["branches"]>>().toEqualTypeOf<Words<"branches">>();
    expectTypeOf<NonNullable<Config["role"]>>().toEqualTypeOf<Words<"role"> | Words<"role">[]>();
    expectTypeOf<(typeof optionTable)["tool"]["values"][number]>().toEqualTypeOf<ToolKind>();
    expectTypeOf<Config["limit"]>().toEqualTypeOf<number | undefined>();
  });

  it.each(["list", "export"])("describes what %s takes", async (command) => {
    const cwd = homeWith({ id: "session-a" });
    writeFileSync(join(cwd, "chatexport.config.json"), JSON.stringify(everything));
    expect(await chatexport(cwd, command)).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

describe("defineConfig", () => {
  it("gives back what it got, and knows what that may be", () => {
    const config = { from: "claude", limit: 1 };
    expect(defineConfig(config)).toBe(config);
    // @ts-expect-error an unknown option
    defineConfig({ limt: 1 });
    // @ts-expect-error an unknown value
    defineConfig({ detail: "ful" });
    // @ts-expect-error an unknown value of a plugin
    defineConfig({ option: { markdown: { layout: "fil" } } });
  });
});
