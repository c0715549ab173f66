import { isStartedBy, type Session, type ToolCall } from "@chatexport/core";
import { contributionsOf } from "./contributions.js";

/** A session that is within another one, and an id that no other one there has. */
export interface Embedded {
  id: string;
  session: Session;
}

/** True when there is anything to tell of a session: something was said, or a model was asked. */
export function hasSteps({ messages }: Session): boolean {
  return messages.some(
    (message) => message.role === "assistant" || !contributionsOf(message).next().done,
  );
}

/** The sub-agents of a session, each with an id of its own; those of one without steps stand for it. */
export function embedded(session: Session): Embedded[] {
  const counts = new Map<string, number>();
  return withSteps(session.subagents ?? []).map((subagent) => {
    const count = (counts.get(subagent.id) ?? 0) + 1;
    counts.set(subagent.id, count);
    return { id: count === 1 ? subagent.id : `${subagent.id}#${count}`, session: subagent };
  });
}

function withSteps(sessions: readonly Session[]): Session[] {
  return sessions.flatMap((session) =>
    hasSteps(session) ? [session] : withSteps(session.subagents ?? []),
  );
}

/** The sub-agents that a call started. */
export function startedBy(call: ToolCall, subagents: readonly Embedded[]): Embedded[] {
  return subagents.filter(({ session }) => isStartedBy(call, session));
}
