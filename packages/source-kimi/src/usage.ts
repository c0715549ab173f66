import { present, type Usage } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/** The tokens of an answer, of which both programs count what came from the cache, or went there, beside the rest. */
export function usageOf(counts: Fields): Usage {
  const other = counts.number("inputOther", "input_other");
  const read = counts.number("inputCacheRead", "input_cache_read");
  const written = counts.number("inputCacheCreation", "input_cache_creation");
  return present<Usage>({
    inputTokens: other === undefined ? undefined : other + (read ?? 0) + (written ?? 0),
    outputTokens: counts.number("output"),
    cacheReadTokens: read,
    cacheWriteTokens: written,
  });
}
