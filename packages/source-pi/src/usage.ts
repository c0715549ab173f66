import { present, type Usage } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/**
 * The tokens and the cost in US dollars; pi's input leaves caches out, its output has the reasoning. Undefined where all are
 * zero, as in an answer that was counted by nobody.
 */
export function usageIn(fields: Fields): Usage | undefined {
  const counts = fields.object("usage");
  if (!counts) return undefined;
  const [input, read, write] = [
    counts.number("input"),
    counts.number("cacheRead"),
    counts.number("cacheWrite"),
  ];
  const cost = counts.object("cost");
  const amount = cost?.number("total");
  // The amounts of the total.
  for (const name of ["input", "output", "cacheRead", "cacheWrite"]) cost?.number(name);
  const output = counts.number("output");
  if (!input && !read && !write && !output && !amount) return undefined;
  return present<Usage>({
    inputTokens: input === undefined ? undefined : input + (read ?? 0) + (write ?? 0),
    outputTokens: output,
    cacheReadTokens: read,
    cacheWriteTokens: write,
    reasoningTokens: counts.number("reasoning"),
    cost: amount === undefined ? undefined : { amount, currency: "USD" },
  });
}
