import { present, type Usage } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/** Tokens. The tool's input has what was cached and lacks what its tools took; its output lacks the reasoning. */
export function usageOf(counts: Fields): Usage {
  const [input, output, cached, thoughts, tool] = [
    counts.number("input"),
    counts.number("output"),
    counts.number("cached"),
    counts.number("thoughts"),
    counts.number("tool"),
  ];
  const sum = (...parts: (number | undefined)[]) =>
    parts.reduce((total: number, part) => total + (part ?? 0), 0);
  const all = sum(input, output, thoughts, tool);
  counts.fitting("total", (total) => total === all);
  return present<Usage>({
    inputTokens: input === undefined ? undefined : sum(input, tool),
    outputTokens: output === undefined ? undefined : sum(output, thoughts),
    cacheReadTokens: cached,
    reasoningTokens: thoughts,
  });
}
