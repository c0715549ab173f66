import { afterEach, describe, expect, test } from "vitest";
import { gemini } from "../../agents/mock/gemini.mjs";
import { openaiChat } from "../../agents/mock/openai-chat.mjs";
import { openaiResponses } from "../../agents/mock/openai-responses.mjs";
import type { Script } from "../../agents/mock/scripts.mjs";
import { startMock } from "../../agents/mock/server.mjs";

let mock: Awaited<ReturnType<typeof startMock>> | undefined;
afterEach(() => mock?.close());

/** The answer as a client reads it. */
type Answer = { thinking: string; text: string; calls: { id: string; input: unknown }[] };
type Fetch = (path: string, body: object) => Promise<Response>;

/** A conversation as a client of a vendor keeps it. */
type Conversation = {
  /** Asks; keeps the answer and what its calls gave. */
  ask: (prompt?: string) => Promise<Answer>;
  status: (prompt: string) => Promise<number>;
};

const model = "a-model";

/** The events of a stream. */
async function eventsOf(response: Response) {
  const data = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)];
  return data.map(([, json]) => JSON.parse(json ?? ""));
}

function chat(post: Fetch): Conversation {
  const messages: object[] = [];
  const send = (body: object) => post("/v1/chat/completions", { model, stream: true, ...body });
  return {
    status: async (content) => (await send({ messages: [{ role: "user", content }] })).status,
    async ask(content) {
      if (content !== undefined) messages.push({ role: "user", content });
      const answer: Answer = { thinking: "", text: "", calls: [] };
      const inputs: string[] = [];
      for (const { choices } of await eventsOf(await send({ messages }))) {
        const { content = "", reasoning_content = "", tool_calls = [] } = choices[0].delta;
        answer.text += content;
        answer.thinking += reasoning_content;
        for (const { index, id, function: called } of tool_calls) {
          if (id) answer.calls[index] = { id, input: undefined };
          inputs[index] = (inputs[index] ?? "") + called.arguments;
        }
      }
      for (const [index, call] of answer.calls.entries())
        call.input = JSON.parse(inputs[index] ?? "");
      const tool_calls = answer.calls.map(({ id }) => ({ id, type: "function" }));
      messages.push({ role: "assistant", content: answer.text, tool_calls });
      for (const { id } of answer.calls)
        messages.push({ role: "tool", tool_call_id: id, content: "[[another]]" });
      return answer;
    },
  };
}

function responses(post: Fetch): Conversation {
  const input: object[] = [];
  const send = (body: object) => post("/v1/responses", { model, stream: true, ...body });
  return {
    status: async (content) => (await send({ input: content })).status,
    async ask(content) {
      if (content !== undefined)
        input.push({ role: "user", content: [{ type: "input_text", text: content }] });
      const answer: Answer = { thinking: "", text: "", calls: [] };
      for (const { type, delta, item } of await eventsOf(await send({ input }))) {
        if (type === "response.output_text.delta") answer.text += delta;
        if (type === "response.reasoning_summary_text.delta") answer.thinking += delta;
        if (type !== "response.output_item.done") continue;
        input.push(item);
        if (item.type !== "function_call") continue;
        answer.calls.push({ id: item.call_id, input: JSON.parse(item.arguments) });
      }
      for (const { id } of answer.calls)
        input.push({ type: "function_call_output", call_id: id, output: "[[another]]" });
      return answer;
    },
  };
}

function geminiContents(post: Fetch): Conversation {
  const contents: object[] = [];
  const path = `/v1beta/models/${model}:streamGenerateContent?alt=sse`;
  return {
    status: async (text) =>
      (await post(path, { contents: [{ role: "user", parts: [{ text }] }] })).status,
    async ask(text) {
      if (text !== undefined) contents.push({ role: "user", parts: [{ text }] });
      const answer: Answer = { thinking: "", text: "", calls: [] };
      const parts = (await eventsOf(await post(path, { contents }))).flatMap(
        ({ candidates }) => candidates[0].content.parts,
      );
      for (const { text: piece = "", thought, functionCall } of parts) {
        answer[thought ? "thinking" : "text"] += piece;
        if (functionCall) answer.calls.push({ id: functionCall.id, input: functionCall.args });
      }
      contents.push({ role: "model", parts });
      const results = answer.calls.map(({ id }) => ({
        functionResponse: { id, name: "shell", response: { output: "[[another]]" } },
      }));
      if (results.length > 0) contents.push({ role: "user", parts: results });
      return answer;
    },
  };
}

describe.each([
  { name: "OpenAI Chat", protocol: openaiChat, talk: chat },
  { name: "OpenAI Responses", protocol: openaiResponses, talk: responses },
  { name: "Gemini", protocol: gemini, talk: geminiContents },
])("$name", ({ protocol, talk }) => {
  async function start(steps: Script["steps"]) {
    mock = await startMock({ protocols: [protocol], scripts: { talk: { steps } } });
    const { url } = mock;
    return talk((path, body) =>
      fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) }),
    );
  }

  test("says one step after the other", async () => {
    const { ask } = await start([
      [
        { type: "thinking", text: "It is a question." },
        { type: "text", text: "I look — 日本 👩‍👩‍👧." },
        { type: "tool", name: "shell", input: { command: "ls" } },
        { type: "tool", name: "shell", input: { command: "pwd" } },
      ],
      [{ type: "text", text: "Done." }],
      [{ type: "text", text: "Done again." }],
    ]);
    const first = await ask("Please. [[talk]]");
    expect(first).toMatchObject({
      thinking: "It is a question.",
      text: "I look — 日本 👩‍👩‍👧.",
      calls: [{ input: { command: "ls" } }, { input: { command: "pwd" } }],
    });
    expect(new Set(first.calls.map(({ id }) => id)).size).toBe(2);
    expect(await ask()).toMatchObject({ text: "Done.", calls: [] });
    expect(await ask("Once more.")).toMatchObject({ text: "Done again." });
    expect(await ask("From the beginning: [[talk]]")).toMatchObject({ text: first.text });
  });

  test("fails as often as it is told to", async () => {
    const error = { status: 503, type: "server_error", message: "Overloaded", times: 1 };
    const { status } = await start([{ error, blocks: [{ type: "text", text: "At last." }] }]);
    expect([await status("[[talk]]"), await status("[[talk]]")]).toEqual([503, 200]);
  });

  test("loses the connection in the middle of an answer", async () => {
    const { ask } = await start([{ blocks: [{ type: "text", text: "Cut" }], ends: "drop" }]);
    await expect(ask("[[talk]]")).rejects.toThrow();
  });
});
