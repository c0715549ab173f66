import { allMessages, type JsonObject, tallyAddsUp } from "@chatexport/core";
import { TallyCounter } from "@chatexport/core/read";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readComposer } from "../src/parse/composer/read-composer.js";
import { bubbleRows, contextWith, readInline, readRows, textsOf } from "./support/composer.js";
import { corrupt, rowsOf } from "./support/rows.js";

const time = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString();
const prompt = (text: string, minute?: number): JsonObject => ({
  type: 1,
  text,
  ...(minute !== undefined && { createdAt: time(minute) }),
});
const answer = (text: string, minute?: number): JsonObject => ({
  ...prompt(text, minute),
  type: 2,
});
const header = (bubbleId: string, type = 2): JsonObject => ({ bubbleId, type });

describe("the order of bubbles", () => {
  test("is that of the headers, whatever the order of the rows", () => {
    const { session, diagnostics } = readRows(
      { fullConversationHeadersOnly: [header("b", 1), header("a"), header("c", 1)] },
      bubbleRows({ a: answer("two", 9), b: prompt("one", 5), c: prompt("three", 1) }),
    );
    expect(textsOf(session.messages)).toEqual(["one", "two", "three"]);
    expect(session.messages.map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect(session.messages[0]?.origin).toEqual({ at: "bubbleId:c1:b" });
    expect(session.branches).toBeUndefined();
    expect(session.records).toEqual({ read: 4, kept: 4 });
    expect(diagnostics).toEqual([]);
  });

  test("counts a header that is listed twice once", () => {
    const { session } = readRows(
      { fullConversationHeadersOnly: [header("a", 1), header("a", 1)] },
      bubbleRows({ a: prompt("one") }),
    );
    expect(textsOf(session.messages)).toEqual(["one"]);
  });

  test("takes the id from the key where the row has none, and the row's own where it has", () => {
    const { session } = readRows(
      { fullConversationHeadersOnly: [header("a", 1), header("own"), header("c")] },
      bubbleRows({
        a: prompt("one"),
        b: { ...answer("two"), bubbleId: "own" },
        c: { ...answer("three"), bubbleId: "" },
      }),
    );
    expect(session.messages.map(({ id }) => id)).toEqual(["a", "own", "c"]);
  });

  test("names a header without a row once per conversation, with the first key", () => {
    const { session, diagnostics } = readRows(
      { fullConversationHeadersOnly: [header("a", 1), header("gone"), header("lost")] },
      bubbleRows({ a: prompt("one") }),
    );
    expect(textsOf(session.messages)).toEqual(["one"]);
    expect(diagnostics).toMatchObject([
      {
        severity: "warning",
        code: "missing-message",
        origin: { path: "/home/mira/state.vscdb", at: "bubbleId:c1:gone" },
      },
    ]);
    expect(diagnostics[0]?.message).toContain("lists, 2 are not");
  });

  test("finds rows under wrong ids by role and exact time", () => {
    const headers = [
      { bubbleId: "a", type: 1 },
      { bubbleId: "wrong-1", type: 2, startedAtMs: Date.parse(time(2)) },
      { bubbleId: "wrong-2", type: 1, createdAt: time(3) },
      { bubbleId: "d", type: 2 },
    ];
    const { session, diagnostics } = readRows(
      { fullConversationHeadersOnly: headers },
      bubbleRows({
        x: { ...answer("two"), startedAtMs: Date.parse(time(2)) },
        d: answer("four", 1),
        y: prompt("three", 3),
        a: prompt("one", 9),
      }),
    );
    expect(textsOf(session.messages)).toEqual(["one", "two", "three", "four"]);
    expect(diagnostics).toEqual([]);
    expect(session.branches).toBeUndefined();
  });

  test("is that of time when the list matches less than half of the rows", () => {
    const { session, diagnostics } = readRows(
      { fullConversationHeadersOnly: ["w1", "w2", "w3", "a"].map((id) => header(id)) },
      bubbleRows({
        d: answer("four", 4),
        c: prompt("three", 3),
        b: answer("two"),
        a: prompt("one", 1),
      }),
    );
    // A row without a time stays behind the one that was written before it.
    expect(textsOf(session.messages)).toEqual(["one", "three", "two", "four"]);
    expect(diagnostics).toMatchObject([{ severity: "info", code: "reordered-messages" }]);
    expect(session.branches).toBeUndefined();
  });

  test("is that of time, then of writing, when there is no list", () => {
    const { session, diagnostics } = readRows(
      { fullConversationHeadersOnly: [] },
      bubbleRows({
        z: prompt("one", 1),
        y: answer("two", 1),
        b: answer("four", 3),
        a: prompt("three", 2),
      }),
    );
    expect(textsOf(session.messages)).toEqual(["one", "two", "three", "four"]);
    expect(diagnostics).toEqual([]);
  });

  test("is that of the conversation inside the composer", () => {
    const session = readInline({
      conversation: [
        { ...prompt("one"), bubbleId: "z" },
        { ...answer("two"), bubbleId: "a" },
      ],
    });
    expect(session.messages.map(({ id, role }) => [id, role])).toEqual([
      ["z", "user"],
      ["a", "assistant"],
    ]);
    expect(session.messages[0]?.origin).toBeUndefined();
    expect(session.records).toEqual({ read: 2, kept: 2 });
  });

  test("of bubbles in a map is that of the headers", () => {
    const session = readInline({
      fullConversationHeadersOnly: [header("b", 1), header("a")],
      conversationMap: { a: answer("two"), b: prompt("one") },
    });
    expect(textsOf(session.messages)).toEqual(["one", "two"]);
  });

  test("of bubbles in a list inside a map is that of the list", () => {
    const bubbles = [
      { ...prompt("one"), bubbleId: "z" },
      { ...answer("two"), bubbleId: "a" },
    ];
    const session = readInline({ conversationMap: { chat: { bubbles } } });
    expect(textsOf(session.messages)).toEqual(["one", "two"]);
  });
});

describe("rows that the headers do not name", () => {
  const headers = { fullConversationHeadersOnly: [header("a", 1), header("b"), header("c")] };
  const listed = { a: prompt("one", 1), b: answer("two", 2), c: answer("three", 8) };

  test("are one branch, by time, without those that hold nothing", () => {
    const { session } = readRows(
      headers,
      bubbleRows({
        ...listed,
        y: answer("left behind", 9),
        x: prompt("asked first", 3),
        e: { type: 2, text: "", bubbleId: "e" },
      }),
    );
    expect(textsOf(session.messages)).toEqual(["one", "two", "three"]);
    expect(session.branches).toMatchObject([{ reason: "orphan" }]);
    expect(session.branches?.[0]).not.toHaveProperty("forkedFrom");
    expect(textsOf(session.branches?.[0]?.messages ?? [])).toEqual(["asked first", "left behind"]);
    expect(session.records).toEqual({ read: 7, kept: 6, skipped: { empty: 1 } });
  });

  test("are on the line at their time when they are calls that were stopped or refused", () => {
    const call = (status: string, minute: number): JsonObject => ({
      type: 2,
      createdAt: time(minute),
      toolFormerData: {
        name: "run_terminal_cmd",
        toolCallId: `t-${status}-${minute}`,
        status,
        params: '{"command":"npm test"}',
      },
    });
    const { session } = readRows(
      headers,
      bubbleRows({
        ...listed,
        stopped: call("cancelled", 5),
        late: call("cancelled", 30),
        done: call("completed", 5),
      }),
    );
    expect(session.messages.map(({ id }) => id)).toEqual(["a", "b", "stopped", "c"]);
    expect(session.branches?.[0]?.messages.map(({ id }) => id)).toEqual(["done", "late"]);
  });
});

describe("a row that cannot be read", () => {
  test("is counted and reported, and stops no other", () => {
    const { session, diagnostics } = readRows(
      { fullConversationHeadersOnly: ["a", "b", "c", "d", "e"].map((id) => header(id)) },
      bubbleRows({ a: answer("one"), b: "{not json", c: "[1]", d: corrupt, e: null }),
    );
    expect(textsOf(session.messages)).toEqual(["one"]);
    expect(session.records).toEqual({ read: 6, kept: 2, skipped: { null: 1 }, malformed: 3 });
    expect(diagnostics.map(({ code, origin }) => [code, origin?.at])).toEqual([
      ["malformed-row", "bubbleId:c1:b"],
      ["malformed-row", "bubbleId:c1:c"],
      ["malformed-row", "bubbleId:c1:d"],
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("not json");
  });

  test("of an unknown type is kept as it is", () => {
    const { session, diagnostics } = readRows(
      { fullConversationHeadersOnly: [header("a", 7)] },
      bubbleRows({ a: { type: 7, payload: { shape: "new" } } }),
    );
    expect(session.messages).toMatchObject([
      {
        id: "a",
        role: "system",
        parts: [{ type: "unknown", recordType: "bubble/7", native: { payload: { shape: "new" } } }],
      },
    ]);
    expect(session.records.unknown).toEqual({ "bubble/7": 1 });
    expect(diagnostics).toMatchObject([{ code: "unknown-record" }]);
  });

  test("holds tokens only", () => {
    const { session } = readRows(
      { fullConversationHeadersOnly: [] },
      bubbleRows({ a: { tokenCount: { inputTokens: 1, outputTokens: 2 } } }),
    );
    expect(session.messages).toEqual([]);
    expect(session.records.skipped).toEqual({ "token-count": 1 });
  });
});

test("all rows that carry the composer's id are counted", () => {
  const { session } = readRows(
    { fullConversationHeadersOnly: [header("a", 1)] },
    {
      ...bubbleRows({ a: prompt("one") }),
      "bubbleId:c10:a": prompt("of another"),
      "checkpointId:c1:k1": corrupt,
      "checkpointId:c1:k2": corrupt,
      "codeBlockPartialInlineDiffFates:c1:f": { fates: [] },
      "composerVirtualRowHeights:c1": corrupt,
      "composerVirtualRowHeights:c10": corrupt,
      "agentKv:checkpoint:c1": corrupt,
      "agentKv:bubbleCheckpoint:c1:a": corrupt,
      "cloudAgentDraft:c1": corrupt,
      "messageRequestContext:c1:a": { terminalFiles: [] },
    },
  );
  expect(session.records).toEqual({
    read: 10,
    kept: 2,
    skipped: {
      "agent-state": 2,
      checkpoint: 2,
      draft: 1,
      empty: 2,
      interface: 1,
    },
  });
});

describe("whatever the headers say", () => {
  const bubble = fc.record({
    id: fc.integer({ min: 0, max: 15 }),
    kind: fc.constantFrom("text", "text", "text", "call", "empty", "null", "broken"),
    type: fc.constantFrom(1, 2),
    minute: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  });
  const listing = fc.array(
    fc.record({
      bubbleId: fc.integer({ min: 0, max: 20 }).map((id) => `b${id}`),
      type: fc.constantFrom(1, 2),
      createdAt: fc.option(fc.integer({ min: 0, max: 5 }).map(time), { nil: null }),
    }),
    { maxLength: 16 },
  );
  const bodies: Record<string, (text: string, type: number, minute?: number) => unknown> = {
    text: (text, type, minute) => ({ ...prompt(text, minute), type }),
    call: (text, _, minute) => ({
      ...answer("", minute),
      toolFormerData: { name: "read_file", toolCallId: text, status: "cancelled", params: "{}" },
    }),
    empty: (_, type) => ({ type, text: "" }),
    null: () => null,
    broken: () => "{",
  };

  test("each row is in the conversation once, or counted as left out", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(bubble, { selector: ({ id }) => id, maxLength: 12 }),
        listing,
        (bubbles, headers) => {
          const rows = bubbles.map(({ id, kind, type, minute }) => [
            `b${id}`,
            bodies[kind]?.(`text ${id}.`, type, minute),
          ]);
          const { session } = readRows(
            { fullConversationHeadersOnly: headers },
            bubbleRows(Object.fromEntries(rows)),
          );
          const ids = [...allMessages(session)].map(({ id }) => id).sort();
          const expected = bubbles
            .filter(({ kind }) => kind === "text" || kind === "call")
            .map(({ id }) => `b${id}`)
            .sort();
          expect(ids).toEqual(expected);
          expect(tallyAddsUp(session.records)).toBe(true);
          expect(session.records.read).toBe(bubbles.length + 1);
        },
      ),
    );
  });
});

test("bubbles inside the composer are counted beside its row; those in rows count there", () => {
  const { session } = readRows(
    {
      conversation: [
        { ...prompt("one"), bubbleId: "a" },
        { ...answer("old"), bubbleId: "b" },
        { ...answer("three"), bubbleId: "c" },
      ],
    },
    bubbleRows({ b: answer("two") }),
  );
  expect(textsOf(session.messages)).toEqual(["one", "two", "three"]);
  expect(session.records).toEqual({ read: 5, kept: 4, skipped: { duplicate: 1 } });
});

test("the caller may have begun to count", () => {
  const tally = new TallyCounter();
  const origin = { path: "/home/mira/state.vscdb", at: "composerData:c1" };
  const rows = rowsOf(bubbleRows({ a: prompt("one") }));
  const source = { id: "c1", data: {}, format: "cursor/bubbles" as const, origin, rows, tally };
  expect(readComposer(source, contextWith()).records).toEqual({ read: 1, kept: 1 });
});
