import { setTimeout as wait } from "node:timers/promises";
import { answer } from "./answer.mjs";
import { filledInput } from "./scripts.mjs";
import * as wire from "./wire.mjs";

/** OpenAI's Chat Completions, streamed or not, below any address. @type {import("./server.mjs").Protocol} */
export const openaiChat = {
  asks: (path) => path.endsWith("/chat/completions"),
  answer: ({ body, response, scripts, count }) =>
    answer({
      turns: turnsOf(body.messages),
      scripts,
      count,
      say: (step, number) => send(response, body, step, number),
      fail: ({ status, type, message }) =>
        wire.sendJson(response, status, { error: { message, type, param: null, code: null } }),
    }),
};

/** The texts of each turn, without results of tools. */
function turnsOf(/** @type {any[]} */ messages) {
  return messages.map(({ role, content, tool_calls }) => {
    if (role === "tool") return { role, text: "" };
    /** @type {{ text?: string }[]} */
    const parts = typeof content === "string" ? [{ text: content }] : (content ?? []);
    const text = parts.map((part) => part.text ?? "").join("\n");
    return { role, text, ...wire.stepOfCall(tool_calls?.[0]?.id) };
  });
}

async function send(
  /** @type {import("node:http").ServerResponse} */ response,
  /** @type {any} */ request,
  /** @type {import("./scripts.mjs").Step} */ step,
  /** @type {number} */ number,
) {
  const blocks = step.blocks ?? [];
  const calls = blocks
    .flatMap((block) => (block.type === "tool" ? [block] : []))
    .map(({ name, input }, index) => {
      const text = JSON.stringify(filledInput(input, request));
      const id = wire.callIdOf("call", number);
      return { index, id: `${id}`, type: "function", function: { name, arguments: text } };
    });
  const finish_reason = step.stop ?? (calls.length > 0 ? "tool_calls" : "stop");
  const { input_tokens, output_tokens, cached_tokens, reasoning_tokens } = {
    cached_tokens: 0,
    reasoning_tokens: 0,
    input_tokens: wire.tokensOf(request.messages),
    output_tokens: Math.max(1, wire.tokensOf(blocks)),
    ...step.usage,
  };
  const usage = {
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    total_tokens: input_tokens + output_tokens,
    prompt_tokens_details: { cached_tokens },
    completion_tokens_details: { reasoning_tokens },
  };
  const told = { input: input_tokens, output: output_tokens };
  const head = { id: wire.idOf("chatcmpl"), created: 1_790_000_000, model: request.model };
  if (step.delay) await wait(step.delay);
  if (!request.stream) {
    const said = (/** @type {string} */ type) =>
      blocks.flatMap((block) => (block.type === type && "text" in block ? [block.text] : []));
    const message = {
      role: "assistant",
      content: said("text").join("\n") || null,
      ...(said("thinking").length > 0 && { reasoning_content: said("thinking").join("\n") }),
      ...(calls.length > 0 && { tool_calls: calls.map(({ index: _, ...call }) => call) }),
    };
    const choices = [{ index: 0, message, finish_reason, logprobs: null }];
    wire.sendJson(response, 200, { ...head, object: "chat.completion", choices, usage });
    return told;
  }

  const event = wire.startEvents(response);
  const chunk = { ...head, object: "chat.completion.chunk" };
  const say = (/** @type {object} */ delta, /** @type {string | null} */ finish = null) =>
    event({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] });
  say({ role: "assistant", content: "" });
  for (const block of blocks) {
    if (block.type !== "text" && block.type !== "thinking") continue;
    const key = block.type === "text" ? "content" : "reasoning_content";
    for (const piece of wire.pieces(block.text)) {
      if (step.pause) await wait(step.pause);
      say({ [key]: piece });
    }
  }
  for (const { function: called, ...call } of calls) {
    say({ tool_calls: [{ ...call, function: { name: called.name, arguments: "" } }] });
    for (const piece of wire.pieces(called.arguments))
      say({ tool_calls: [{ index: call.index, function: { arguments: piece } }] });
  }
  const broken = { error: { message: "Overloaded", type: "server_error" } };
  if (await wire.endsEarly(response, step, () => event(broken))) return undefined;
  say({}, finish_reason);
  if (request.stream_options?.include_usage) event({ ...chunk, choices: [], usage });
  event("[DONE]");
  response.end();
  return told;
}
