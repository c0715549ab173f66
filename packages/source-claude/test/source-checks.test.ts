import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import claude from "../src/index.js";
import qoder from "../src/qoder.js";
import { dropped } from "../src/records/named-fields.js";
import { keptRecords, rewritten } from "./kept-records.js";

const example = fileURLToPath(new URL("../../../examples/home/.claude/", import.meta.url));
const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** All that is left of its session. */
const lonePrompt = {
  display: "What grows in the shade?",
  pastedContents: {},
  timestamp: 1_794_475_100_000,
  project: "/home/mira/garden",
  sessionId: "77777777-7777-4777-8777-777777777777",
};

const checks = sourceChecks({
  create: (options) => claude({ ...options, memory: true }),
  async makeHome(home) {
    const folder = join(home, ".claude");
    cpSync(example, folder, { recursive: true });
    // Of one session both have a transcript: the second takes its place.
    for (const fixture of ["branches", "agents-nested"])
      cpSync(join(fixtures, fixture, "store"), join(folder, "projects"), { recursive: true });
    const project = join(folder, "projects/-home-mira-shop");
    const memory = join(fixtures, "memory/home/.claude/projects/-home-mira-shop/memory");
    cpSync(memory, join(project, "memory"), { recursive: true });
    cpSync(join(fixtures, "web-session/store/refund-emails.json"), join(project, "emails.json"));
    appendFileSync(join(folder, "history.jsonl"), `${JSON.stringify(lonePrompt)}\n`);
    // Times of a checkout are all the same.
    for (const path of transcripts(folder)) utimesSync(path, 1_770_000_000, 1_770_000_000);
    return folder;
  },
  records: 356,
  recordsIn: (store) => transcripts(store).flatMap(keptRecords),
  dropped,
  rewritten,
  async enlarge(store, bytes) {
    const path = transcript(store, "03433832");
    const lines = readFileSync(path, "utf8").split("\n");
    const middle = lines.findIndex((line, index) => index > 20 && line.includes('"type":"text"'));
    lines[middle] = (lines[middle] ?? "").replace(
      '"text":"',
      `"text":"${"word ".repeat(bytes / 4)}`,
    );
    writeFileSync(path, lines.join("\n"));
  },
  async damage(store) {
    const cut = transcript(store, "3b47a5de");
    writeFileSync(cut, readFileSync(cut, "utf8").slice(0, -200));
    appendFileSync(transcript(store, "579834b4"), Buffer.from("fffe00c0c10a", "hex"));
    const path = transcript(store, "ce8aba52");
    // Links in a circle, and fields of other types.
    const text = readFileSync(path, "utf8")
      .replaceAll(/"parentUuid":"[^"]*"/g, '"parentUuid":"ce8aba52"')
      .replaceAll(/"uuid":"[^"]*"/g, '"uuid":"ce8aba52"')
      .replaceAll('"message":{', '"message":7,"other":{');
    writeFileSync(path, text);
    return ["03433832-8d87-4418-a171-5d079341eb0f", "f34fc5b3-476b-415a-b977-9a71e8e4e095"];
  },
});

const ofQoder = sourceChecks({
  create: (options) => qoder(options),
  async makeHome(home) {
    const folder = join(home, ".qoder");
    for (const name of [".qoder", ".qoderwork"])
      cpSync(join(fixtures, "qoder/home", name), folder, { recursive: true });
    for (const path of transcripts(folder)) utimesSync(path, 1_770_000_000, 1_770_000_000);
    return folder;
  },
  records: 50,
  recordsIn: (store) => transcripts(store).flatMap(keptRecords),
  dropped,
  rewritten,
  async enlarge(store, bytes) {
    const path = transcript(store, "0c51d3a5e201");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('"text":"I write', `"text":"${"word ".repeat(bytes / 4)}`));
  },
  async damage(store) {
    const cut = transcript(store, "0c51d3a5e202");
    writeFileSync(cut, readFileSync(cut, "utf8").slice(0, -20));
    return ["7d3f0a52-1111-4a41-9b7e-0c51d3a5e201", "7d3f0a52-1111-4a41-9b7e-0c51d3a5e203"];
  },
});

for (const { name, skip, run } of ofQoder)
  test(`Qoder: ${name}`, (context) => (skip === undefined ? run() : context.skip(skip)));

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));

function transcript(store: string, id: string): string {
  const path = transcripts(store).find(
    (name) => basename(name).includes(id) && !name.includes("subagents"),
  );
  if (path === undefined) throw new Error(`no transcript ${id}`);
  return path;
}

function transcripts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name));
}
