import { present, type Usage } from "@chatexport/core";
import { type Fields, sumOfUsage } from "@chatexport/core/source";

/** Tokens as the tool counts them: input with what came from the cache, output with reasoning. */
export function usageOf(counts: Fields | undefined): Usage | undefined {
  const usage = present<Usage>({
    inputTokens: counts?.number("inputTokens"),
    outputTokens: counts?.number("outputTokens"),
    cacheReadTokens: counts?.number("cacheReadTokens"),
    cacheWriteTokens: counts?.number("cacheWriteTokens"),
    reasoningTokens: counts?.number("reasoningTokens"),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** The tool's notes at the end of a run. */
export interface Shutdown {
  /** The tokens of each model. */
  usages: Usage[];
  /** They are those of all runs so far, as newer versions count. */
  isOverAll: boolean;
}

/** Reads what the tool noted at the end of a run. */
export function shutdownOf(data: Fields): Shutdown {
  const snapshot = data.object("accountingSnapshot");
  const metrics = snapshot?.object("modelMetrics") ?? data.object("modelMetrics");
  return {
    usages: (metrics?.names ?? []).flatMap(
      (model) => usageOf(metrics?.object(model)?.object("usage")) ?? [],
    ),
    isOverAll: snapshot !== undefined,
  };
}

/** The tokens of all models over all runs. */
export function totalOf(shutdowns: readonly Shutdown[]): Usage | undefined {
  const counted = shutdowns.some(({ isOverAll }) => isOverAll) ? shutdowns.slice(-1) : shutdowns;
  const usages = counted.flatMap((shutdown) => shutdown.usages);
  return usages.length === 0 ? undefined : usages.reduce(sumOfUsage);
}
