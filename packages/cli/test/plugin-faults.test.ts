import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatexport as chatexportAnew, emptyFolder, type Outcome } from "./binary.js";
import { chatexport } from "./in-process.js";
import { sinkModule, sourceModule, writeFiles, writePackage } from "./invented-plugins.js";

/** Lists with a module as the source `notes`. */
function listWith(module: string, ...words: string[]): Promise<Outcome> {
  const cwd = emptyFolder();
  writeFiles(cwd, { "notes.mjs": module });
  return chatexport(cwd, "list", "--from", "./notes.mjs", ...words);
}

const whole = sourceModule("notes");

/** Modules that are no plugins, with what is said of them. */
const refused: [module: string, sentence: string][] = [
  ["export default 5", "is not a plugin: its default export is not a function."],
  ["export const notes = 5", "is not a plugin: its default export is not a function."],
  ["export default async () => ({})", "is not a source: its default export gives a promise."],
  ["export default () => {}", "is not a source: its default export gives no object."],
  ['export default () => ({ name: "notes" })', "is not a source: it has no apiVersion."],
  [
    'export default () => ({ name: "notes", apiVersion: 1, load() {} })',
    "is not a source: it has no stores, no list.",
  ],
  [
    sourceModule("notes", { version: 2 }),
    "has version 2 of the plugin interface and this chatexport has 1; install versions that fit each other.",
  ],
  ["export const options = 1; export default () => {}", "its export options is not an object."],
  ["export default () => (", "cannot be loaded: Unexpected end of input; node "],
  ['import "not-there"', "cannot be loaded: Cannot find package 'not-there' imported from "],
  ['import "node:nothing"', "cannot be loaded: No such built-in module: node:nothing; "],
  ['throw new Error("first\\nsecond")', "cannot be loaded: first; --verbose shows where."],
  ["throw null", "cannot be loaded: null."],
  ["throw Object.create(null)", "cannot be loaded: something was thrown that cannot be named."],
  [
    'export default () => new Proxy({}, { get() { throw new Error("trap"); } })',
    "is not a source: trap.",
  ],
  [whole.replace("apiVersion: 1", "apiVersion: Symbol()"), "is not a source: Cannot convert"],
  [
    'export const options = { get loud() { throw new Error("trap"); } }; export default () => {}',
    "is not a plugin: trap.",
  ],
];

