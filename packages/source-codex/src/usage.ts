import { type JsonObject, present, type Usage } from "@chatexport/core";
import { numberOf } from "@chatexport/core/read";

/** Tokens as the tool counts them: its input and output are inclusive already. */
export function usageOf(counts: JsonObject): Usage | undefined {
  const usage = present({
    inputTokens: numberOf(counts.input_tokens),
    outputTokens: numberOf(counts.output_tokens),
    cacheReadTokens: numberOf(counts.cached_input_tokens),
    cacheWriteTokens: numberOf(counts.cache_write_input_tokens),
    reasoningTokens: numberOf(counts.reasoning_output_tokens),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** The sum of two usages; what neither knows stays unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum = (
    name:
      | "inputTokens"
      | "outputTokens"
      | "cacheReadTokens"
      | "cacheWriteTokens"
      | "reasoningTokens",
  ) =>
    one[name] === undefined && other[name] === undefined
      ? undefined
      : (one[name] ?? 0) + (other[name] ?? 0);
  return present({
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
    reasoningTokens: sum("reasoningTokens"),
  });
}
