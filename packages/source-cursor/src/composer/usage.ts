import { type JsonObject, type Message, present, type Usage } from "@chatexport/core";
import { numberOf, objectOf } from "@chatexport/core/read";

/**
 * The tokens of a bubble: `tokenCount`, or `usage` in the names of the API. Cursor writes zero for what
 * it does not know (since November 2025 nearly always).
 */
export function usageOf(bubble: JsonObject): Usage | undefined {
  const count = objectOf(bubble.tokenCount);
  const usage = objectOf(bubble.usage);
  const result: Usage = present({
    inputTokens: tokens(count?.inputTokens) ?? tokens(usage?.input_tokens),
    outputTokens: tokens(count?.outputTokens) ?? tokens(usage?.output_tokens),
  });
  return Object.keys(result).length > 0 ? result : undefined;
}

function tokens(value: unknown): number | undefined {
  const count = numberOf(value);
  return count !== undefined && count > 0 ? count : undefined;
}

const fewest = 4;

/**
 * Takes counts that only ever grow off the messages: some versions wrote running totals, which would
 * count each token many times. They stay in `native`, for a few true counts may look the same.
 */
export function withoutRunningTotals(messages: readonly Message[]): void {
  const counted = messages.filter(({ usage }) => usage?.outputTokens !== undefined);
  if (counted.length < fewest) return;
  let last = 0;
  for (const { usage } of counted) {
    if ((usage?.outputTokens ?? 0) < last) return;
    last = usage?.outputTokens ?? last;
  }
  for (const message of counted) {
    const { inputTokens, outputTokens } = message.usage ?? {};
    message.native = { ...message.native, tokenCount: present({ inputTokens, outputTokens }) };
    delete message.usage;
  }
}
