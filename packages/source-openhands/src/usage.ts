import { present, type Usage } from "@chatexport/core";
import { type Fields, sumOfUsage } from "@chatexport/core/source";

/** Tokens as OpenHands counts them: what the cache gave is in the prompt. Undefined where all are zero. */
function usageOf(counts: Fields | undefined): (Usage & { model?: string }) | undefined {
  const usage = present({
    inputTokens: counts?.number("prompt_tokens"),
    outputTokens: counts?.number("completion_tokens"),
    cacheReadTokens: counts?.number("cache_read_tokens"),
    cacheWriteTokens: counts?.number("cache_write_tokens"),
    reasoningTokens: counts?.number("reasoning_tokens"),
  });
  const isUsed = Object.values(usage).some((count) => count > 0);
  return isUsed ? present({ ...usage, model: counts?.text("model") }) : undefined;
}

/** The counts of a conversation: of each answer by the id of its response, and of all that it took. */
export interface Counts {
  usages: ReadonlyMap<string, Usage & { model?: string }>;
  total: Usage | undefined;
}

/** Reads the counts in a conversation's state: of the agent, of the model that sums up, and of others. */
export function countsIn(state: Fields): Counts {
  const usages = new Map<string, Usage & { model?: string }>();
  const totals: Usage[] = [];
  const byUser = state.object("stats")?.object("usage_to_metrics");
  for (const name of byUser?.names ?? []) {
    const metrics = byUser?.object(name);
    const total = usageOf(metrics?.object("accumulated_token_usage"));
    const amount = metrics?.number("accumulated_cost");
    if (total || amount) {
      const { model: _, ...counts } = total ?? {};
      totals.push(amount ? { ...counts, cost: { amount, currency: "USD" } } : counts);
    }
    for (const counts of metrics?.objects("token_usages") ?? []) {
      const [id, usage] = [counts.text("response_id"), usageOf(counts)];
      if (id !== undefined && usage) usages.set(id, usage);
    }
  }
  return { usages, total: totals.length > 0 ? totals.reduce(sumOfUsage) : undefined };
}
