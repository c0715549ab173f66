import { type JsonObject, present, type Usage } from "@chatexport/core";
import { setField } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import type { Conversation } from "./conversation.js";

/** Counts of tokens; undefined where there is none. The tool counts input without what was read from and written to the cache. */
export function usageOf(counts: Fields): Usage | undefined {
  const input = counts.number("input_tokens");
  const cacheReadTokens = counts.number("cache_read_input_tokens");
  const cacheWriteTokens = counts.number("cache_creation_input_tokens");
  const all = [input, cacheReadTokens, cacheWriteTokens].filter((count) => count !== undefined);
  const usage = present<Usage>({
    inputTokens: all.length > 0 ? all.reduce((sum, count) => sum + count, 0) : undefined,
    outputTokens: counts.number("output_tokens"),
    cacheReadTokens,
    cacheWriteTokens,
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/**
 * Gives the tokens of the last request for a prompt to the last answer to it; in the legacy form, to the answer at
 * the same place of the list. Returns those that belong to no answer.
 */
export function usePerAnswer(thread: Fields, conversation: Conversation): JsonObject | undefined {
  const counted = thread.objects("request_token_usage");
  for (const [index, counts] of counted.entries()) {
    const answer = conversation.answersAt.get(index);
    if (answer) Object.assign(answer, present({ usage: usageOf(counts) }));
  }
  const byPrompt = thread.object("request_token_usage");
  if (!byPrompt) return undefined;
  const left: JsonObject = {};
  for (const prompt of byPrompt.names) {
    const answer = conversation.answersTo.get(prompt);
    const counts = answer && byPrompt.object(prompt);
    const value = counts ? undefined : byPrompt.json(prompt);
    if (counts) Object.assign(answer, present({ usage: usageOf(counts) }));
    else if (value !== undefined) setField(left, prompt, value);
  }
  return Object.keys(left).length > 0 ? { request_token_usage: left } : undefined;
}
