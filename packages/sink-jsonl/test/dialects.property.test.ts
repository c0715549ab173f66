import {
  type Json,
  type Message,
  type Part,
  type Session,
  schemaVersion,
  withoutHalves,
} from "@chatexport/core";
import { safeValidateUIMessages, type UIMessage } from "ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import { atifProblems } from "./atif-rules.js";
import { openaiProblems } from "./openai-rules.js";
import { rendering } from "./rendering.js";

const oddText = fc.constantFrom(
  "__proto__",
  "constructor",
  "\ud800",
  "\u2028",
  "\u0000",
  "\n",
  '"messages":[{"role":"user"}]',
  "",
);
const text = fc.oneof(oddText, fc.string({ unit: "binary" }));

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 2 }),
    // Like a parser, which defines "__proto__" as any other key.
    fc
      .array(fc.tuple(text, tie("value")), { maxLength: 2 })
      .map((entries): Json => Object.fromEntries(entries)),
  ),
})).value;

const textPart = fc.record(
  { type: fc.constant("text" as const), text, synthetic: fc.constant("reminder" as const) },
  { requiredKeys: ["type", "text"] },
);
const filePart = fc.record(
  {
    type: fc.constant("file" as const),
    from: fc.constantFrom("upload" as const, "tool" as const),
    mediaType: fc.oneof(fc.constantFrom("image/png", "image/bmp", "text/plain"), text),
    name: text,
    url: fc.oneof(fc.constantFrom("https://example.com/a", "javascript:1"), text),
    data: fc.base64String(),
    text,
  },
  { requiredKeys: ["type", "from"] },
);
const result = fc.record({
  content: fc.array(fc.oneof(textPart, filePart), { maxLength: 2 }),
  isError: fc.boolean(),
});
const call = fc.record(
  {
    type: fc.constant("tool-call" as const),
    kind: fc.constant("task" as const),
    id: text,
    name: text,
    status: fc.constantFrom(
      ...(["pending", "completed", "failed", "cancelled", "rejected", "unknown"] as const),
    ),
    subagent: text,
    input: json,
    rawInput: text,
    result,
  },
  { requiredKeys: ["type", "kind", "id", "name", "status"] },
);
const part: fc.Arbitrary<Part> = fc.oneof(
  textPart,
  filePart,
  call,
  fc.record({ type: fc.constant("reasoning" as const), text }, { requiredKeys: ["type"] }),
  fc.record({ type: fc.constant("tool-result" as const), toolCallId: text, result }),
  fc.record(
    { type: fc.constant("compaction" as const), summary: text },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("notice" as const), level: fc.constant("info" as const), text }),
  fc.record({ type: fc.constant("unknown" as const), recordType: text, native: json }),
);

const message: fc.Arbitrary<Message> = fc.record(
  {
    id: text,
    role: fc.constantFrom("user" as const, "assistant" as const, "system" as const),
    parts: fc.array(part, { maxLength: 5 }),
    synthetic: fc.constant("context" as const),
    usage: fc.record({ inputTokens: fc.nat(), cacheWriteTokens: fc.nat() }),
  },
  { requiredKeys: ["id", "role", "parts"] },
);

function sessions(depth: number): fc.Arbitrary<Session> {
  return fc.record(
    {
      schemaVersion: fc.constant(schemaVersion),
      id: text,
      source: text,
      format: text,
      title: text,
      messages: fc.array(message, { maxLength: 4 }),
      ...(depth > 0 && {
        subagents: fc.array(sessions(depth - 1), { minLength: 1, maxLength: 3 }),
      }),
      attachments: fc.array(filePart, { minLength: 1, maxLength: 2 }),
      records: fc.constant({ read: 0, kept: 0 }),
      origin: fc.constant({}),
    },
    { requiredKeys: ["schemaVersion", "id", "source", "format", "messages", "records", "origin"] },
  );
}

/** The ids of all calls on the active branches, parents first. */
function callIds(session: Session): string[] {
  const own = session.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-call" ? part.id.toWellFormed() : [])),
  );
  return [...own, ...(session.subagents ?? []).flatMap(callIds)];
}

/** The values of a key in the order of the document, at any depth, but not within inputs and results. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesOf(key, each));
  if (typeof value !== "object" || value === null) return [];
  const hidden = ["arguments", "input", "output", "data", "metadata", "observation"];
  return Object.entries(value).flatMap(([name, each]) => {
    if (name === key) return [each];
    return hidden.includes(name) ? [] : valuesOf(key, each);
  });
}

const runs = { numRuns: 200 };

test("every session is conversations that a trainer can read, with all calls in order", async () => {
  await fc.assert(
    fc.asyncProperty(sessions(2), async (session) => {
      const { lines } = await rendering(session, "openai");
      expect(lines.flatMap(openaiProblems)).toEqual([]);
      expect(valuesOf("tool_call_id", lines)).toEqual(callIds(session));
    }),
    runs,
  );
});

test("every session is messages of the AI SDK, with all calls in order", async () => {
  await fc.assert(
    fc.asyncProperty(sessions(2), async (session) => {
      const { lines } = await rendering(session, "ai-sdk");
      for (const { messages } of lines)
        expect((await safeValidateUIMessages<UIMessage>({ messages })).success).toBe(true);
      expect(valuesOf("toolCallId", lines)).toEqual(callIds(session));
    }),
    runs,
  );
});

test("every session is trajectories that a validator accepts, with all calls in order", async () => {
  await fc.assert(
    fc.asyncProperty(sessions(2), async (session) => {
      const { lines } = await rendering(session, "atif");
      expect(lines.flatMap(atifProblems)).toEqual([]);
      expect(valuesOf("tool_call_id", lines)).toEqual(callIds(session));
    }),
    runs,
  );
});

test("hostile keys in arguments reach the reader as they were", async () => {
  await fc.assert(
    fc.asyncProperty(json, async (value) => {
      const input: Json = JSON.parse(`{"__proto__":${withoutHalves(JSON.stringify(value))}}`);
      const session = sessionWith(input);
      const [openai] = (await rendering(session, "openai")).lines;
      const [written] = valuesOf("function", openai).flatMap((each) => valuesOf("arguments", each));
      expect(JSON.parse(String(written))).toEqual(input);
      const [atif] = (await rendering(session, "atif")).lines;
      expect(JSON.stringify(valuesOf("arguments", atif))).toBe(JSON.stringify([input]));
      const [sdk] = (await rendering(session, "ai-sdk")).lines;
      expect(JSON.stringify(valuesOf("input", sdk))).toBe(JSON.stringify([input]));
    }),
    runs,
  );
});

function sessionWith(input: Json): Session {
  const call: Part = {
    type: "tool-call",
    id: "c",
    name: "n",
    kind: "other",
    status: "pending",
    input,
  };
  return {
    schemaVersion,
    id: "s",
    source: "stub",
    format: "stub",
    messages: [{ id: "m", role: "assistant", parts: [call] }],
    records: { read: 1, kept: 1 },
    origin: {},
  };
}
