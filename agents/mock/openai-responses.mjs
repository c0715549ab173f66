import { setTimeout as wait } from "node:timers/promises";
import { answer } from "./answer.mjs";
import { filledInput } from "./scripts.mjs";
import * as wire from "./wire.mjs";

/** OpenAI's Responses, streamed or not, below any address. @type {import("./server.mjs").Protocol} */
export const openaiResponses = {
  asks: (path) => path.endsWith("/responses"),
  answer: ({ body, response, scripts, count }) =>
    answer({
      turns: turnsOf(body.input),
      scripts,
      count,
      say: (step, number) => send(response, body, step, number),
      fail: ({ status, type, message }) =>
        wire.sendJson(response, status, { error: { message, type, param: null, code: null } }),
    }),
};

/** The texts of each item, without results of tools. */
function turnsOf(/** @type {string | any[]} */ input) {
  if (typeof input === "string") return [{ role: "user", text: input }];
  return input.flatMap(({ type = "message", role, content, call_id }) => {
    if (type === "reasoning") return [];
    if (type.endsWith("_call_output")) return [{ role: "tool", text: "" }];
    if (type !== "message") return [{ role: "assistant", text: "", ...wire.stepOfCall(call_id) }];
    /** @type {{ text?: string }[]} */
    const parts = typeof content === "string" ? [{ text: content }] : content;
    return [{ role, text: parts.map((part) => part.text ?? "").join("\n") }];
  });
}

/**
 * An item when it is whole, and the events between its start and its end.
 *
 * @param {import("./scripts.mjs").Block} block
 * @param {unknown} request
 * @param {number} number The step.
 */
function itemOf(block, request, number) {
  switch (block.type) {
    case "text": {
      const part = { type: "output_text", text: block.text, annotations: [], logprobs: [] };
      const whole = { type: "message", id: wire.idOf("msg"), role: "assistant", content: [part] };
      const at = { content_index: 0 };
      return {
        whole: { ...whole, status: "completed" },
        start: { ...whole, status: "in_progress", content: [] },
        events: [
          { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
          ...wire.pieces(block.text).map((delta) => ({
            type: "response.output_text.delta",
            ...at,
            delta,
            logprobs: [],
          })),
          { type: "response.output_text.done", ...at, text: block.text, logprobs: [] },
          { type: "response.content_part.done", ...at, part },
        ],
      };
    }
    case "thinking": {
      const part = { type: "summary_text", text: block.text };
      const whole = { type: "reasoning", id: wire.idOf("rs"), summary: [part] };
      const at = { summary_index: 0 };
      return {
        whole,
        start: { ...whole, summary: [] },
        events: [
          { type: "response.reasoning_summary_part.added", ...at, part: { ...part, text: "" } },
          ...wire.pieces(block.text).map((delta) => ({
            type: "response.reasoning_summary_text.delta",
            ...at,
            delta,
          })),
          { type: "response.reasoning_summary_text.done", ...at, text: block.text },
          { type: "response.reasoning_summary_part.done", ...at, part },
        ],
      };
    }
    case "redacted": {
      const whole = { type: "reasoning", id: wire.idOf("rs"), summary: [] };
      return { whole: { ...whole, encrypted_content: block.data }, start: whole, events: [] };
    }
    case "tool": {
      const input = filledInput(block.input, request);
      const { namespace, name } = block;
      const call = {
        call_id: wire.callIdOf("call", number),
        ...(namespace && { namespace }),
        name,
      };
      if (typeof input === "string") {
        const whole = { type: "custom_tool_call", id: wire.idOf("ctc"), ...call, input };
        return {
          whole: { ...whole, status: "completed" },
          start: { ...whole, status: "in_progress", input: "" },
          events: [
            ...wire.pieces(input).map((delta) => ({
              type: "response.custom_tool_call_input.delta",
              delta,
            })),
            { type: "response.custom_tool_call_input.done", input },
          ],
        };
      }
      const text = JSON.stringify(input);
      const whole = { type: "function_call", id: wire.idOf("fc"), ...call, arguments: text };
      return {
        whole: { ...whole, status: "completed" },
        start: { ...whole, status: "in_progress", arguments: "" },
        events: [
          ...wire.pieces(text).map((delta) => ({
            type: "response.function_call_arguments.delta",
            delta,
          })),
          { type: "response.function_call_arguments.done", name: block.name, arguments: text },
        ],
      };
    }
  }
}

async function send(
  /** @type {import("node:http").ServerResponse} */ response,
  /** @type {any} */ request,
  /** @type {import("./scripts.mjs").Step} */ step,
  /** @type {number} */ number,
) {
  const items = (step.blocks ?? []).map((block) => itemOf(block, request, number));
  const { input_tokens, output_tokens, cached_tokens, reasoning_tokens } = {
    cached_tokens: 0,
    reasoning_tokens: 0,
    input_tokens: wire.tokensOf(request.input),
    output_tokens: Math.max(1, wire.tokensOf(step.blocks)),
    ...step.usage,
  };
  const usage = {
    input_tokens,
    input_tokens_details: { cached_tokens },
    output_tokens,
    output_tokens_details: { reasoning_tokens },
    total_tokens: input_tokens + output_tokens,
  };
  const head = {
    id: wire.idOf("resp"),
    object: "response",
    created_at: 1_790_000_000,
    model: request.model,
    output: [],
    error: null,
    incomplete_details: step.stop ? { reason: step.stop } : null,
  };
  const whole = {
    ...head,
    status: step.stop ? "incomplete" : "completed",
    output: items.map((item) => item.whole),
    usage,
  };
  if (step.delay) await wait(step.delay);
  if (!request.stream) return wire.sendJson(response, 200, whole);

  const event = wire.startEvents(response);
  let sequence_number = 0;
  const say = (/** @type {{ type: string }} */ data) => {
    event({ ...data, sequence_number }, data.type);
    sequence_number += 1;
  };
  const started = { ...head, status: "in_progress" };
  const tell = (/** @type {string} */ type, /** @type {object} */ told) =>
    say(Object.assign({ type: `response.${type}` }, { response: told }));
  tell("created", started);
  tell("in_progress", started);
  for (const [output_index, item] of items.entries()) {
    const place = (/** @type {{ type: string }} */ data) =>
      say(Object.assign(data, { output_index }));
    place(Object.assign({ type: "response.output_item.added" }, { item: item.start }));
    for (const one of item.events) {
      if (step.pause) await wait(step.pause);
      place(Object.assign(one, { item_id: item.whole.id }));
    }
    place(Object.assign({ type: "response.output_item.done" }, { item: item.whole }));
  }
  const broken = { code: "server_error", message: "Overloaded" };
  const fail = () => tell("failed", { ...head, status: "failed", error: broken });
  if (await wire.endsEarly(response, step, fail)) return;
  tell(whole.status, whole);
  response.end();
}
