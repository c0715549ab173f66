import type { JsonObject, Message, ToolCall } from "@chatexport/core";
import { TallyCounter } from "@chatexport/core/read";
import { expect, test } from "vitest";
import { agentRecord } from "../src/parse/agent/agent-record.js";
import { agentMessages } from "../src/parse/agent/messages.js";

function read(...messages: JsonObject[]) {
  return agentMessages(messages.flatMap((message, at) => agentRecord(message, at, `m${at}`) ?? []));
}

function calls(messages: readonly Message[]): ToolCall[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-call"));
}

const call = (toolCallId: string, command: string) => ({
  role: "assistant",
  content: [{ type: "tool-call", toolCallId, toolName: "Shell", args: { command } }],
});
const result = (toolCallId: string, text: string, more: JsonObject = {}) => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId, toolName: "Shell", result: text }],
  ...more,
});

test("results are found by the id of the call, wherever they stand", () => {
  const { messages } = read(
    call("a", "ls"),
    call("b", "pwd"),
    result("b", "/home/mira/shop"),
    result("a", "cart.ts"),
  );
  expect(messages).toHaveLength(2);
  expect(calls(messages)).toMatchObject([
    { id: "a", status: "completed", result: { content: [{ text: "cart.ts" }] } },
    { id: "b", status: "completed", result: { content: [{ text: "/home/mira/shop" }] } },
  ]);
});

test("a result without a call stays at its place; a call without a result is open", () => {
  const { messages } = read(result("gone", "text"), call("a", "ls"));
  expect(messages[0]).toMatchObject({
    role: "system",
    parts: [{ type: "tool-result", toolCallId: "gone", result: { content: [{ text: "text" }] } }],
  });
  expect(calls(messages)[0]).toMatchObject({ id: "a", status: "unknown" });
  expect(calls(messages)[0]).not.toHaveProperty("result");
});

test("two calls of one id each get a result", () => {
  const { messages } = read(
    call("a", "ls"),
    result("a", "one"),
    call("a", "ls"),
    result("a", "two"),
    result("a", "three"),
  );
  expect(messages.flatMap(({ parts }) => parts)).toMatchObject([
    { type: "tool-call", result: { content: [{ text: "one" }] } },
    { type: "tool-call", result: { content: [{ text: "two" }] } },
    { type: "tool-result", result: { content: [{ text: "three" }] } },
  ]);
});

test("what the tool returned is kept beside what the model saw, without repeating it", () => {
  const long = "cart.ts\n".repeat(30);
  const { messages } = read(
    call("a", "ls"),
    result("a", long, {
      providerOptions: {
        cursor: {
          highLevelToolCallResult: {
            isError: true,
            output: { failure: { exitCode: 3, stdout: long } },
          },
        },
      },
    }),
  );
  const [only] = calls(messages);
  expect(only).toMatchObject({ status: "failed", result: { isError: true, exitCode: 3 } });
  expect(JSON.stringify(only).split("cart.ts")).toHaveLength(31);
});

test("the form of OpenAI gives the same", () => {
  const { messages } = read(
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", function: { name: "Shell", arguments: '{"command":"ls"}' } }],
    },
    { role: "tool", tool_call_id: "a", content: "cart.ts" },
  );
  expect(calls(messages)).toMatchObject([
    {
      id: "a",
      name: "Shell",
      input: { command: "ls" },
      result: { content: [{ text: "cart.ts" }] },
    },
  ]);
});

test("arguments that are no JSON stay as they are", () => {
  const { messages } = read({
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "a", toolName: "Shell", args: '{"command":"l' }],
  });
  expect(calls(messages)[0]).toMatchObject({ rawInput: '{"command":"l' });
  expect(calls(messages)[0]).not.toHaveProperty("input");
});

test("reasoning: text, encrypted, and nothing", () => {
  const { messages } = read({
    role: "assistant",
    content: [
      { type: "reasoning", text: "The cart is empty.", signature: "c2VjcmV0" },
      { type: "reasoning", text: "", signature: "c2VjcmV0" },
      { type: "redacted-reasoning", data: "c2VjcmV0" },
      { type: "reasoning", text: "" },
      { type: "text", text: "Done.\n\n[REDACTED]" },
      { type: "text", text: "It says [REDACTED]" },
    ],
  });
  expect(messages[0]?.parts).toEqual([
    { type: "reasoning", text: "The cart is empty.", signature: "c2VjcmV0" },
    { type: "reasoning", redacted: true, signature: "c2VjcmV0" },
    { type: "reasoning", redacted: true, encrypted: "c2VjcmV0" },
    { type: "text", text: "Done." },
    { type: "reasoning", redacted: true },
    { type: "text", text: "It says [REDACTED]" },
  ]);
});

