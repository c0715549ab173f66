import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { emptyFolder } from "./binary.js";
import { chatexport, terminal } from "./in-process.js";
import { sinkModule, sourceModule, writeFiles, writePackage } from "./invented-plugins.js";
import { chatexportWithout } from "./missing-packages.js";
import { expectValid } from "./schemas.js";
import { sourceNames } from "./source-names.js";

it("prints the sources, the sinks and what stands between, with their options", async () => {
  const { exitCode, stdout, stderr } = await chatexport(emptyFolder(), "plugins");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Sources.*\n {2}claude .*\nSinks.*\n {2}markdown .*\nBetween.*\n {2}redact /s,
  );
  expect(stdout).toMatch(/^ {4}markdown\.detail +How much .*, standard \(the default\) or full$/m);
  expect(stdout).toMatch(/^ {4}redact\.rule .*\(text, repeatable\)$/m);
  expect(stdout).toMatch(/^ +@chatexport\/source-cursor \d+\.\d+\.\d+$/m);
  expect(stderr).toContain("--option NAME.KEY=VALUE");
});

it("prints the same as JSON", async () => {
  const { exitCode, stdout, stderr } = await chatexport(emptyFolder(), "plugins", "--json");
  const plugins: { name: string; kind: string; options: unknown[] }[] = JSON.parse(stdout);
  expectValid("plugins", plugins);
  expect(plugins.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    ...sourceNames.map((name) => `source ${name}`),
    "sink claude",
    "sink codex",
    "sink copilot",
    "sink dataset",
    "sink gemini",
    "sink html",
    "sink jsonl",
    "sink markdown",
    "sink opencode",
    "sink parquet",
    "sink pi",
    "transform redact",
  ]);
  expect(plugins.find(({ name }) => name === "redact")?.options).toContainEqual({
    key: "allow",
    type: "string",
    multiple: true,
    description: expect.any(String),
  });
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
});

it.each([40, 80])("fits a terminal of %d columns", async (columns) => {
  const { ended, lines, written } = terminal(emptyFolder(), ["plugins"], { columns, rows: 200 });
  expect(await ended).toBe(0);
  const text = lines().join("\n");
  expect(text).toContain("cursor.cacheStorage");
  // A line that is too long would be broken by the terminal, and so be one that is not written.
  const pieces = stripVTControlCharacters(written()).split("\r\n");
  expect(pieces.map((line) => line.trimEnd()).filter((line) => line !== "")).toEqual(
    lines().filter((line) => line !== ""),
  );
});

it("says of a plugin that cannot be loaded why, prints the others, and ends with 1", () => {
  const { exitCode, stdout, stderr } = chatexportWithout(/sink-html/, "plugins");
  expect(stdout).toMatch(/^ {2}html +cannot be loaded: a part is missing$/m);
  expect(stdout).toContain("markdown.layout");
  expect(stderr).toContain("error: 1 plugin cannot be loaded: html.\n");
  expect(exitCode).toBe(1);

  const json = chatexportWithout(/sink-html/, "plugins", "--json", "--quiet");
  const plugins: { name: string; error?: string; version?: string }[] = JSON.parse(json.stdout);
  expectValid("plugins", plugins);
  const html = plugins.find(({ name }) => name === "html");
  expect(html?.error).toContain("is missing");
  expect(html).not.toHaveProperty("version");
  expect(json.stderr).toBe("error: 1 plugin cannot be loaded: html.\n");
  expect(json.exitCode).toBe(1);
});

