import { type JsonObject, tallyAddsUp } from "@chatexport/core";
import { TallyCounter } from "@chatexport/core/read";
import { expect, test } from "vitest";
import { hasAgentHistory } from "../src/parse/agent/composer-history.js";
import { agentResults } from "../src/parse/agent/results.js";
import { readAgentKv } from "../src/parse/composer/read-agent-kv.js";
import { BlobStore, hex, proto, testContext } from "./support/agent.js";
import { rowsOf } from "./support/rows.js";

const id = "c1";
const origin = { path: "/home/mira/state.vscdb", at: "composerData:c1" };

const prompt = (text: string) => ({
  role: "user",
  content: `<user_query>\n${text}\n</user_query>`,
});
const call = {
  role: "assistant",
  content: [
    { type: "text", text: "I look." },
    { type: "tool-call", toolCallId: "t1", toolName: "Read", args: { path: "cart.ts" } },
  ],
};
const result = {
  role: "tool",
  content: [{ type: "tool-result", toolCallId: "t1", toolName: "Read", result: "export {}" }],
};

/** A state in the form of `composerData.conversationState`. */
function state(...fields: Parameters<typeof proto>): string {
  return `~${Buffer.from(proto(...fields)).toString("base64")}`;
}

function rowsWith(store: BlobStore, more: Record<string, unknown> = {}) {
  const blobs = [...store.blobs].map(([id, bytes]) => [`agentKv:blob:${id}`, bytes]);
  return rowsOf({ ...Object.fromEntries(blobs), ...more });
}

function read(data: JsonObject, rows: ReturnType<typeof rowsOf>, context = testContext()) {
  const session = readAgentKv({ id, data, format: "cursor/bubbles", origin, rows }, context);
  if (session) expect(session.records).toSatisfy(tallyAddsUp);
  return session;
}

test("the agent's own messages make the conversation", () => {
  const store = new BlobStore();
  const names = [{ role: "system", content: "You are an agent." }, prompt("Show"), call, result];
  const conversationState = state(
    ...names.map((message): [number, Uint8Array] => [1, store.add(message)]),
    [5, proto([1, 900])],
    [26, 1770364800000],
  );
  const session = read({ name: "Cart", conversationState }, rowsWith(store));
  expect(session).toMatchObject({
    id,
    format: "cursor/agent-kv",
    title: "Cart",
    startedAt: "2026-02-06T08:00:00.000Z",
    native: { contextTokensUsed: 900 },
    records: { read: 1, kept: 1 },
  });
  expect(session?.messages.map(({ parts }) => parts)).toMatchObject([
    [{ type: "text", text: "Show" }],
    [
      { type: "text", text: "I look." },
      { type: "tool-call", id: "t1", result: { content: [{ text: "export {}" }] } },
    ],
  ]);
});

test("turns are used when a summary has taken the place of prompts", () => {
  const store = new BlobStore();
  const turn = (text: string, ...steps: Uint8Array[]) =>
    store.add(
      proto([
        1,
        proto(
          [1, store.add(proto([1, text], [2, `bubble-${text}`]))],
          ...steps.map((step): [number, Uint8Array] => [2, store.add(step)]),
          [3, "r1"],
        ),
      ]),
    );
  const conversationState = state(
    [1, store.add(prompt("Two"))],
    [8, turn("One", proto([3, proto([1, "Hm."])]), proto([1, proto([1, "Done."])]))],
    [8, turn("Two")],
  );
  const session = read({ conversationState }, rowsWith(store));
  expect(session?.messages).toMatchObject([
    { id: "bubble-One", role: "user", parts: [{ text: "One" }], native: { requestId: "r1" } },
    { role: "assistant", parts: [{ type: "reasoning", text: "Hm." }] },
    { role: "assistant", parts: [{ type: "text", text: "Done." }] },
    { id: "bubble-Two", role: "user", parts: [{ text: "Two" }] },
  ]);
});

test("a line for the shell is a prompt, and a binary call is a call", () => {
  const store = new BlobStore();
  const shellCall = proto([1, proto([1, proto([1, "ls"], [2, "/home/mira"])])]);
  const conversationState = state(
    [8, store.add(proto([2, proto([1, "git status"], [2, "clean"])]))],
    [8, proto([1, proto([1, proto([1, "Go"])], [2, proto([2, shellCall])])])],
  );
  const session = read({ conversationState }, rowsWith(store));
  expect(session?.messages.map(({ parts }) => parts)).toMatchObject([
    [
      { type: "text", text: "! git status" },
      { type: "text", text: "clean", synthetic: "output" },
    ],
    [{ type: "text", text: "Go" }],
    [{ type: "tool-call", kind: "execute", command: "ls", status: "unknown" }],
  ]);
});

