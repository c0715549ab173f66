import { type Json, type JsonObject, type Message, present, type Usage } from "@chatexport/core";
import { fieldsWhere, numberOf, objectOf, objectsOf, textOf } from "@chatexport/core/read";
import { leftOver, usageFields } from "../records/known-fields.js";

/** Tokens in inclusive totals: the tool counts the input without what the cache read and wrote. */
function usageOf(usage: JsonObject | undefined, costUSD: unknown): Usage | undefined {
  const cost = numberOf(costUSD);
  if (!usage && cost === undefined) return undefined;
  const cacheReadTokens = numberOf(usage?.cache_read_input_tokens);
  const cacheWriteTokens = numberOf(usage?.cache_creation_input_tokens);
  const uncached = numberOf(usage?.input_tokens);
  const result: Usage = present({
    inputTokens:
      uncached === undefined
        ? undefined
        : uncached + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens: numberOf(usage?.output_tokens),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: numberOf(objectOf(usage?.output_tokens_details)?.thinking_tokens),
    cost: cost === undefined ? undefined : { amount: cost, currency: "USD" },
  });
  return Object.keys(result).length > 0 ? result : undefined;
}

/**
 * What the tool itself counted for a session, over all of its models (2.1.283 and later). Of the records
 * only the last one counts, for each has what was used before a resume as well. It is more than the
 * messages used: sub-agents, summaries and other requests that no transcript shows are in it.
 */
export function reportedUsage({ totalCostUSD, modelUsage }: JsonObject): Usage | undefined {
  const models = objectsOf(Object.values(objectOf(modelUsage) ?? {}));
  if (models.length === 0) return undefined;
  const sumOf = (...names: string[]) =>
    models.reduce(
      (sum, model) => names.reduce((all, name) => all + (numberOf(model[name]) ?? 0), sum),
      0,
    );
  const cost = numberOf(totalCostUSD);
  return present({
    inputTokens: sumOf("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"),
    outputTokens: sumOf("outputTokens"),
    cacheReadTokens: sumOf("cacheReadInputTokens"),
    cacheWriteTokens: sumOf("cacheCreationInputTokens"),
    reasoningTokens: models.some(({ thinkingTokens }) => thinkingTokens !== undefined)
      ? sumOf("thinkingTokens")
      : undefined,
    cost: cost === undefined ? undefined : { amount: cost, currency: "USD" },
  });
}

/**
 * Counts the tokens of a response once: each of its records repeats them, the last one is right, and
 * a response whose records became several messages has used them only once. `counting` has the
 * message that counts each response. Should a later record say less, the larger number stands.
 */
export function countUsage(
  record: JsonObject,
  response: JsonObject,
  message: Message,
  counting: Map<string, Message>,
): void {
  const reported = objectOf(response.usage);
  const usage = usageOf(reported, record.costUSD);
  if (!usage) return;
  const id = textOf(response.id);
  const requestId = textOf(record.requestId);
  const key = id && requestId ? `${id} ${requestId}` : (id ?? requestId);
  const owner = (key === undefined ? undefined : counting.get(key)) ?? message;
  if (key !== undefined) counting.set(key, owner);
  if ((usage.outputTokens ?? 0) < (owner.usage?.outputTokens ?? 0)) return;
  owner.usage = usage;
  const billing = billingOf(reported);
  if (billing) owner.native = { ...owner.native, ...billing };
}

/** What prices depend on besides the totals, in the vendor's words: tiers and tools of its servers. */
function billingOf(usage: JsonObject | undefined): JsonObject | undefined {
  return usage && fieldsWhere(leftOver(usage, usageFields) ?? {}, isTelling);
}

/** Nearly every record says that a count is zero, and the tier the usual one. */
function isTelling(value: Json): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(isTelling)
    : Boolean(value) && value !== "standard";
}
