import { present, type Usage } from "@chatexport/core";
import { type Fields, sumOfUsage } from "@chatexport/core/source";

/**
 * The tokens of a message, or of its steps, in inclusive totals: the tool keeps what was read from the cache apart
 * from the input. Undefined where the tool wrote zeros, as it does for what never came to an end. `isInclusive`
 * tells whether the output contains the reasoning.
 */
export function usageOf(
  counted: readonly Fields[],
  isInclusive: Inclusive = asTotalTells,
): Usage | undefined {
  const usage = counted.map((fields) => countsOf(fields, isInclusive)).reduce(sumOfUsage, {});
  return usage.inputTokens || usage.outputTokens ? usage : undefined;
}

type Inclusive = (
  total: number | undefined,
  input: number | undefined,
  output: number,
  reasoning?: number,
) => boolean;

function countsOf(fields: Fields, isInclusive: Inclusive): Usage {
  const tokens = fields.object("tokens");
  const cache = tokens?.object("cache");
  const input = tokens?.number("input");
  const output = tokens?.number("output");
  const reasoning = tokens?.number("reasoning");
  const [cached, written] = [cache?.number("read"), cache?.number("write")];
  const amount = fields.number("cost");
  const inputTokens = input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0);
  return present<Usage>({
    inputTokens,
    outputTokens:
      output === undefined || isInclusive(tokens?.number("total"), inputTokens, output, reasoning)
        ? output
        : output + (reasoning ?? 0),
    cacheReadTokens: cached,
    cacheWriteTokens: written,
    reasoningTokens: reasoning,
    // The tool writes 0 where it knows no price.
    cost: amount ? { amount, currency: "USD" } : undefined,
  });
}

/** It did before there was a total; since then the total tells. */
const asTotalTells: Inclusive = (total, input, output, reasoning = 0) =>
  total === undefined ? reasoning <= output : total === (input ?? 0) + output;
