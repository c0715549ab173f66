import { type JsonObject, present, type Usage } from "@chatexport/core";
import { numberOf } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";

/** Tokens as the tool counts them: its input and output are inclusive already. What nobody counted stays unknown. */
export function usageOf(counts: Fields): Usage | undefined {
  const usage = present<Usage>({
    inputTokens: counts.number("input_tokens"),
    outputTokens: counts.number("output_tokens"),
    cacheReadTokens: counts.number("cached_input_tokens"),
    cacheWriteTokens: counts.number("cache_write_input_tokens"),
    reasoningTokens: counts.number("reasoning_output_tokens"),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** The growth of a total of tokens; undefined when it was begun anew. */
export function growthOf(total: JsonObject, before: JsonObject): JsonObject | undefined {
  const grown = Object.keys(total).map((name): [string, number] => [
    name,
    (numberOf(total[name]) ?? 0) - (numberOf(before[name]) ?? 0),
  ]);
  return grown.some(([, by]) => by < 0) ? undefined : Object.fromEntries(grown);
}
