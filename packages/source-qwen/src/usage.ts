import { present, type Usage } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/** The tokens of an answer. Some services count thoughts among the candidates, others beside them: the total tells. */
export function usageOf(counts: Fields): Usage {
  const inputTokens = counts.number("promptTokenCount");
  const [total, written] = [
    counts.number("totalTokenCount"),
    counts.number("candidatesTokenCount"),
  ];
  const isWhole = total !== undefined && inputTokens !== undefined && total >= inputTokens;
  return present<Usage>({
    inputTokens,
    outputTokens: isWhole ? total - inputTokens : written,
    cacheReadTokens: counts.number("cachedContentTokenCount"),
    reasoningTokens: counts.number("thoughtsTokenCount"),
  });
}

/** The tokens of a request that the tool noted, in its own words. */
export function notedUsage(event: Fields): Usage {
  return present<Usage>({
    inputTokens: event.number("input_token_count"),
    outputTokens: event.number("output_token_count"),
    cacheReadTokens: event.number("cached_content_token_count"),
    reasoningTokens: event.number("thoughts_token_count"),
  });
}
