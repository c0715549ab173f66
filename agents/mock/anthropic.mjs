import { setTimeout as wait } from "node:timers/promises";
import { answer } from "./answer.mjs";
import { filledInput } from "./scripts.mjs";
import * as wire from "./wire.mjs";

/** Anthropic's Messages API, streamed or not. @type {import("./server.mjs").Protocol} */
export const anthropicMessages = {
  asks: (path) => /^\/v1\/messages(\/count_tokens)?$/.test(path),
  async answer({ path, body, response, scripts, count }) {
    if (path.endsWith("/count_tokens")) {
      wire.sendJson(response, 200, { input_tokens: wire.tokensOf(body.messages) });
      return { note: "count_tokens" };
    }
    return answer({
      turns: turnsOf(body.messages),
      scripts,
      count,
      say: (step, number) => send(response, body, step, number),
      fail: ({ status, type, message }) =>
        wire.sendJson(response, status, { type: "error", error: { type, message } }),
    });
  },
};

/** The texts of each turn, without results of tools. */
function turnsOf(/** @type {any[]} */ messages) {
  return messages.map(({ role, content }) => {
    if (typeof content === "string") return { role, text: content };
    /** @type {{ type: string, text: string, id: string }[]} */
    const blocks = content;
    const texts = blocks.flatMap(({ type, text }) => (type === "text" ? [text] : []));
    const call = blocks.find(({ type }) => type === "tool_use");
    return { role, text: texts.join("\n"), ...wire.stepOfCall(call?.id) };
  });
}

/**
 * A block when it is whole, as it starts in a stream, and what the stream adds.
 *
 * @param {import("./scripts.mjs").Block} block
 * @param {unknown} request
 * @param {number} number The step.
 */
function blockOf(block, request, number) {
  switch (block.type) {
    case "text": {
      const deltas = wire.pieces(block.text).map((text) => ({ type: "text_delta", text }));
      return { whole: block, start: { ...block, text: "" }, deltas };
    }
    case "thinking": {
      const signature = "c2lnbmF0dXJl";
      const whole = { type: "thinking", thinking: block.text, signature };
      const deltas = [
        ...wire.pieces(block.text).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature },
      ];
      return { whole, start: { ...whole, thinking: "", signature: "" }, deltas };
    }
    case "redacted": {
      const whole = { type: "redacted_thinking", data: block.data };
      return { whole, start: whole, deltas: [] };
    }
    case "tool": {
      const input = filledInput(block.input, request);
      const id = wire.callIdOf("toolu", number);
      const whole = { type: "tool_use", id, name: block.name, input };
      const deltas = wire.pieces(JSON.stringify(input)).map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      }));
      return { whole, start: { ...whole, input: {} }, deltas };
    }
  }
}

async function send(
  /** @type {import("node:http").ServerResponse} */ response,
  /** @type {any} */ request,
  /** @type {import("./scripts.mjs").Step} */ step,
  /** @type {number} */ number,
) {
  const blocks = (step.blocks ?? []).map((block) => blockOf(block, request, number));
  const content = blocks.map(({ whole }) => whole);
  const usage = {
    input_tokens: wire.tokensOf(request.messages),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: Math.max(1, wire.tokensOf(step.blocks)),
    ...step.usage,
  };
  const message = {
    id: wire.idOf("msg"),
    type: "message",
    role: "assistant",
    model: request.model,
  };
  const calls = content.some(({ type }) => type === "tool_use");
  const stop = {
    stop_reason: step.stop ?? (calls ? "tool_use" : "end_turn"),
    stop_sequence: null,
    ...(step.stopDetails && { stop_details: step.stopDetails }),
  };
  if (step.delay) await wait(step.delay);
  if (!request.stream) return wire.sendJson(response, 200, { ...message, content, ...stop, usage });

  const event = wire.startEvents(response);
  const say = (/** @type {string} */ type, /** @type {object} */ rest = {}) =>
    event({ type, ...rest }, type);
  say("message_start", {
    message: {
      ...message,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    },
  });
  for (const [index, { start, deltas }] of blocks.entries()) {
    say("content_block_start", { index, content_block: start });
    for (const delta of deltas) {
      if (step.pause) await wait(step.pause);
      say("content_block_delta", { index, delta });
    }
    say("content_block_stop", { index });
  }
  const broken = { type: "overloaded_error", message: "Overloaded" };
  if (await wire.endsEarly(response, step, () => say("error", { error: broken }))) return;
  say("message_delta", { delta: stop, usage });
  say("message_stop");
  response.end();
}
