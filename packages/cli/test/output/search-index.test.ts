import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder, exampleHome, filesIn } from "../binary.js";
import { chatexport } from "../in-process.js";
import { conversation, defaultId } from "./conversation.js";

it.each([
  ["the", "--json"],
  ["/ret\\w+/", "--all"],
  ["rate limit", "--role", "user,assistant"],
  ["checkout", "--tool", "execute", "--tool", "edit"],
  ["rate", "OR", "/ret\\w+/", "limit", "--all"],
  ["checkout", "test", "-C2", "--json"],
  ["order", "OR", "rate", "-l"],
  ["o", "--since", "2026-09-01", "--limit", "40"],
])("finds %s in the index as in the sessions themselves", async (...words) => {
  const cwd = emptyFolder();
  const found = (...more: string[]) =>
    chatexport(cwd, "search", ...words, "--home", exampleHome, ...more);
  const scanned = await found("--no-index");
  expect(scanned.stdout).not.toBe("");
  expect(await found()).toEqual(scanned);
  expect(await found()).toEqual(scanned);
});

/** The hits of a search, and if there is an index. */
async function kilnsIn(home: string, ...words: string[]) {
  const { stdout } = await chatexport(home, "search", "kiln", ...words);
  const lines = stdout.split("\n").filter(Boolean);
  return [
    lines.map((line) => line.split(" ").slice(5).join(" ")),
    filesIn(home).some((path) => path.endsWith(".db")),
  ];
}

it.each(["--no-index", "--no-redact", "--redact-paths", "--redact-personal"])(
  "leaves no index with %s",
  async (option) => {
    const home = conversation((it) => it.user("a kiln"));
    expect(await kilnsIn(home, option)).toEqual([["a kiln"], false]);
  },
);

it("follows what becomes of sessions, and of the rules that mask them", async () => {
  const home = conversation((it) => it.user("a kiln for Juniper"));
  expect(await kilnsIn(home)).toEqual([["a kiln for Juniper"], true]);
  const other = "bbbbbbbb-0000-4000-8000-0000000000b2";
  conversation((it) => it.user("another kiln"), { home, id: other });
  expect(await kilnsIn(home, "--option", "redact.word=Juniper")).toEqual([
    ["a kiln for [redacted: word]", "another kiln"],
    true,
  ]);
  rmSync(join(home, ".claude/projects/-home-mira-shop", `${defaultId}.jsonl`));
  expect(await kilnsIn(home)).toEqual([["another kiln"], true]);
});
