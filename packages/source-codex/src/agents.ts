import { type JsonObject, type Parent, type Purpose, present } from "@chatexport/core";
import { byName, objectOf, textOf } from "@chatexport/core/read";

/** The session that a session came out of. */
export function parentOf(header: JsonObject): Parent | undefined {
  const agent = agentOf(header);
  if (agent !== undefined) {
    const spawn = objectOf(objectOf(agent)?.thread_spawn);
    const sessionId = textOf(spawn?.parent_thread_id) ?? textOf(header.parent_thread_id);
    return present({ sessionId, relation: "subagent" });
  }
  const forked = textOf(header.forked_from_id);
  return forked === undefined ? undefined : { sessionId: forked, relation: "fork" };
}

/** The reason why the tool started a session for its own ends. */
export function purposeOf(header: JsonObject): Purpose | undefined {
  return purposes.get(labelOf(header) ?? "");
}

const purposes = byName<Purpose>([
  ["compaction", "compact memory_consolidation"],
  ["approval", "guardian"],
]);

/**
 * True when a name or a prompt at the beginning of a file is a title of its session. A sub-agent that took
 * over the conversation begins with those of the other session; prompts of a reviewer repeat what it
 * reviews.
 */
export function hasOwnTitle(header: JsonObject): boolean {
  const hasCopies = header.forked_from_id !== undefined && header.history_base === undefined;
  return !(hasCopies && agentOf(header) !== undefined) && purposeOf(header) !== "approval";
}

/**
 * The name of a sub-agent, by its model or by the tool: the end of its path, a nickname, a label.
 */
export function agentName(header: JsonObject): string | undefined {
  const spawn = objectOf(objectOf(agentOf(header))?.thread_spawn);
  const path = textOf(header.agent_path) ?? textOf(spawn?.agent_path);
  const nickname = textOf(header.agent_nickname) ?? textOf(spawn?.agent_nickname);
  return textOf(path?.split("/").at(-1)) ?? nickname ?? labelOf(header);
}

function labelOf(header: JsonObject): string | undefined {
  const agent = agentOf(header);
  return textOf(agent) ?? textOf(objectOf(agent)?.other);
}

/**
 * The facts in a header about a sub-agent; newer versions call those `internal` that the tool has
 * for itself.
 */
function agentOf({ source }: JsonObject) {
  const { subagent, internal } = objectOf(source) ?? {};
  return subagent ?? internal;
}
