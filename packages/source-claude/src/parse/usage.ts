import { type Json, type JsonObject, type Message, present, type Usage } from "@chatexport/core";
import { fieldsWhere, numberOf, objectOf, objectsOf, textOf } from "@chatexport/core/read";
import { addNative } from "@chatexport/core/source";
import type { OpenRecord } from "../records/open-record.js";
import type { Entry } from "../records/records.js";

/** Counts of tokens and cost as the tool has them: its input is without what the cache read and wrote. */
type Counts = Partial<
  Record<"input" | "output" | "read" | "written" | "reasoning" | "cost", number | undefined>
>;

/** Counts in inclusive totals. */
function totalsOf({ input, output, read, written, reasoning, cost }: Counts): Usage {
  return present({
    inputTokens: input === undefined ? undefined : input + (read ?? 0) + (written ?? 0),
    outputTokens: output,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    reasoningTokens: reasoning,
    cost: cost === undefined ? undefined : { amount: cost, currency: "USD" },
  });
}

/**
 * The tool's own counts for a session, over all of its models (2.1.283 and later). Of the records
 * only the last one counts, for each has what was used before a resume as well. It is more than the
 * messages of all branches used: sub-agents, summaries and other requests that no transcript shows are in it. A
 * count that is less is none of the session: a client that was killed has left no count of what it
 * did, and of two clients that take turns each counts its own (2.1.332).
 */
export function reportedUsage(count: JsonObject, messages: readonly Message[]): Usage | undefined {
  const usage = countedUsage(count);
  const own = messages.filter(({ copiedFrom }) => copiedFrom === undefined);
  const isLess = (["inputTokens", "outputTokens"] as const).some((name) => {
    const used = own.reduce((sum, message) => sum + (message.usage?.[name] ?? 0), 0);
    return used > (usage?.[name] ?? 0);
  });
  return isLess ? undefined : usage;
}

function countedUsage({ totalCostUSD, modelUsage }: JsonObject): Usage | undefined {
  const models = objectsOf(Object.values(objectOf(modelUsage) ?? {}));
  if (models.length === 0) return undefined;
  const sumOf = (name: string) =>
    models.reduce((sum, model) => sum + (numberOf(model[name]) ?? 0), 0);
  return totalsOf({
    input: sumOf("inputTokens"),
    output: sumOf("outputTokens"),
    read: sumOf("cacheReadInputTokens"),
    written: sumOf("cacheCreationInputTokens"),
    reasoning: models.some(({ thinkingTokens }) => thinkingTokens !== undefined)
      ? sumOf("thinkingTokens")
      : undefined,
    cost: numberOf(totalCostUSD),
  });
}

/**
 * Counts the tokens of a response once: each of its records repeats them, the last one is right,
 * and a response whose records became several messages has used them only once. `counting` has the
 * message that counts each response. Should a later record say less, the larger number counts.
 */
export function countUsage(
  { record, fields, message: response }: OpenRecord & Pick<Entry, "record">,
  message: Message,
  counting: Map<string, Message>,
): void {
  const { id, usage: stored } = objectOf(record.message) ?? {};
  const ids = [textOf(id), textOf(record.requestId)].filter((each) => each !== undefined);
  const key = ids.length > 0 ? ids.join(" ") : undefined;
  const owner = (key === undefined ? undefined : counting.get(key)) ?? message;
  const outputTokens = numberOf(objectOf(stored)?.output_tokens) ?? 0;
  if (outputTokens < (owner.usage?.outputTokens ?? 0)) return;
  const reported = response.object("usage");
  const usage = totalsOf({
    input: reported?.number("input_tokens"),
    output: reported?.number("output_tokens"),
    read: reported?.number("cache_read_input_tokens"),
    written: reported?.number("cache_creation_input_tokens"),
    reasoning: reported?.object("output_tokens_details")?.number("thinking_tokens"),
    cost: fields.number("costUSD"),
  });
  if (Object.keys(usage).length > 0 && !isInCredits(objectOf(stored) ?? {}, usage)) {
    owner.usage = usage;
    if (key !== undefined) counting.set(key, owner);
  }
  // What prices depend on besides the totals, in the vendor's words: tiers and tools of its servers.
  const billing = fieldsWhere(reported?.rest() ?? {}, isTelling) ?? {};
  const isCounted = (value: Json, name: string) => isAlike(value, owner.native?.[name]);
  Object.assign(owner.native ?? {}, fieldsWhere(billing, isCounted));
  addNative(owner, billing);
}

/** True when an answer was counted in credits: Qoder (1.1.52) writes zeros for its tokens then. */
function isInCredits({ billable, credits }: JsonObject, usage: Usage): boolean {
  const isCounted = billable !== undefined || credits !== undefined;
  return isCounted && Object.values(usage).every((count) => count === 0);
}

/** True when two values count the same, so that the later one can replace the other. */
function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other)
    return typeof one === typeof other;
  const others = new Map(Object.entries(other));
  const inner = Object.entries(one);
  return (
    inner.length === others.size && inner.every(([name, value]) => isAlike(value, others.get(name)))
  );
}

/** True when a count says something: nearly every record says that it is zero, and the tier the usual one. */
export function isTelling(value: Json): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(isTelling)
    : Boolean(value) && value !== "standard";
}
