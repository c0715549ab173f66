import { readFileSync } from "node:fs";
import { join } from "node:path";
import { droppedFeatures, type Session } from "@chatexport/core";
import { convertToModelMessages, safeValidateUIMessages, type UIMessage } from "ai";
import { describe, expect, test } from "vitest";
import jsonl from "../src/index.js";
import { atifProblems } from "./atif-rules.js";
import { openaiProblems } from "./openai-rules.js";
import { otlpProblems } from "./otlp-rules.js";
import { fixtureNames, fixtures, foreignDialects, rendering } from "./rendering.js";
import { sessionTraceProblems } from "./session-trace-rules.js";
import { everything } from "./sessions.js";

describe.each(fixtureNames)("the session %s", (name) => {
  const session = sessionIn(name);

  test.each(foreignDialects)("becomes what is expected of %s", async (dialect) => {
    const { lines } = await rendering(session, dialect);
    const expected = join(fixtures, name, `expected.${dialect}.json`);
    await expect(`${JSON.stringify(lines, null, 2)}\n`).toMatchFileSnapshot(expected);
  });
});

const samples: [string, Session][] = [
  ...fixtureNames.map((name): [string, Session] => [name, sessionIn(name)]),
  ["everything", everything],
];

test.each(samples)("a trainer can read %s", async (_, session) => {
  const { lines } = await rendering(session, "openai");
  expect(lines.flatMap(openaiProblems)).toEqual([]);
});

test.each(samples)("a validator of ATIF accepts %s", async (_, session) => {
  const { lines } = await rendering(session, "atif");
  expect(lines.flatMap(atifProblems)).toEqual([]);
});

test.each(samples)("a viewer of session traces can read %s", async (_, session) => {
  const { lines } = await rendering(session, "session-trace");
  expect(sessionTraceProblems(lines)).toEqual([]);
});

test.each(samples)("a collector of traces can read %s", async (_, session) => {
  const { lines } = await rendering(session, "otlp");
  expect(lines.flatMap(otlpProblems)).toEqual([]);
});

test.each(samples)("the AI SDK shows %s, and takes it for a model", async (_, session) => {
  const { lines } = await rendering(session, "ai-sdk");
  for (const { messages } of lines) {
    const validated = await safeValidateUIMessages<UIMessage>({ messages });
    expect(validated).toMatchObject({ success: true });
    if (validated.success) await convertToModelMessages(validated.data);
  }
});

test.each(foreignDialects)("no half of a character gets into %s", async (dialect) => {
  const half = { ...everything, id: "\ud83c" };
  const { lines } = await rendering(half, dialect);
  const check = (value: unknown): void => {
    if (typeof value === "string") expect(value.isWellFormed()).toBe(true);
    else if (typeof value === "object" && value !== null)
      for (const entry of Object.entries(value).flat()) check(entry);
  };
  check(lines);
});

test("the AI SDK hands results to a model before what the model said next", async () => {
  const { lines } = await rendering(sessionIn("conversation"), "ai-sdk");
  const messages = lines[0]?.messages as unknown as UIMessage[];
  const answer = messages.filter(({ id }) => id === "answer-1");
  const roles = (await convertToModelMessages(answer)).map(({ role }) => role);
  expect(roles).toEqual(["assistant", "tool", "assistant", "tool"]);
});

test("images lie beside the trajectory where that is possible", async () => {
  const placed: string[] = [];
  const asset = async (bytes: Uint8Array, mediaType: string, name?: string) => {
    placed.push(`${mediaType} ${name} ${Buffer.from(bytes).toString("base64")}`);
    return `files/${placed.length}`;
  };
  const { lines } = await rendering(sessionIn("conversation"), "atif", asset);
  expect(placed).toEqual(["image/png receipt.png iVBORw0KGgo="]);
  expect(JSON.stringify(lines)).toContain('{"media_type":"image/png","path":"files/1"}');
  expect(lines.flatMap(atifProblems)).toEqual([]);
});

test.each(foreignDialects)("no piece of %s is more than a message", async (dialect) => {
  const messages = Array.from({ length: 50 }, (_, index) => ({
    id: `m${index}`,
    role: "user" as const,
    parts: [{ type: "text" as const, text: "x".repeat(1000) }],
  }));
  const { pieces } = await rendering({ ...everything, messages }, dialect);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(3000);
});

test.each(foreignDialects)("a session without messages has no line in %s", async (dialect) => {
  const { subagents: _, ...empty } = { ...everything, messages: [] };
  const { pieces, reported } = await rendering(empty, dialect);
  expect(pieces).toEqual([]);
  expect(reported).toMatchObject([{ code: "session-without-messages", session: "parent" }]);
});

