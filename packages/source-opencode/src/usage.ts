import { type JsonObject, present, type Usage } from "@chatexport/core";
import { numberOf, objectOf } from "@chatexport/core/read";

/**
 * The tokens of a message, in inclusive totals: the tool keeps what was read from the cache apart from the input.
 * A message of several steps has only the last one's tokens itself, so its steps are added up. Undefined where
 * the tool wrote zeros, as it does for what never came to an end. `isInclusive` tells whether the output contains
 * the reasoning.
 */
export function usageOf(
  message: JsonObject,
  steps: readonly JsonObject[],
  isInclusive: Inclusive = asTotalTells,
): Usage | undefined {
  const counted = steps.filter(({ tokens }) => objectOf(tokens));
  const all = (counted.length > 0 ? counted : [message]).map(({ tokens, cost }) =>
    countsOf(objectOf(tokens) ?? {}, cost, isInclusive),
  );
  const sum = (name: keyof Counts) => {
    const numbers = all.flatMap((counts) => counts[name] ?? []);
    return numbers.length > 0 ? numbers.reduce((total, each) => total + each, 0) : undefined;
  };
  if (!(sum("inputTokens") || sum("outputTokens"))) return undefined;
  const amount = sum("cost");
  return present<Usage>({
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
    reasoningTokens: sum("reasoningTokens"),
    // The tool writes 0 where it knows no price.
    cost: amount ? { amount, currency: "USD" } : undefined,
  });
}

type Counts = Partial<
  Record<
    | "inputTokens"
    | "outputTokens"
    | "cacheReadTokens"
    | "cacheWriteTokens"
    | "reasoningTokens"
    | "cost",
    number
  >
>;

type Inclusive = (
  tokens: JsonObject,
  input: number | undefined,
  output: number,
  reasoning?: number,
) => boolean;

function countsOf(tokens: JsonObject, cost: unknown, isInclusive: Inclusive): Counts {
  const cache = objectOf(tokens.cache) ?? {};
  const input = numberOf(tokens.input);
  const output = numberOf(tokens.output);
  const reasoning = numberOf(tokens.reasoning);
  const [cached, written] = [numberOf(cache.read), numberOf(cache.write)];
  const inputTokens = input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0);
  return present<Counts>({
    inputTokens,
    outputTokens:
      output === undefined || isInclusive(tokens, inputTokens, output, reasoning)
        ? output
        : output + (reasoning ?? 0),
    cacheReadTokens: cached,
    cacheWriteTokens: written,
    reasoningTokens: reasoning,
    cost: numberOf(cost),
  });
}

/** It did before there was a total; since then the total tells. */
const asTotalTells: Inclusive = ({ total }, input, output, reasoning = 0) => {
  const sum = numberOf(total);
  return sum === undefined ? reasoning <= output : sum === (input ?? 0) + output;
};