describe("plugins of other people", () => {
  interface Listed {
    name: string;
    kind: string;
    word?: string;
    options?: { key: string }[];
    error?: string;
  }

  /** A folder in which some are installed, and one is a file. */
  function furnished(): string {
    const cwd = emptyFolder();
    const modules = join(cwd, "node_modules");
    const description = "Notes \u001b[31mof Acme";
    writePackage(modules, "@acme/chatexport-source-notes", sourceModule("notes"), { description });
    writePackage(modules, "chatexport-sink-plain", sinkModule("plain"));
    writePackage(modules, "@chatexport/source-claude", sourceModule("claude"));
    writePackage(modules, "chatexport-source-claude", sourceModule("claude"));
    writePackage(modules, "chatexport-helper", "");
    writeFiles(cwd, { "diary.mjs": sourceModule("diary"), "broken.mjs": "export default 5" });
    return cwd;
  }

  async function others(cwd: string, ...words: string[]): Promise<Listed[]> {
    const { stdout } = await chatexport(cwd, "plugins", "--json", ...words);
    const all: Listed[] = JSON.parse(stdout);
    expectValid("plugins", all);
    return all.filter((plugin) => "path" in plugin);
  }

  it("that are installed are printed with what their packages say", async () => {
    const cwd = furnished();
    const { stdout, stderr, exitCode } = await chatexport(cwd, "plugins");
    expect(stdout).toMatch(
      /^ {2}@acme\/notes +Notes of Acme\n +@acme\/chatexport-source-notes 1\.2\.3\n +\S*source-notes$/m,
    );
    expect(stdout).toMatch(/^Sinks.*^ {2}plain +chatexport-sink-plain 1\.2\.3$/ms);
    expect(stdout).not.toContain("helper");
    expect(stderr).toContain("chatexport plugins --from @acme/notes also lists its options.");
    expect(exitCode).toBe(0);
    expect(await others(cwd)).toEqual([
      {
        name: "notes",
        kind: "source",
        word: "@acme/notes",
        package: "@acme/chatexport-source-notes",
        version: "1.2.3",
        description: expect.any(String),
        path: join(cwd, "node_modules/@acme/chatexport-source-notes"),
      },
      expect.objectContaining({ name: "plain", kind: "sink", description: "" }),
    ]);
  });

  it("that are named have their options, also from a file of options", async () => {
    const cwd = furnished();
    const named = await others(cwd, "--from", "claude,@acme/notes,./diary.mjs", "--to", "plain");
    const facts = named.map(({ word, options = [] }) => [word, options.map(({ key }) => key)]);
    expect(facts).toEqual([
      ["@acme/notes", ["loud"]],
      ["./diary.mjs", ["loud"]],
      [undefined, ["mark"]],
    ]);
    writeFiles(cwd, { "chatexport.config.json": '{ "to": "plain", "from": "./diary.mjs" }' });
    const { stdout } = await chatexport(cwd, "plugins");
    expect(stdout).toMatch(
      /^ {2}\.\/diary\.mjs +\S*diary\.mjs\n {4}diary\.loud +Whether to shout/m,
    );
    expect(stdout).toMatch(/^ {4}plain\.mark +What stands before each text \(>\|-\)$/m);
  });

  it("that are none are named, and the program ends with 1", async () => {
    const cwd = furnished();
    const { stdout, stderr, exitCode } = await chatexport(cwd, "plugins", "--from", "./broken.mjs");
    expect(stdout).toMatch(/^ {2}\.\/broken\.mjs +\.\/broken\.mjs is not a plugin: .*\.$/m);
    expect(stdout).toContain("@acme/notes");
    expect(stderr).toContain("error: 1 plugin cannot be loaded: ./broken.mjs.\n");
    expect(exitCode).toBe(1);
    const unknown = await chatexport(cwd, "plugins", "--from", "nothing");
    expect(unknown).toMatchObject({ stdout: "", exitCode: 2 });
  });

  it("that cannot be made without an option show it", async () => {
    const cwd = emptyFolder();
    const needy = sourceModule("needy").replace(
      "=> ({",
      '=> { if (!loud) throw new Error("loud is missing"); return {',
    );
    writeFiles(cwd, { "needy.mjs": needy.replace(/\}\);\s*$/, "}; };") });
    const [plugin] = await others(cwd, "--from", "./needy.mjs");
    expect(plugin?.error).toContain("loud is missing");
    expect(plugin?.options).toHaveLength(1);
  });

  it("that are installed are offered by completion", async () => {
    const cwd = furnished();
    const sources = await chatexport(cwd, "__complete", "list", "--from", "");
    expect(sources.stdout.split("\n")).toContain("@acme/notes\tNotes of Acme");
    expect((await chatexport(cwd, "__complete", "--to=pl")).stdout).toBe("words\n--to=plain\t\n");
  });
});
