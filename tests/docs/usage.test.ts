import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFolder, exampleHome } from "../../packages/cli/test/binary.js";
import { chatexport } from "../../packages/cli/test/in-process.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const usage = readFileSync(join(root, "docs/usage.md"), "utf8");

let out = "";
let summary = "";

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), "chatexport-usage-"));
  const words = ["--home", exampleHome, "--to", "markdown", "--out", out];
  summary = (await chatexport(root, ...words)).stderr;
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

/** The code block after a comment that begins with these words. */
function blockAfter(comment: string): string {
  const block = new RegExp(`<!-- ${comment}[^>]*-->\\n\\n(\`{3,})\\w*\\n(.*?)\\n\\1\\n`, "s");
  return block.exec(usage)?.[2] ?? "nothing";
}

test("the excerpt of a document is what is exported", () => {
  const [name] = readdirSync(join(out, "claude/lantern-shop")).filter((name) =>
    name.startsWith("2026-10-06"),
  );
  const document = readFileSync(join(out, "claude/lantern-shop", name ?? ""), "utf8");
  expect(document).toContain(blockAfter("The document of a session"));
});

test("the files are named as it says", () => {
  const names = readdirSync(out, { recursive: true, encoding: "utf8" });
  for (const line of blockAfter("The files of examples/home").split("\n"))
    expect(names).toContain(join(...line.split("/").slice(1)));
});

test("the summary is what an export says", () => {
  const shown = summary.replaceAll(`${out}/`, "chat-export/").replaceAll(out, "./chat-export");
  expect(shown).toContain(blockAfter("The summary of that export"));
});

test("the config file does what it says", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "chatexport.config.json"), blockAfter("An export with this file"));
  const { exitCode } = await chatexport(folder, "--home", exampleHome);
  const names = readdirSync(join(folder, "history"));
  expect(names.sort()).toEqual([
    ".chatexport",
    "claude",
    "cline",
    "codex",
    "copilot",
    "cursor",
    "droid",
    "gemini",
    "index.files",
    "index.html",
    "index.md",
    "kimi",
    "opencode",
    "pi",
    "qwen",
  ]);
  expect(exitCode).toBe(0);
});