test.each(foreignDialects)("%s names every session that it cannot hold", async (dialect) => {
  const { subagents: _, branches: __, ...alone } = everything;
  const parts = [{ type: "unknown" as const, recordType: "new", native: { a: 1 } }];
  const silent = { ...alone, messages: [{ id: "m", role: "user" as const, parts }] };
  const session = { ...silent, subagents: [{ ...alone, id: "child", messages: [] }] };
  const { lines, reported } = await rendering(session, dialect);
  // Only one of them has a part for what is unknown.
  const empty = dialect === "ai-sdk" ? ["child"] : ["parent", "child"];
  expect(reported.map((diagnostic) => diagnostic.session)).toEqual(empty);
  expect(lines).toHaveLength(2 - empty.length);
});

test("each dialect says what it leaves out", () => {
  const dropped = (dialect: (typeof foreignDialects)[number]) =>
    droppedFeatures(everything, jsonl({ dialect }));
  expect(dropped("openai")).toEqual(["branches", "edits", "native", "unknown", "usage"]);
  expect(dropped("ai-sdk")).toEqual(["branches", "native"]);
  expect(dropped("atif")).toEqual(["branches", "edits", "native", "unknown"]);
  const trace = ["branches", "edits", "files", "native", "unknown", "usage"];
  expect(dropped("session-trace")).toEqual(trace);
  expect(dropped("otlp")).toEqual(["branches", "edits", "native", "unknown"]);
});

test("a trace says when things happened, and what was within what", async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 10, 0, second)).toISOString();
  const call = {
    ...{ type: "tool-call" as const, id: "c", name: "Agent", kind: "task" as const },
    ...{ status: "completed" as const, subagent: "child", completedAt: at(9) },
  };
  const text = (text: string) => [{ type: "text" as const, text }];
  const { subagents: _, branches: __, ...alone } = everything;
  const child: Session = {
    ...{ ...alone, id: "child", startedAt: at(5) },
    messages: [{ id: "x", role: "assistant", createdAt: at(8), parts: text("Done.") }],
  };
  const session: Session = {
    ...{ ...alone, startedAt: at(0), subagents: [child] },
    messages: [
      { id: "p", role: "user", createdAt: at(1), parts: text("Go.") },
      { id: "a", role: "assistant", createdAt: at(4), parts: [...text("I go."), call] },
    ],
  };
  const { lines } = await rendering(session, "otlp");
  expect(lines.flatMap(otlpProblems)).toEqual([]);
  const spans = JSON.parse(JSON.stringify(lines))[0].resourceSpans[0].scopeSpans[0].spans;
  const seconds = (time: string) => Number((BigInt(time) / 1_000_000_000n) % 60n);
  type Span = Record<"name" | "spanId" | "parentSpanId" | `${"start" | "end"}TimeUnixNano`, string>;
  const nameOf = (id: string) => spans.find(({ spanId }: Span) => spanId === id)?.name;
  expect(
    spans.map((span: Span) => [
      ...[span.name, nameOf(span.parentSpanId)],
      ...[seconds(span.startTimeUnixNano), seconds(span.endTimeUnixNano)],
    ]),
  ).toEqual([
    ["chat", `invoke_agent ${session.source}`, 1, 4],
    ["execute_tool Agent", `invoke_agent ${session.source}`, 4, 9],
    [`invoke_agent ${session.source}`, undefined, 0, 9],
    ["chat", `invoke_agent ${session.source}`, 5, 8],
    [`invoke_agent ${session.source}`, "execute_tool Agent", 5, 8],
  ]);
});

test("a session without any time is a trace that begins in 1970, which is said", async () => {
  const { startedAt: _, updatedAt: __, subagents: ___, ...timeless } = everything;
  const messages = timeless.messages.map(({ createdAt: _, ...message }) => message);
  const { lines, reported } = await rendering({ ...timeless, messages }, "otlp");
  expect(lines.flatMap(otlpProblems)).toEqual([]);
  expect(reported.map(({ code }) => code)).toEqual(["trace-without-times"]);
});

test("an unknown dialect is refused", () => {
  const options = { dialect: "toString" } as unknown as Parameters<typeof jsonl>[0];
  expect(() => jsonl(options)).toThrow(
    'Option dialect must be chatexport, openai, ai-sdk, atif, session-trace or otlp, not "toString"',
  );
});

function sessionIn(name: string): Session {
  return JSON.parse(readFileSync(join(fixtures, name, "session.json"), "utf8"));
}
