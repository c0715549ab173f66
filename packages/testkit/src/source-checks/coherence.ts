import {
  allMessages,
  allParts,
  type Message,
  type Session,
  type ToolCall,
  withSubagents,
} from "@chatexport/core";
import { partsOf, readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** Sinks follow ids from a message to the one before it, from a call to its agent. */
export const idsLeadSomewhere = inNewHome(async function* (trial) {
  for (const session of (await readStore(trial)).sessions)
    for (const each of withSubagents(session))
      for (const wrong of danglingIds(each)) yield `${each.id}: ${wrong}.`;
});

/** Results, summaries and agents are where readers look for them. */
export const everythingIsInItsPlace = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  const listed = new Set(refs.map(({ id }) => id));
  for (const session of sessions)
    for (const each of withSubagents(session))
      for (const wrong of misplaced(each, listed)) yield `${each.id}: ${wrong}.`;
});

function* danglingIds(session: Session): Generator<string> {
  const messages = [...allMessages(session)];
  const ids = new Set(messages.map(({ id }) => id));
  const [twice] = repeated(messages.map(({ id }) => id));
  if (twice !== undefined) yield `two messages have the id ${twice}`;
  for (const { id, parentId } of messages)
    if (parentId !== undefined && !ids.has(parentId))
      yield `the parentId of the message ${id} names none of the session: ${parentId}`;
  const branches = session.branches ?? [];
  const [branch] = repeated(branches.map(({ id }) => id));
  if (branch !== undefined) yield `two branches have the id ${branch}`;
  for (const { id, forkedFrom } of branches)
    if (forkedFrom !== undefined && !ids.has(forkedFrom))
      yield `forkedFrom of the branch ${id} names no message: ${forkedFrom}`;
  const calls = callsOf(session);
  const agents = new Set([...withSubagents(session)].map(({ id }) => id));
  for (const call of calls)
    if (call.kind === "task" && call.subagent !== undefined && !agents.has(call.subagent))
      yield `the call ${call.id} names the sub-agent ${call.subagent}, which the session does not hold`;
  for (const { id, parent } of session.subagents ?? [])
    if (parent?.toolCallId !== undefined && !calls.some((call) => call.id === parent.toolCallId))
      yield `the sub-agent ${id} names the call ${parent.toolCallId}, which the session does not hold`;
}

function* misplaced(session: Session, listed: ReadonlySet<string>): Generator<string> {
  const open = new Set(callsOf(session).flatMap((call) => (call.result ? [] : [call.id])));
  for (const message of allMessages(session)) {
    for (const part of allParts(message)) {
      if (part.type === "tool-result" && open.has(part.toolCallId))
        yield `the message ${message.id} has the result of the call ${part.toolCallId} as a part: it belongs into the call`;
    }
    if (!isAlone(message))
      yield `the compaction in the message ${message.id} must be alone in a system message`;
  }
  const [twice] = repeated((session.subagents ?? []).map(({ id }) => id));
  if (twice !== undefined) yield `two sub-agents have the id ${twice}`;
  for (const { id, parent } of session.subagents ?? []) {
    if (parent?.relation !== "subagent" || parent.sessionId !== session.id)
      yield `the parent of the sub-agent ${id} must be the session, with the relation "subagent"`;
    if (listed.has(id)) yield `the sub-agent ${id} is listed on its own as well`;
  }
}

function isAlone({ role, parts }: Message): boolean {
  const hasCompaction = parts.some(({ type }) => type === "compaction");
  return !hasCompaction || (parts.length === 1 && role === "system");
}

function callsOf(session: Session): ToolCall[] {
  return partsOf(session).filter((part) => part.type === "tool-call");
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) < index);
}
