import { type Parent, present, type Session, type TaskCall } from "@chatexport/core";
import { byStart, taskCalls } from "@chatexport/core/read";

/**
 * The session with its sub-agents inside, each linked to the call that started it: by the id in the call,
 * by the call's id, by the prompt of both, or, when as many are left on both sides, by their order.
 */
export function embedSubagents(session: Session, found: readonly Session[]): Session {
  const subagents = [...(session.subagents ?? []), ...found].sort(byStart);
  if (subagents.length === 0) return session;
  const links = linksBetween(taskCalls(session), subagents);
  return {
    ...session,
    subagents: subagents.map((subagent) => {
      const call = links.get(subagent);
      if (call) call.subagent = subagent.id;
      const toolCallId = call?.id ?? subagent.parent?.toolCallId;
      const parent: Parent = present({ sessionId: session.id, relation: "subagent", toolCallId });
      return { ...subagent, parent };
    }),
  };
}

function linksBetween(calls: TaskCall[], subagents: Session[]): Map<Session, TaskCall> {
  const links = new Map<Session, TaskCall>();
  const free = new Set(calls);
  const link = (subagent: Session, call: TaskCall | undefined) => {
    if (!call) return;
    links.set(subagent, call);
    free.delete(call);
  };
  for (const matches of [isNamedBy, hasIdOf, hasPromptOf])
    for (const subagent of subagents)
      if (!links.has(subagent))
        link(
          subagent,
          [...free].find((call) => matches(subagent, call)),
        );
  // Parallel attempts at one prompt ("best of N") were started by the user, not by a call.
  const left = subagents.filter(
    (subagent) => !links.has(subagent) && subagent.native?.isBestOfNSubcomposer !== true,
  );
  const open = [...free].filter(({ subagent }) => subagent === undefined);
  if (open.length === left.length)
    for (const [index, subagent] of left.entries()) link(subagent, open[index]);
  return links;
}

function isNamedBy({ id }: Session, { subagent }: TaskCall): boolean {
  return subagent?.toLowerCase() === id.toLowerCase();
}

/** Until early 2026 a sub-agent had the id of its call, behind "task-". */
function hasIdOf({ id, parent }: Session, call: TaskCall): boolean {
  return parent?.toolCallId === call.id || id === `task-${call.id}`;
}

function hasPromptOf({ messages }: Session, { task }: TaskCall): boolean {
  const part = messages
    .find(({ role }) => role === "user")
    ?.parts.find((part) => part.type === "text" && !part.synthetic);
  return task !== undefined && part?.type === "text" && part.text.trim() === task.trim();
}
