import { present, type Usage } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/** Tokens and cost in US dollars, of a step or, with "total_", of a trajectory; the input contains what came from the cache. */
export function usageOf(metrics: Fields, prefix: "" | "total_" = ""): Usage | undefined {
  const amount = metrics.number(`${prefix}cost_usd`);
  const extra = metrics.object("extra");
  const usage = present<Usage>({
    inputTokens: metrics.number(`${prefix}prompt_tokens`),
    outputTokens: metrics.number(`${prefix}completion_tokens`),
    cacheReadTokens: metrics.number(`${prefix}cached_tokens`),
    cacheWriteTokens: extra?.number("cache_write_tokens"),
    reasoningTokens: extra?.number("reasoning_tokens"),
    cost: amount === undefined ? undefined : { amount, currency: "USD" },
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}
