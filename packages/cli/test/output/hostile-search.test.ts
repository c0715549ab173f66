import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { chatexport } from "../in-process.js";
import { endlessSourceModule, writeFiles } from "../invented-plugins.js";
import { conversation } from "./conversation.js";

// In pieces, so that nobody who scans this repository is alarmed.
const token = ["ghp", "_", "Zt4Kq9Xw2Lm7Rb5Vn8Yc3Hd6Jf1Gs0Pa9EuT"].join("");

function linesOf(count: number, line: string): string {
  return Array.from({ length: count }, (_, index) => `${line} ${index}`).join("\n");
}

it("finds a text in more lines than a call takes arguments", async () => {
  const home = conversation((it) => it.user(linesOf(150_000, "kiln")));
  const { stdout, stderr, exitCode } = await chatexport(home, "search", "kiln");
  expect({ stderr, exitCode }).toMatchObject({ exitCode: 0 });
  expect(stdout.split("\n")).toHaveLength(150_001);
});

it("finds each of many lines beside secrets once, without comparing each with each", async () => {
  const home = conversation((it) => it.user(`TOKEN=${token}\n${linesOf(30_000, "kiln")}`));
  const { stdout } = await chatexport(home, "search", "kiln");
  expect(stdout.split("\n")).toHaveLength(30_001);
});

it("finds each line once where more than secrets is replaced", async () => {
  const home = conversation((it) => it.user(linesOf(3000, "the kiln in /home/mira/shop")));
  const { stdout } = await chatexport(home, "search", "kiln", "--redact-paths");
  expect(stdout.split("\n")).toHaveLength(3001);
  expect(stdout).not.toContain("mira");
});

it("finds a text beside data that is nested without end", async () => {
  const depth = 100_000;
  const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const home = conversation((it) => it.call("Paint", { deep: "here" }, "kiln"), { id: "deep" });
  const transcript = join(home, ".claude/projects/-home-mira-shop/deep.jsonl");
  writeFileSync(transcript, readFileSync(transcript, "utf8").replace('"here"', deep));
  const { stdout, stderr } = await chatexport(home, "search", "kiln", "--all");
  expect(stdout).toMatch(/ kiln\n$/);
  expect(stderr).not.toContain("error");
});

it("searches all other sessions where one is nested without end", async () => {
  const home = conversation((it) => it.user("Hello from the kiln"));
  writeFiles(home, { "notes.mjs": endlessSourceModule("notes") });
  const from = ["--from", "claude", "--from", "./notes.mjs"];
  const { stdout, stderr, exitCode } = await chatexport(home, "search", "hello", "--all", ...from);
  expect(stdout).toMatch(/ Hello from notes\n[\s\S]* Hello from the kiln\n$/);
  expect(stderr).toMatch(
    /^error: The session could not be searched: .* \[session-failed\]\n {2}at notes 22222222-two$/m,
  );
  expect(exitCode).toBe(1);
  const list = await chatexport(home, "list", "--grep", "kiln", ...from);
  expect(list.stdout).toContain("kiln");
  expect(list.stderr).toContain("session-failed");
  const notes = await chatexport(home, "list", "--grep", "kiln", "--verbose", ...from);
  expect(notes.stderr).toMatch(/^error: notes 22222222-two: .* \[session-failed\]$/m);
});
