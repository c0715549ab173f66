import type { JsonObject, Purpose } from "@chatexport/core";
import { objectOf, stringOf } from "@chatexport/core/read";

/* Which sub-agents the tool starts for its own ends. */

/** The reason why the tool started a sub-agent for its own ends, by its transcript (2.1.3x) and its task. */
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

/**
 * Tells of the records of a transcript, in their order, whether they belong to a sub-agent in it that was
 * started to warm up (2.0.1x to 2.0.27). Those with transcripts of their own name their agents.
 */
export function warmUps(): (record: JsonObject) => boolean {
  const uuids = new Set<unknown>();
  return ({ type, uuid, parentUuid, isSidechain, agentId, message }) => {
    if (isSidechain !== true || agentId !== undefined) return false;
    const content = type === "user" ? stringOf(objectOf(message)?.content) : undefined;
    if (!uuids.has(parentUuid) && purposeOf("", content) !== "warm-up") return false;
    uuids.add(uuid);
    return true;
  };
}
