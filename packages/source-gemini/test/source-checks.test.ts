import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeDocument, changeLines, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { dropped } from "../src/fields.js";
import gemini from "../src/index.js";

const fixtures = ["one-of-each", "rewritten", "antigravity"].map((name) =>
  fileURLToPath(new URL(`../fixtures/${name}/home`, import.meta.url)),
);
const log = "tmp/kite/chats/session-2026-05-04T08-00-5ea50000.jsonl";

const filesOf = (store: string) =>
  readdirSync(store, { recursive: true, encoding: "utf8" })
    .filter((name) => /chats.*\.jsonl?$|checkpoint-|_full\.jsonl$/.test(name))
    .map((name) => join(store, name))
    .filter((path) => statSync(path).isFile());

const checks = sourceChecks({
  create: gemini,
  async makeHome(home) {
    for (const fixture of fixtures) cpSync(fixture, home, { recursive: true });
    return join(home, ".gemini");
  },
  records: 86,
  dropped,
  rewritten: {
    type: "a word of the format",
    role: "a word of the format",
    source: "a word of the format",
    "tool_calls.args.toolSummary": "JSON in a text, which is read",
    timestamp: "of a record that repeats another",
    fileDiff: "the hunks have its lines",
    startTime: "of a process that went on with the session",
    lastUpdated: "of a process that went on with the session",
    "toolCalls.description": "the title is the words of the model in it",
    displayName: "the call has the server and the tool",
    ...Object.fromEntries(
      [
        "toolCalls.result",
        "content",
        "messages.toolCalls.result",
        "$set.messages.toolCalls.result",
        "$set.messages.content",
      ].map((place) => [
        `${place}.functionResponse.response.output`,
        "without what the tool puts around it, and where it is whole",
      ]),
    ),
  },
  recordsIn: (store) =>
    filesOf(store).flatMap((path) => {
      const text = readFileSync(path, "utf8");
      if (path.endsWith(".json")) return [JSON.parse(text)];
      return text.split("\n").flatMap((line) => (line ? JSON.parse(line) : []));
    }),
  changeRecords(store, change) {
    for (const path of filesOf(store))
      if (path.endsWith(".jsonl")) changeLines(path, change);
      else changeDocument(path, change);
  },
  async enlarge(store, bytes) {
    const path = join(store, log);
    const rows = readFileSync(path, "utf8").split("\n");
    const long = JSON.stringify({ id: "long", type: "gemini", content: "x".repeat(bytes) });
    writeFileSync(path, [...rows.slice(0, 8), long, ...rows.slice(8)].join("\n"));
  },
  async damage(store) {
    const path = join(store, log);
    appendFileSync(path, 'no JSON\n["no object"]\n{"id":"n1","type":"user","content":7}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"id":"n2","type":"us');
    return ["checkpoint-before%20paint-kite"];
  },
  async addUnknown(store) {
    appendFileSync(join(store, log), '{"tide":"high"}\n');
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
