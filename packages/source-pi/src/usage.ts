import { present, type Usage } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/** Tokens and cost in US dollars; pi's input leaves caches out, its output has the reasoning. */
export function usageOf(counts: Fields): Usage {
  const [input, read, write] = [
    counts.number("input"),
    counts.number("cacheRead"),
    counts.number("cacheWrite"),
  ];
  const cost = counts.object("cost");
  const amount = cost?.number("total");
  // The amounts of the total.
  for (const name of ["input", "output", "cacheRead", "cacheWrite"]) cost?.number(name);
  return present<Usage>({
    inputTokens: input === undefined ? undefined : input + (read ?? 0) + (write ?? 0),
    outputTokens: counts.number("output"),
    cacheReadTokens: read,
    cacheWriteTokens: write,
    reasoningTokens: counts.number("reasoning"),
    cost: amount === undefined ? undefined : { amount, currency: "USD" },
  });
}
