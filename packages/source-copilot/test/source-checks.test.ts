import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { listOf, objectsOf, parseLine } from "@chatexport/core/read";
import { changeDocument, changeLines, sourceChecks } from "@chatexport/testkit";
import { afterAll, describe, test } from "vitest";
import { filesOf } from "../../../tests/fixtures/read-fixture.js";
import { chatFields, dropped } from "../src/fields.js";
import copilot from "../src/index.js";
import { storeOf } from "./store.js";

const built = [
  "session",
  "older-layouts",
  "turns",
  "answers",
  "refusals",
  "chat-log",
  "chat-documents",
  "copies",
].map(storeOf);
const [session, older, turns, answers, refusals, log, documents, copies] = built.map(
  ({ path }) => path,
);
afterAll(() => {
  for (const { remove } of built) remove();
});

function linesOf(path: string): JsonObject[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .map(parseLine)
    .filter((record) => typeof record === "object");
}

/** Puts the stores of several fixtures into one. */
function merged(home: string, folder: string, ...stores: (string | undefined)[]): string {
  mkdirSync(home, { recursive: true });
  for (const store of stores)
    cpSync(join(store ?? "", folder), join(home, folder), { recursive: true });
  return join(home, folder);
}

const main = "session-state/11111111-aaaa-4aaa-8aaa-000000000001/events.jsonl";
const old = "session-state/33333333-aaaa-4aaa-8aaa-000000000002.jsonl";
const document =
  "history-session-state/session_44444444-aaaa-4aaa-8aaa-000000000003_1759046400000.json";
const answered = "session-state/11111111-cccc-4ccc-8ccc-000000000001/events.jsonl";
const refused = "session-state/99999999-cccc-4ccc-8ccc-000000000001/events.jsonl";
const events = [
  ...linesOf(join(session ?? "", ".copilot", main)),
  ...linesOf(join(older ?? "", ".copilot", old)),
  ...linesOf(join(answers ?? "", ".copilot", answered)),
  ...linesOf(join(refusals ?? "", ".copilot", refused)),
];
const messages = JSON.parse(readFileSync(join(older ?? "", ".copilot", document), "utf8"));

const commandLine = sourceChecks({
  create: copilot,
  makeHome: async (home) => merged(home, ".copilot", session, older, turns, answers, refusals),
  // The document has a head, and one session of the database has two turns.
  records:
    events.length +
    1 +
    objectsOf(messages.chatMessages).length +
    (listOf(messages.timeline) ?? []).length +
    2,
  // Older versions show a file as a difference in which nothing changes, and tell of each look at what to leave out.
  recordsIn: () =>
    events.filter(
      (event) => !/diff --git a\/tall|RemovedDuringTruncation":0/.test(JSON.stringify(event)),
    ),
  dropped,
  rewritten: {
    type: "a word of the format",
    timestamp: "of records that are no message",
    kind: "a word of the format",
    detailedContent: "a difference, which the call has as hunks, or what the model saw",
    summaryContent: "in the session with headings in place of tags",
  },
  async enlarge(store, bytes) {
    const path = join(store, main);
    const [first = "", ...rest] = readFileSync(path, "utf8").trim().split("\n");
    const content = "x".repeat(bytes);
    const filler = { type: "system.notification", data: { content }, id: "filler" };
    rest.splice(10, 0, JSON.stringify({ ...filler, timestamp: "2026-03-02T09:00:20.000Z" }));
    writeFileSync(path, `${[first, ...rest].join("\n")}\n`);
  },
  async damage(store) {
    const path = join(store, old);
    appendFileSync(path, 'no JSON\n["no object"]\n{"type":"user.message","data":7}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"type":"user.message","data":{"te');
    return ["11111111-aaaa-4aaa-8aaa-000000000001", "44444444-aaaa-4aaa-8aaa-000000000003"];
  },
  async addUnknown(store) {
    const time = "2025-11-07T10:30:00.000Z";
    const record = { type: "weather.report", data: { wind: "north" }, id: "w", timestamp: time };
    appendFileSync(join(store, old), `${JSON.stringify(record)}\n`);
    return 1;
  },
});

const chat = "workspaceStorage/0a1b/chatSessions/77777777-aaaa-4aaa-8aaa-000000000007.jsonl";
const moved = "workspaceStorage/new/chatSessions/aaaaaaaa-bbbb-4aaa-8aaa-00000000000b.jsonl";
const transcript =
  "workspaceStorage/old/GitHub.copilot-chat/transcripts/aaaaaaaa-bbbb-4aaa-8aaa-00000000000c.jsonl";
const user = ".config/Code/User";
const changes = [
  ...linesOf(join(log ?? "", user, chat)),
  ...linesOf(join(copies ?? "", user, moved)),
];
/** Takes out of a change the place that it changes, and what its session has in another form. */
function withoutRepeats({ k, ...change }: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(change), (name, value) => {
    // An address is there as a path, a message with the name of a file, the words of a round in the answer.
    const isRepeat = ["external", "invocationMessage", "pastTenseMessage"].includes(name);
    return isRepeat || (name === "response" && typeof value === "string") ? undefined : value;
  });
}

const said = linesOf(join(copies ?? "", user, transcript));

const editor = sourceChecks({
  create: copilot,
  makeHome: async (home) => {
    const insiders = "Library/Application Support/Code - Insiders/User/globalStorage";
    const empty = join(home, user, "globalStorage");
    cpSync(join(documents ?? "", insiders), empty, { recursive: true });
    return merged(home, user, log, copies);
  },
  records: changes.length + said.length + 1,
  recordsIn: () => [...changes.map(withoutRepeats), ...said],
  // The chats are documents, or logs of their changes; what lies beside them is no record.
  changeRecords(store, change) {
    for (const path of Object.keys(filesOf(store)).sort())
      if (path.endsWith(".jsonl")) changeLines(path, change);
      else if (/[cC]hatSessions\/[^/]+\.json$/.test(path)) changeDocument(path, change);
  },
  dropped: {
    ...dropped,
    ...chatFields.dropped,
    inputText: "what was typed and not sent, which a later change replaces",
  },
  rewritten: {
    type: "a word of the format",
    timestamp: "of records that are no message",
    kind: "a word of the format",
  },
  async enlarge(store, bytes) {
    const change = { kind: 1, k: ["requests", 0, "confirmation"], v: "x".repeat(bytes) };
    const path = join(store, chat);
    const lines = readFileSync(path, "utf8").trim().split("\n");
    lines.splice(3, 0, JSON.stringify(change));
    writeFileSync(path, `${lines.join("\n")}\n`);
  },
  async damage(store) {
    const path = join(store, moved);
    appendFileSync(path, 'no JSON\n["no object"]\n{"kind":1,"k":["requests",7,"vote"],"v":1}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"kind":1,"k":["customTi');
    return ["77777777-aaaa-4aaa-8aaa-000000000007", "88888888-aaaa-4aaa-8aaa-000000000008"];
  },
  async addUnknown(store) {
    const record = { type: "weather.report", data: { wind: "north" }, id: "w" };
    appendFileSync(join(store, transcript), `${JSON.stringify(record)}\n`);
    return 1;
  },
});

for (const [name, checks] of Object.entries({ "command line": commandLine, editor }))
  describe(name, () => {
    for (const check of checks)
      test(check.name, (context) =>
        check.skip === undefined ? check.run() : context.skip(check.skip),
      );
  });