test("the system prompt is counted, not shown", () => {
  const { messages, fates } = read({ role: "system", content: "You are an agent." });
  expect(messages).toEqual([]);
  expect(fates.get("m0")).toEqual({ skipped: "system-prompt" });
  const other = { role: "system", content: "You are an agent.", weather: "fog" };
  expect(read(other).messages).toMatchObject([{ parts: [{ type: "unknown", native: other }] }]);
});

test("the prompt, its time and its request; context alone is the tool's message", () => {
  const { messages } = read(
    { role: "user", content: "<user_info>\nOS Version: linux\n</user_info>" },
    {
      role: "user",
      content: [
        {
          type: "text",
          text: "<timestamp>Friday, Feb 6, 2026, 8:00 AM (UTC)</timestamp>\n<user_query>\nAdd a cart\n</user_query>",
        },
      ],
      providerOptions: { cursor: { requestId: "r1" } },
    },
  );
  expect(messages).toEqual([
    {
      id: "m0",
      role: "user",
      synthetic: "context",
      parts: [{ type: "text", text: "OS Version: linux", synthetic: "context" }],
      origin: { at: 0 },
    },
    {
      id: "m1",
      role: "user",
      createdAt: "2026-02-06T08:00:00.000Z",
      parts: [{ type: "text", text: "Add a cart" }],
      origin: { at: 1 },
      native: { requestId: "r1" },
    },
  ]);
});

test("a summary is the place of a compaction", () => {
  const { messages } = read({
    role: "user",
    content: [{ type: "text", text: "So far: a cart." }],
    providerOptions: { cursor: { isSummary: true } },
  });
  expect(messages).toMatchObject([
    { role: "system", parts: [{ type: "compaction", summary: "So far: a cart." }] },
  ]);
});

test("a reminder in the words of the user is the tool's", () => {
  const { messages } = read({
    role: "user",
    content: "You called Read three times.",
    providerOptions: { cursor: { loopReminder: true } },
  });
  expect(messages[0]).toMatchObject({ synthetic: "reminder", parts: [{ synthetic: "reminder" }] });
});

test("the model is the one that a part names", () => {
  const { messages } = read({
    role: "assistant",
    content: [{ type: "text", text: "Hi", providerOptions: { cursor: { modelName: "sonnet-4" } } }],
  });
  expect(messages[0]?.model).toBe("sonnet-4");
});

test.each([
  [{ __type: "Uint8Array", hex: "89504e470d0a1a0a" }],
  ["iVBORw0KGgo="],
  ["data:image/png;base64,iVBORw0KGgo="],
])("the image %j becomes a file", (image) => {
  const { messages } = read({ role: "user", content: [{ type: "image", image }] });
  expect(messages[0]?.parts).toEqual([
    { type: "file", mediaType: "image/png", data: "iVBORw0KGgo=", from: "upload" },
  ]);
});

test("parts and roles that are not known are kept as they are", () => {
  const { messages, fates } = read(
    { role: "assistant", content: [{ type: "hologram", beams: 3 }, 7] },
    { role: "oracle", content: "42" },
  );
  expect(messages.flatMap(({ parts }) => parts)).toEqual([
    { type: "unknown", recordType: "part/hologram", native: { type: "hologram", beams: 3 } },
    { type: "unknown", recordType: "part/number", native: { type: "number", value: 7 } },
    { type: "unknown", recordType: "oracle", native: { role: "oracle", content: "42" } },
  ]);
  expect(fates.get("m1")).toEqual("unknown");
});

test("messages of the same words get ids of their own", () => {
  const message = { role: "user", content: "continue" };
  const record = () => agentRecord(message, "blob", "blob") ?? [];
  const { messages } = agentMessages([record(), record()].flat());
  expect(messages.map(({ id }) => id)).toEqual(["blob", "blob~2"]);
});

test("what has another shape is kept and told, and what is secret is in nothing", () => {
  const tally = new TallyCounter();
  const records: JsonObject[] = [
    { role: "assistant", content: [{ type: "text", text: { beams: 3 } }], apiKey: "k1" },
    { role: "assistant", contentNext: "42", options: { accessToken: "k2" } },
    call("a", "ls"),
    result("a", "cart.ts", { weather: { wind: "north", clientSecret: "k3" } }),
  ];
  const read = records.flatMap((message, at) => agentRecord(message, at, `m${at}`) ?? []);
  const { messages, fates } = agentMessages(read, tally);
  expect(messages.flatMap(({ parts }) => parts)).toMatchObject([
    { type: "unknown", native: { type: "text", text: { beams: 3 } } },
    { type: "unknown", recordType: "assistant", native: { contentNext: "42" } },
    { type: "tool-call", result: { native: { weather: { wind: "north" } } } },
  ]);
  expect(JSON.stringify(messages)).not.toMatch(/k[123]/);
  expect(fates.get("m1")).toBe("unknown");
  expect(tally.result().unknownFields).toEqual({ "message-key.weather": 1 });
});
