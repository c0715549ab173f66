import { present, type Usage } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/** Tokens and cost in US dollars of an answer, or of a session; the input contains what came from the cache. */
export function usageOf(counts: Fields): Usage {
  return present<Usage>({
    inputTokens: counts.number("inputTokens"),
    outputTokens: counts.number("outputTokens"),
    cacheReadTokens: counts.number("cacheReadTokens"),
    cacheWriteTokens: counts.number("cacheWriteTokens"),
    cost: costOf(counts),
  });
}

/** Tokens and cost as extensions count them: the input leaves out what came from the cache. */
export function requestUsage(counts: Fields): Usage {
  const input = counts.number("tokensIn");
  const read = counts.number("cacheReads");
  const written = counts.number("cacheWrites");
  return present<Usage>({
    inputTokens: input === undefined ? undefined : input + (read ?? 0) + (written ?? 0),
    outputTokens: counts.number("tokensOut"),
    cacheReadTokens: read,
    cacheWriteTokens: written,
    cost: costOf(counts),
  });
}

/** The tool writes 0 where it knows no prices. */
function costOf(counts: Fields): Usage["cost"] {
  const amount = counts.number("cost", "totalCost");
  return amount === undefined || amount === 0 ? undefined : { amount, currency: "USD" };
}
