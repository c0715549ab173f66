import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenLinks } from "./links.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const path = join(root, "docs/remark-plugins.md");
const page = readFileSync(path, "utf8");
const home = join(root, "examples/home");
const program = join(root, "packages/cli/bin/chatexport.js");

/** A file that stands below its name, a command with a part of what it prints, or a program. */
const step =
  /`([\w.-]+)`\n\n```\w+\n(.*?)```\n|```sh\n(chatexport .*?)\n```\n(\n<!-- Printed [^>]*-->\n\n```\w+\n).*?```\n|```js\n(import .*?)```\n/gs;

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chatexport-remark-"));
  for (const name of ["core", "redact", "sink-markdown", "source-claude"])
    link(`packages/${name}`, `@chatexport/${name}`);
  link("tests/node_modules/remark-toc", "remark-toc");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function link(from: string, name: string): void {
  const to = join(folder, "node_modules", name);
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(join(root, from), to, "junction");
}

function run(...words: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
}

/** The difference to a document without plugins. */
const parts: Readonly<Record<string, RegExp>> = {
  "remark-toc": /^## Contents\n\n(?:- .*\n)+/m,
  "file-links": /^.*\[\[.*\n/m,
  "without-calls": /^Phones are usually [\s\S]*? try it .*\n/m,
  "open-edits": /^<details[^>]* open.*?(?=<div)/m,
};

test("each plugin works, and writes what the page says", async () => {
  let config = "";
  const renewed = page.replaceAll(step, (block, name, file, command, before, script) => {
    if (name !== undefined) writeFileSync(join(folder, name), file);
    if (name?.endsWith(".json")) config = file;
    if (script !== undefined) {
      const here = script.replace("claude()", `claude({ home: ${JSON.stringify(home)} })`);
      writeFileSync(join(folder, "program.mjs"), here);
      expect(run("program.mjs")).toBe("");
      const documents = readdirSync(folder).filter((file) => file.endsWith(".md"));
      for (const file of documents)
        expect(readFileSync(join(folder, file), "utf8")).toMatch(parts["remark-toc"] ?? "");
      expect(documents).toHaveLength(8);
    }
    if (command === undefined) return block;
    const output = run(program, ...command.split(" ").slice(1), "--home", home, "--quiet");
    const [, part] = Object.entries(parts).find(([plugin]) => config.includes(plugin)) ?? [];
    const shown = part?.exec(output)?.[0];
    expect(shown, command).toBeTruthy();
    return `\`\`\`sh\n${command}\n\`\`\`\n${before}${shown?.trimEnd()}\n\`\`\`\n`;
  });
  // After a change: npx vitest run tests/docs/remark-plugins.test.ts -u
  await expect(renewed).toMatchFileSnapshot(path);
});

test("its links lead somewhere", () => {
  expect(brokenLinks(path)).toEqual([]);
});
