import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { chatexport, emptyFolder } from "./binary.js";
import { chatexportWithout } from "./missing-packages.js";
import { expectValid } from "./schemas.js";
import { terminal } from "./terminal.js";

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
    "source claude",
    "source claude-ai",
    "source cursor",
    "source jsonl",
    "sink html",
    "sink jsonl",
    "sink markdown",
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
