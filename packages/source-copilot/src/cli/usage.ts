import { type JsonObject, present, type Usage } from "@chatexport/core";
import { numberOf, objectOf } from "@chatexport/core/read";

/** Tokens as the tool counts them: input with what came from the cache, output with reasoning. */
export function usageOf(counts: JsonObject | undefined): Usage | undefined {
  const usage = present<Usage>({
    inputTokens: numberOf(counts?.inputTokens),
    outputTokens: numberOf(counts?.outputTokens),
    cacheReadTokens: numberOf(counts?.cacheReadTokens),
    cacheWriteTokens: numberOf(counts?.cacheWriteTokens),
    reasoningTokens: numberOf(counts?.reasoningTokens),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** The tokens of all models in what the tool notes when a run ends: newer versions count over all runs. */
export function totalOf(shutdowns: readonly JsonObject[]): Usage | undefined {
  const isOverAll = shutdowns.some(({ accountingSnapshot }) => objectOf(accountingSnapshot));
  const counted = isOverAll ? shutdowns.slice(-1) : shutdowns;
  const usages = counted.flatMap(({ accountingSnapshot, modelMetrics }) => {
    const metrics = objectOf(objectOf(accountingSnapshot)?.modelMetrics ?? modelMetrics) ?? {};
    return Object.values(metrics).flatMap((each) => usageOf(objectOf(objectOf(each)?.usage)) ?? []);
  });
  return usages.length === 0 ? undefined : usages.reduce(added);
}

/** The sum of two counts; what only one of them knows is kept. */
function added(one: Usage, other: Usage): Usage {
  const sum = (name: Exclude<keyof Usage, "cost">) =>
    one[name] === undefined && other[name] === undefined
      ? undefined
      : (one[name] ?? 0) + (other[name] ?? 0);
  return present<Usage>({
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
    reasoningTokens: sum("reasoningTokens"),
  });
}