describe("a plugin that is none is refused in one sentence", () => {
  it.each(refused.map(([module, sentence]) => [sentence, module]))(
    "%s",
    async (sentence, module) => {
      const { stdout, stderr, exitCode } = await listWith(module);
      expect(stderr).toMatch(/^error: \.\/notes\.mjs .*\.\n$/);
      expect(stderr).toContain(sentence);
      expect(stdout).toBe("");
      expect(exitCode).toBe(1);
    },
  );

  it("and says with --verbose where", async () => {
    const module = "function deep() {\n  throw new Error('broken');\n}\ndeep();";
    const { stderr } = await listWith(module, "--verbose");
    expect(stderr).toMatch(
      /^error: .* cannot be loaded: broken; .*\nError: broken\n +at deep .*:2:/,
    );
  });

  it("and says with --verbose where one fails that was taken", async () => {
    const module = `function deep() {\n  throw new Error("broken");\n}\n${whole}`;
    const failing = module.replace("async *list() {", "async *list() { deep();");
    expect((await listWith(failing, "--verbose")).stderr).toMatch(
      /^error: .* could not list its sessions: broken\. \[source-failed\]\n {4}at deep \(.*notes\.mjs:2:/m,
    );
    expect((await listWith(failing)).stderr).not.toMatch(/^ +at /m);
  });

  it("and keeps control characters from the terminal", async () => {
    const { stderr } = await listWith('throw new Error("\\u001b[31mred\\u202e")', "--verbose");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
    expect(stderr).not.toMatch(/\x1b|\u202e/);
  });

  it("and what it says about its options is wrong usage", async () => {
    const module = 'export default () => { throw new Error("the folder is missing"); }';
    const { stderr, exitCode } = await listWith(module);
    expect(stderr).toBe("error: ./notes.mjs: the folder is missing\n");
    expect(exitCode).toBe(2);
  });

  it.each([
    [
      { exports: undefined },
      "there is no index.js, and no package.json that names another module.",
    ],
    [{ exports: { "./part": "./lib/main.js" } }, 'No "exports" main defined in '],
    [{ exports: "./dist/index.js" }, "dist/index.js'; it may have to be built first."],
    [{ main: "./dist/index.js", exports: undefined }, "it may have to be built first."],
    [
      { exports: "./lib/main.js", engines: { node: ">=99.1" } },
      "it needs Node >=99.1, and this is ",
    ],
  ])("also as a package with %j", async (manifest, sentence) => {
    const cwd = emptyFolder();
    const modules = join(cwd, "node_modules");
    writePackage(modules, "chatexport-source-notes", 'import { none } from "node:fs";', manifest);
    const { stderr, exitCode } = await chatexport(cwd, "list", "--from", "notes");
    expect(stderr).toMatch(/^error: notes \(.*chatexport-source-notes\) cannot be loaded: .*\.\n$/);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(1);
  });

  it("also when it is in another language", async () => {
    const cwd = emptyFolder();
    writeFiles(cwd, { "notes.coffee": "-> 5" });
    const { stderr, exitCode } = await chatexport(cwd, "list", "--from", "./notes.coffee");
    expect(stderr).toMatch(
      /^error: .* cannot be loaded: this Node cannot run .*notes\.coffee; it has to be built first\.\n$/,
    );
    expect(exitCode).toBe(1);
  });

  it.each<[what: string, make: (path: string) => void]>([
    ["no JSON", (path) => writeFileSync(path, "{")],
    ["a folder", (path) => mkdirSync(path)],
    ["a link to itself", (path) => symlinkSync("package.json", path)],
    ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ])("also with a package.json that is %s", async (_, make) => {
    const cwd = emptyFolder();
    writeFiles(cwd, { "notes/index.js": whole });
    make(join(cwd, "notes/package.json"));
    // A process that reads the pipe stands still.
    const { stderr, exitCode } = await chatexportAnew(cwd, "list", "--from", "./notes");
    expect(stderr).toMatch(/package\.json cannot be read: .*\.\n$/);
    expect(exitCode).toBe(1);
  });
});

describe("a source that breaks while it works", () => {
  it.each([
    [
      "a list of rubbish",
      whole.replace("for (const id", "yield { id: 5 }; for (const id"),
      "malformed-ref",
    ],
    ["no list", whole.replace("async *list(", "list: () => 5, async *other("), "source-failed"],
    ["no places", whole.replace("return roots.map", "return 5; roots.map"), "source-failed"],
    [
      "a session of nothing",
      whole.replace("async load(", "async load() {}, load2("),
      "session-failed",
    ],
    ["rubbish for messages", whole.replace("messages: [", "messages: [null, "), "session-failed"],
  ])("is told by a diagnostic: %s", async (_, module, code) => {
    const cwd = emptyFolder();
    writeFiles(cwd, { "notes.mjs": module });
    const codes = new Set<string>();
    for (const line of [
      "list",
      "stats",
      "doctor",
      "search hello",
      "export --no-redact",
      "show 1111",
    ]) {
      const words = [...line.split(" "), "--from", "./notes.mjs"];
      const { stdout, stderr } = await chatexport(cwd, ...words, "--verbose");
      expect(stderr).not.toContain("should not have happened");
      for (const [found] of (stdout + stderr).matchAll(/\b[a-z]+-(?:ref|failed)\b/g))
        codes.add(found);
    }
    expect([...codes]).toContain(code);
  });

  it("or cannot be closed has done its work", async () => {
    const closing = 'close() { throw new Error("stuck"); }, async stores';
    const { stdout, stderr, exitCode } = await listWith(whole.replace("async stores", closing));
    expect(stdout).toContain("Of notes: one");
    expect(stderr).toBe("2 sessions\n");
    expect(exitCode).toBe(0);
  });
});

it.each([
  ["throws", 'throw new Error("no ink")'],
  ["yields no text", "yield 5"],
])("a document of a sink that %s is not written, and named", async (_, statement) => {
  const cwd = emptyFolder();
  const sink = sinkModule("plain").replace("yield title", `${statement}; yield title`);
  writeFiles(cwd, { "notes.mjs": whole, "plain.mjs": sink });
  const words = ["--from", "./notes.mjs", "--to", "./plain.mjs"];
  const exported = await chatexport(cwd, ...words);
  expect(exported.stderr).toMatch(
    /error: The plain document could not be written: .* \[document-failed\] ×2\n/,
  );
  expect(exported.exitCode).toBe(1);
  const shown = await chatexport(cwd, "show", "1111", ...words);
  expect(shown.stderr).toMatch(/error: The session could not be written: .* \[document-failed\]\n/);
  expect(shown.exitCode).toBe(1);
});
