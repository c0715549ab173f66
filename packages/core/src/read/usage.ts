import type { Usage } from "../model.js";
import { present } from "../present.js";

/** The sum of two counts of tokens; what only one of them knows is kept. Costs are in one currency. */
export function sumOfUsage(one: Usage, other: Usage): Usage {
  const amount = sum(one.cost?.amount, other.cost?.amount);
  const cost = one.cost ?? other.cost;
  return present<Usage>({
    inputTokens: sum(one.inputTokens, other.inputTokens),
    outputTokens: sum(one.outputTokens, other.outputTokens),
    cacheReadTokens: sum(one.cacheReadTokens, other.cacheReadTokens),
    cacheWriteTokens: sum(one.cacheWriteTokens, other.cacheWriteTokens),
    reasoningTokens: sum(one.reasoningTokens, other.reasoningTokens),
    cost: cost && amount !== undefined ? { ...cost, amount } : undefined,
  });
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}
