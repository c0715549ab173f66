import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { undo } from "@chatexport/relocate";
import { expect, onTestFinished, test } from "vitest";
import { applyRepairs, findRepairable, planRepair } from "../src/index.js";
import { readTranscript } from "../src/records/edit.js";
import { contentOf } from "./home-content.js";

const whole = fileURLToPath(
  new URL("../fixtures/damages/unanswered-call/repaired.jsonl", import.meta.url),
);
const id = "5d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20";

/** A home with one project, in which files have these contents; a path is that of a file to copy. */
function homeWith(files: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), "chatexport-misplaced-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, ".claude/projects/-work-tea");
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files))
    if (content === whole) cpSync(content, join(folder, name));
    else writeFileSync(join(folder, name), content);
  const system = { platform: "linux", env: {}, home, root: "/" };
  return { home, folder, system, options: { command: "repair --all", system } };
}

/** Repairs all that is wrong; the changes, the last one first. */
async function repairAll({ system, options }: ReturnType<typeof homeWith>) {
  const found: string[] = [];
  const changes: string[] = [];
  const taken = new Set<string>();
  for (const repair of findRepairable(system).map((path) => planRepair(path, taken))) {
    if (repair.findings.length === 0) continue;
    const { path, from = path } = repair.edit;
    found.push(...repair.findings.map(({ damage, line }) => `${basename(from)} ${damage} ${line}`));
    changes.unshift(await applyRepairs([repair], options));
  }
  return { found, changes };
}

test("a transcript with another name gets that of its session, and undo gives it back", async () => {
  const home = homeWith({ "my talk.jsonl": whole });
  const before = contentOf(home.home);
  const { found, changes } = await repairAll(home);
  expect(found).toEqual(["my talk.jsonl misnamed-file undefined"]);
  expect(existsSync(join(home.folder, "my talk.jsonl"))).toBe(false);
  expect(readFileSync(join(home.folder, `${id}.jsonl`))).toEqual(readFileSync(whole));
  expect((await repairAll(home)).found).toEqual([]);
  await undo({ home: home.home, system: home.system, id: changes[0] ?? "" });
  expect(contentOf(home.home)).toEqual(before);
});

test("a copy of a transcript becomes a session of its own", async () => {
  const home = homeWith({ [`${id}.jsonl`]: whole, [`${id} copy.jsonl`]: whole });
  const { found } = await repairAll(home);
  expect(new Set(found.map((each) => each.replace(/ \d+$/, "")))).toEqual(
    new Set([`${id} copy.jsonl misnamed-file undefined`, `${id} copy.jsonl wrong-session-id`]),
  );
  const paths = findRepairable(home.system);
  const sessions = await Promise.all(paths.map((path) => readTranscript(path)));
  expect(new Set(sessions.map((session) => session?.id)).size).toBe(2);
  expect(
    new Set(sessions.map((session) => JSON.stringify(session?.messages.map(({ parts }) => parts))))
      .size,
  ).toBe(1);
});

test("two copies of one session become two sessions", async () => {
  const home = homeWith({ "one.jsonl": whole, "two.jsonl": whole });
  const { changes } = await repairAll(home);
  expect(changes).toHaveLength(2);
  expect(findRepairable(home.system)).toHaveLength(2);
  expect((await repairAll(home)).found).toEqual([]);
});

test("what is no transcript keeps its name", async () => {
  const home = homeWith({
    "journal.jsonl": '{"note":"tea"}\n{"note":"milk"}\n',
    "empty.jsonl": "",
  });
  expect((await repairAll(home)).found).toEqual([]);
});

test("rows of an index without a transcript go, and the others stay", async () => {
  const gone = "11111111-2222-4333-8444-555555555555";
  const row = (sessionId: string, summary: string, rest = "") =>
    `    { "sessionId": "${sessionId}", "summary": "${summary}"${rest} }`;
  const elsewhere = "22222222-2222-4333-8444-555555555555";
  const rows = (...all: string[]) =>
    `{\n  "version": 1,\n  "entries": [\n${all.join(",\n")}\n  ],\n  "originalPath": "/work/tea"\n}\n`;
  const kept = [row(id, "Tea"), row(elsewhere, "Milk", `, "fullPath": "${whole}"`)] as const;
  const home = homeWith({
    [`${id}.jsonl`]: whole,
    "sessions-index.json": rows(kept[0], row(gone, "Gone"), "    7", kept[1], row(gone, "Again")),
  });
  const before = contentOf(home.home);
  const { found, changes } = await repairAll(home);
  expect(found).toEqual([
    "sessions-index.json lost-transcript 5",
    "sessions-index.json lost-transcript 8",
  ]);
  const index = readFileSync(join(home.folder, "sessions-index.json"), "utf8");
  const withoutBlanks = (text: string) => text.replaceAll(/\s/g, "");
  expect(withoutBlanks(index)).toBe(withoutBlanks(rows(kept[0], "    7", kept[1])));
  await undo({ home: home.home, system: home.system, id: changes[0] ?? "" });
  expect(contentOf(home.home)).toEqual(before);
});

test("an index that is no JSON is left alone", async () => {
  const home = homeWith({ "sessions-index.json": '{"entries": [' });
  expect((await repairAll(home)).found).toEqual([]);
});
