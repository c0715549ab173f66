import { setTimeout as wait } from "node:timers/promises";
import { answer } from "./answer.mjs";
import { filledInput } from "./scripts.mjs";
import * as wire from "./wire.mjs";

/** Google's Gemini API, streamed or not. @type {import("./server.mjs").Protocol} */
export const gemini = {
  asks: (path) => /:(streamGenerateContent|generateContent|countTokens)$/.test(path),
  async answer({ path, body, response, scripts, count }) {
    if (path.endsWith(":countTokens")) {
      wire.sendJson(response, 200, { totalTokens: wire.tokensOf(body.contents) });
      return { note: "count_tokens" };
    }
    return answer({
      turns: turnsOf(body.contents),
      scripts,
      count,
      say: (step, number) => send(response, path, body, step, number),
      fail: ({ status, type, message }) =>
        wire.sendJson(response, status, { error: { code: status, message, status: type } }),
    });
  },
};

/** The texts of each turn, without thoughts and results of tools. */
function turnsOf(/** @type {any[]} */ contents) {
  return contents.map(({ role, parts }) => {
    /** @type {{ text?: string, thought?: boolean, functionCall?: { id?: string } }[]} */
    const all = parts;
    const texts = all.flatMap(({ text, thought }) => (text && !thought ? [text] : []));
    const id = all.find(({ functionCall }) => functionCall)?.functionCall?.id;
    return {
      role: role === "model" ? "assistant" : role,
      text: texts.join("\n"),
      ...wire.stepOfCall(id),
    };
  });
}

/**
 * The parts of a block, one after the other.
 *
 * @param {import("./scripts.mjs").Block} block
 * @param {unknown} request
 * @param {number} number The step.
 * @returns {object[]}
 */
function partsOf(block, request, number) {
  switch (block.type) {
    case "text":
      return wire.pieces(block.text).map((text) => ({ text }));
    case "thinking":
      // The API sums up each thought in one piece.
      return [{ text: block.text, thought: true }];
    case "redacted":
      return [{ text: "", thoughtSignature: block.data }];
    case "tool": {
      const args = filledInput(block.input, request);
      return [{ functionCall: { id: wire.callIdOf("call", number), name: block.name, args } }];
    }
  }
}

async function send(
  /** @type {import("node:http").ServerResponse} */ response,
  /** @type {string} */ path,
  /** @type {any} */ request,
  /** @type {import("./scripts.mjs").Step} */ step,
  /** @type {number} */ number,
) {
  const parts = (step.blocks ?? []).flatMap((block) => partsOf(block, request, number));
  const { input_tokens, output_tokens, cached_tokens, reasoning_tokens } = {
    cached_tokens: 0,
    reasoning_tokens: 0,
    input_tokens: wire.tokensOf(request.contents),
    output_tokens: Math.max(1, wire.tokensOf(step.blocks)),
    ...step.usage,
  };
  const end = {
    usageMetadata: {
      promptTokenCount: input_tokens,
      candidatesTokenCount: output_tokens,
      cachedContentTokenCount: cached_tokens,
      thoughtsTokenCount: reasoning_tokens,
      totalTokenCount: input_tokens + output_tokens + reasoning_tokens,
    },
  };
  const head = {
    modelVersion: /models\/([^:]+):/.exec(path)?.[1],
    responseId: wire.idOf("resp"),
  };
  const candidate = (/** @type {object[]} */ said, /** @type {string | undefined} */ reason) => ({
    ...head,
    candidates: [
      {
        content: { role: "model", parts: said },
        index: 0,
        ...(reason !== undefined && { finishReason: reason }),
      },
    ],
  });
  const reason = step.stop ?? "STOP";
  if (step.delay) await wait(step.delay);
  const told = { input: input_tokens, output: output_tokens + reasoning_tokens };
  if (path.endsWith(":generateContent")) {
    wire.sendJson(response, 200, { ...candidate(parts, reason), ...end });
    return told;
  }

  const event = wire.startEvents(response);
  for (const part of parts) {
    if (step.pause) await wait(step.pause);
    event(candidate([part], undefined));
  }
  const broken = { error: { code: 503, message: "Overloaded", status: "UNAVAILABLE" } };
  if (await wire.endsEarly(response, step, () => event(broken))) return undefined;
  event({ ...candidate([{ text: "" }], reason), ...end });
  response.end();
  return told;
}
