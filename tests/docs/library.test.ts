import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenLinks } from "./links.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const path = join(root, "docs/library.md");
const page = readFileSync(path, "utf8");
const home = join(root, "examples/home");
const transcript =
  ".claude/projects/-home-mira-code-lantern-shop/2c116d2c-7292-483b-a311-f32e99308a78.jsonl";

/** A program of the page, with what it says that the program prints. */
const program =
  /```(js|ts)\n(.*?)```\n(?:(\n<!-- Printed by the program above[^>]*-->\n\n```\n).*?```\n)?/gs;

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chatexport-library-"));
  mkdirSync(join(folder, "node_modules/@chatexport"), { recursive: true });
  for (const name of readdirSync(join(root, "packages")))
    link(`packages/${name}`, name === "cli" ? "chatexport" : `@chatexport/${name}`);
  link("node_modules/@types", "@types");
  link("packages/cli/node_modules/@photostructure", "@photostructure");
  cpSync(join(home, transcript), join(folder, "transcript.jsonl"));
  const cli = join(root, "packages/cli/bin/chatexport.js");
  run([cli, "--home", home, "--to", "jsonl", "--out", "chat-archive", "--quiet"]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function link(from: string, name: string): void {
  symlinkSync(join(root, from), join(folder, "node_modules", name), "junction");
}

function run(words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr + (status === 0 ? "" : stdout), words.join(" ")).toBe("");
  return stdout;
}

/** The output of a program when the example home is that of its user. */
function outputOf(language: string, text: string): string {
  const place = `home: ${JSON.stringify(home)}`;
  const here = text
    .replaceAll("claude()", `claude({ ${place} })`)
    .replaceAll("cursor()", `cursor({ ${place} })`);
  writeFileSync(join(folder, `program.m${language}`), here);
  if (language === "ts") run([join(root, "node_modules/typescript/bin/tsc"), ...compilerWords]);
  return run(["program.mjs"]);
}

const compilerWords = [
  ...["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"],
  ...["--module", "nodenext", "--target", "es2023", "--types", "node", "program.mts"],
];

test("each program runs, and prints what the page says", async () => {
  const renewed = page.replaceAll(program, (block, language, text, beginning?: string) => {
    const output = outputOf(language, text);
    if (beginning !== undefined)
      return `\`\`\`${language}\n${text}\`\`\`\n${beginning}${output}\`\`\`\n`;
    expect(output, text).toBe("");
    return block;
  });
  // After a change: npx vitest run tests/docs/library.test.ts -u
  await expect(renewed).toMatchFileSnapshot(path);
});

test("its links lead somewhere", () => {
  expect(brokenLinks(path)).toEqual([]);
});
