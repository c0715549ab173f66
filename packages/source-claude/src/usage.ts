import { type JsonObject, numberOf, objectOf, present, type Usage } from "@chatexport/core";

/**
 * The tokens of a response in inclusive totals. Claude Code counts the input without what was read
 * from and written to the cache; thinking is contained in its output.
 */
export function usageOf(usage: JsonObject | undefined, costUSD: unknown): Usage | undefined {
  const cost = numberOf(costUSD);
  if (!usage && cost === undefined) return undefined;
  const cacheReadTokens = numberOf(usage?.cache_read_input_tokens);
  const cacheWriteTokens = numberOf(usage?.cache_creation_input_tokens);
  const uncached = numberOf(usage?.input_tokens);
  const result: Usage = present({
    inputTokens:
      uncached === undefined
        ? undefined
        : uncached + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens: numberOf(usage?.output_tokens),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: numberOf(objectOf(usage?.output_tokens_details)?.thinking_tokens),
    cost: cost === undefined ? undefined : { amount: cost, currency: "USD" },
  });
  return Object.keys(result).length > 0 ? result : undefined;
}
