import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Message, type Session, sessions, type ToolCall } from "@chatexport/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import codex from "../src/index.js";
import { ids, writeHome } from "./home.js";

const home = mkdtempSync(join(tmpdir(), "chatexport-codex-"));
const read = new Map<string, Session>();

beforeAll(async () => {
  writeHome(home);
  for await (const { session } of sessions([codex({ home })])) read.set(session.id, session);
});
afterAll(() => rmSync(home, { recursive: true }));

function session(name: keyof typeof ids): Session {
  const found = read.get(ids[name]);
  if (!found) throw new Error(`no session ${name}`);
  return found;
}

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" && !part.synthetic ? part.text : [])),
  );
const callsOf = ({ messages }: Session) =>
  messages.flatMap(({ parts }) =>
    parts.filter((part): part is ToolCall => part.type === "tool-call"),
  );

test("what a script calls stands behind it", () => {
  const [script, command, change] = callsOf(session("main"));
  expect(script).toMatchObject({
    name: "exec",
    result: { content: [{ text: "high water at 14:20" }] },
  });
  expect(command).toMatchObject({
    kind: "execute",
    command: "tide --tomorrow",
    cwd: "/home/noor/tide tables",
    native: { within: "call_1" },
    result: { exitCode: 0, content: [{ text: "high water at 14:20\n" }] },
  });
  expect(change).toMatchObject({
    kind: "edit",
    edits: [{ kind: "update", hunks: [{ lines: ["-low at eight", "+high at fourteen"] }] }],
  });
});

test("what was taken back is a branch", () => {
  const { messages, branches = [], title, titleFrom } = session("main");
  expect(textsOf(messages)).toEqual([
    "When is high water tomorrow?",
    "At twenty past two.",
    "And the day after?",
    "At ten past three.",
  ]);
  expect(branches.map(({ reason, messages }) => [reason, textsOf(messages)])).toEqual([
    ["rewind", ["This question is taken back later.", "This answer goes with it."]],
  ]);
  expect([title, titleFrom]).toEqual(["Tides of tomorrow", "user"]);
});

test("a fork has what came before, as copies", () => {
  const { messages, parent, records } = session("fork");
  expect(textsOf(messages)).toEqual([
    "When is high water tomorrow?",
    "At twenty past two.",
    "Tell me about low water in the fork.",
    "At half past eight.",
  ]);
  const original = new Set(session("main").messages.map(({ id }) => id));
  const copied = messages.flatMap(({ copiedFrom }) => copiedFrom ?? []);
  expect(
    copied.every(({ sessionId, messageId }) => sessionId === ids.main && original.has(messageId)),
  ).toBe(true);
  expect(copied.length).toBe(messages.length - 2);
  expect(parent).toEqual({ sessionId: ids.main, relation: "fork" });
  expect(records.read).toBe(3);
});

test("a sub-agent lies in its parent", () => {
  expect(read.has(ids.child)).toBe(false);
  const [child] = session("main").subagents ?? [];
  expect(child?.parent).toEqual({
    sessionId: ids.main,
    relation: "subagent",
    toolCallId: "call_2",
  });
  expect(callsOf(session("main")).find(({ kind }) => kind === "task")).toMatchObject({
    subagent: ids.child,
  });
});

test("the two views of older files are one", () => {
  const { messages, branches = [], archived } = session("legacy");
  expect(textsOf(messages)).toEqual(["Rename the boat in boats.txt.", "The boat is renamed."]);
  expect(textsOf(branches[0]?.messages ?? [])).toEqual([
    "No, set it back.",
    "Only the tool says that it is back.",
  ]);
  expect(archived).toBe(true);
  const [plan, patch] = callsOf(session("legacy"));
  expect(plan).toMatchObject({ todos: [{ text: "rename the boat", status: "in-progress" }] });
  expect(patch).toMatchObject({
    edits: [{ path: "boats.txt", before: "Seagull of Bergen\n", after: "Heron of Bergen\n" }],
    result: { exitCode: 0 },
  });
  expect(messages.flatMap(({ usage }) => usage?.inputTokens ?? [])).toEqual([500]);
  expect(
    messages.flatMap(({ parts }) => parts).find(({ type }) => type === "reasoning"),
  ).toMatchObject({
    text: "One file holds it.",
    encrypted: "b3BhcXVlIHRleHQ=",
  });
});

test("the shapes of 2025 are read", () => {
  expect(textsOf(session("bare").messages)).toEqual([
    "How deep is the harbour?",
    "Four fathoms, captain.",
  ]);
  expect(callsOf(session("bare"))[0]).toMatchObject({
    command: "sound --depth",
    status: "failed",
    result: { exitCode: 2 },
  });
  expect(textsOf(session("document").messages)).toEqual(["Draw a compass rose.", "N, E, S, W."]);
});

test("prompts stay when the session is gone", () => {
  expect(textsOf(session("gone").messages)).toEqual(["Which stars are over the harbour?"]);
  expect(session("gone").format).toBe("codex/history");
});

/** Reads one file of a store. */
async function readFile(name: string, content: string): Promise<Session[]> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-codex-"));
  try {
    writeFileSync(join(folder, name), content);
    const found: Session[] = [];
    for await (const { session } of sessions([codex({ roots: [folder] })])) found.push(session);
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rollout = `rollout-2025-04-20-${ids.document}`;
const asked = {
  type: "message",
  role: "user",
  content: [{ type: "input_text", text: "Low tide?" }],
};

test.each([
  { session: { id: { value: "deep" } }, items: [asked] },
  { session: ["no header"], items: [asked] },
])("a document whose header has another shape is named after its file", async (document) => {
  const [found] = await readFile(`${rollout}.json`, JSON.stringify(document));
  expect(found).toMatchObject({ id: ids.document, title: "Low tide?" });
  expect(JSON.stringify(found)).toContain(JSON.stringify(Object.values(document.session)[0]));
});

test("what comes after the header, and has no type, is no second header", async () => {
  const lines = [
    { id: ids.bare, timestamp: "2025-08-01T08:00:00Z" },
    asked,
    { ...asked, id: "m2", type: 7 },
  ];
  const [found] = await readFile(
    `rollout-2025-08-01T08-00-00-${ids.bare}.jsonl`,
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );
  expect(found?.records.unknown).toEqual({ "(none)": 1 });
});

test("an exit code of another kind stays with what the tool tells of a command", async () => {
  const output = JSON.stringify({
    output: "ebb",
    metadata: { exit_code: "none", duration_seconds: 1 },
  });
  const lines = [
    { id: ids.bare, timestamp: "2025-08-01T08:00:00Z" },
    asked,
    { type: "function_call", name: "shell", call_id: "c1", arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output },
  ];
  const [found] = await readFile(
    `rollout-2025-08-01T08-00-00-${ids.bare}.jsonl`,
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );
  const result = found && callsOf(found)[0]?.result;
  expect(result).toMatchObject({ native: { exit_code: "none", duration_seconds: 1 } });
});
