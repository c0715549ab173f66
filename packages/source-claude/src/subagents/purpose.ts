import type { Purpose } from "@chatexport/core";

/**
 * Why the tool started a sub-agent for its own ends, by the name of its transcript (2.1.3x and later)
 * and what it was told; undefined for one that works for the user.
 */
export function purposeOf(id: string, task: string | undefined): Purpose | undefined {
  const name = names.find(([beginning]) => id.startsWith(beginning));
  if (name) return name[1];
  const told = task?.trim() ?? "";
  // From about 2.0.2x to 2.0.6x agents were started before there was work for them.
  if (told === "Warmup") return "warm-up";
  return tasks.find(([beginning]) => told.startsWith(beginning))?.[1];
}

const names: readonly (readonly [string, Purpose])[] = [
  ["agent-acompact-", "compaction"],
  ["agent-aprompt_suggestion-", "suggestion"],
];

const tasks: readonly (readonly [string, Purpose])[] = [
  ["Your task is to create a detailed summary of the conversation so far", "compaction"],
  ["[SUGGESTION MODE:", "suggestion"],
];