test("a line for the shell is no prompt that the agent's own messages lack", () => {
  const store = new BlobStore();
  const conversationState = state(
    [1, store.add(prompt("Go"))],
    [8, proto([1, proto([1, proto([1, "Go"])])])],
    [8, store.add(proto([2, proto([1, "git status"], [2, "clean"])]))],
  );
  const session = read({ conversationState }, rowsWith(store));
  expect(session?.messages).toMatchObject([{ parts: [{ type: "text", text: "Go" }] }]);
});

test("blobs in hex (2025), and the root of a checkpoint when the composer has no state", () => {
  const store = new BlobStore();
  const root = store.conversation([prompt("Hi"), call, result]);
  const rows = rowsOf({
    ...Object.fromEntries(
      [...store.blobs].map(([id, bytes]) => [`agentKv:blob:${id}`, hex(bytes)]),
    ),
    [`agentKv:checkpoint:${id}`]: root,
  });
  expect(read({ conversationState: "~" }, rows)?.messages).toHaveLength(2);
  expect(agentResults(rows, {}, id, new TallyCounter())("t1")).toEqual({
    content: [{ type: "text", text: "export {}" }],
  });
});

test("results are read once, and only when one is asked for", () => {
  const store = new BlobStore();
  const conversationState = state([1, store.add(call)], [1, store.add(result)]);
  const rows = rowsWith(store);
  let reads = 0;
  const counting = {
    ...rows,
    value: (key: string) => {
      reads++;
      return rows.value(key);
    },
  };
  const resultFor = agentResults(counting, { conversationState }, id, new TallyCounter());
  expect(reads).toBe(0);
  expect(resultFor("t1")).toMatchObject({ content: [{ text: "export {}" }] });
  expect(resultFor("t2")).toBeUndefined();
  expect(reads).toBe(2);
});

test("a result that names no call is told where one is looked for", () => {
  const store = new BlobStore();
  const conversationState = state(
    [1, store.add(call)],
    [1, store.add({ ...result, content: [{ type: "tool-result" }] })],
  );
  const tally = new TallyCounter();
  agentResults(rowsWith(store), { conversationState }, id, tally)("t1");
  expect(tally.result().unknownFields).toEqual({ "message-key.content": 1 });
});

test("results that a summary has taken the place of are found in the state after a bubble", () => {
  const store = new BlobStore();
  const before = store.conversation([prompt("Hi"), call, result]);
  const conversationState = state([1, store.add(prompt("Go on"))]);
  const rows = rowsWith(store, {
    [`agentKv:bubbleCheckpoint:${id}:b1`]: before,
    [`agentKv:bubbleCheckpoint:${id}:b2`]: "not an id",
  });
  const resultFor = agentResults(rows, { conversationState }, id, new TallyCounter());
  expect(resultFor("t1")).toMatchObject({ content: [{ text: "export {}" }] });
  expect(resultFor("t1\nfc_1")).toMatchObject({ content: [{ text: "export {}" }] });
  expect(resultFor("t2\nfc_2")).toBeUndefined();
});

test("a state whose blobs are gone gives no conversation", () => {
  const conversationState = state([1, new Uint8Array(32).fill(1)], [8, new Uint8Array(32).fill(2)]);
  expect(read({ conversationState }, rowsOf({}))).toBeUndefined();
});

test("blobs that are gone are reported, the others kept", () => {
  const store = new BlobStore();
  const conversationState = state([1, store.add(prompt("Hi"))], [1, new Uint8Array(32).fill(1)]);
  const context = testContext();
  expect(read({ conversationState }, rowsWith(store), context)?.messages).toHaveLength(1);
  expect(context.reported).toMatchObject([{ severity: "warning", code: "missing-blob" }]);
});

const ref = new Uint8Array(32).fill(1);

test.each([
  ["~", false],
  [undefined, false],
  [null, false],
  ["", false],
  ["~!!!", false],
  ["{", false],
  [state([10, 1]), false],
  [state([1, ref]), true],
  [state([8, ref]), true],
  [hex(proto([1, ref])), true],
  [hex(ref), true],
  [JSON.stringify({ rootPromptMessagesJson: [hex(ref)] }), true],
  [{ turns: [Buffer.from(ref).toString("base64")] }, true],
])("whether the state %j has messages", (conversationState, expected) => {
  const data = conversationState === undefined ? {} : { conversationState };
  expect(hasAgentHistory(rowsOf({}), data as JsonObject, id)).toBe(expected);
});
