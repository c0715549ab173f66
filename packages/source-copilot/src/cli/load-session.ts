import {
  type Context,
  type FilePart,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
} from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import { readRecords } from "@chatexport/core/source";
import { parallelLines } from "../diagnostics.js";
import { type Head, sessionOf } from "../head.js";
import { Assets } from "./attachments.js";
import { Conversation } from "./conversation.js";
import type { CliEvent } from "./event.js";
import { eventsOf } from "./events.js";
import { type Conversations, Lines } from "./lines.js";
import { readEvent } from "./read-event.js";
import type { Reading } from "./reading.js";
import { filesBeside } from "./side-files.js";
import { totalOf } from "./usage.js";

/** Loads a session with its sub-agents. Throws when its file cannot be read. */
export async function loadCli(head: Head, context: Context): Promise<Session> {
  const reading: Reading = {
    calls: new Map(),
    answers: new Map(),
    feedback: new Map(),
    assets: new Assets(),
    git: {},
    shutdowns: [],
  };
  const main = new Conversation();
  const lines = new Lines();
  const agents = new Map<string, Conversation>();
  /** The agents by the calls that started them, for events that name only the call. */
  const byCall = new Map<string, string>();
  const conversationOf = (event: CliEvent): Conversation => {
    const id = agentOf(event, byCall);
    return id === undefined ? main : getOrAdd(agents, id, () => new Conversation(id));
  };
  const file = {
    path: head.path,
    records: eventsOf(head.path, context),
    draftOf: (event?: CliEvent) => (event ? conversationOf(event) : main).draft,
  };
  const read = (event: CliEvent) => {
    lines.add(event);
    const conversation = conversationOf(event);
    conversation.updatedAt = event.createdAt ?? conversation.updatedAt;
    return readEvent(event, conversation, reading);
  };
  await readRecords(file, read, context);
  for (const conversation of [main, ...agents.values()]) conversation.settle();
  const files = [...filesBeside(head.path, main.messages, context), ...reading.assets.unused()];
  const conversations = lines.split(main.messages);
  const { branches } = conversations;
  const began = branches[0]?.messages[0]?.origin?.at;
  if (branches.length > 0) context.report(parallelLines(head.path, began, branches.length));
  const session = mainSession(head, main, conversations, files, reading);
  return embedded(session, agents, reading, head);
}

/** The sub-agent that an event is about. */
function agentOf(event: CliEvent, byCall: Map<string, string>): string | undefined {
  const { agentId, type, fields: data } = event;
  const isNote = /^subagent\.(?:started|completed|failed)$/.test(type);
  const callId = data.text(isNote ? "toolCallId" : "parentToolCallId");
  if (agentId !== undefined) {
    if (callId !== undefined && isNote) byCall.set(callId, agentId);
    return agentId;
  }
  return callId === undefined ? undefined : (byCall.get(callId) ?? callId);
}

function mainSession(
  head: Head,
  main: Conversation,
  { messages, branches }: Conversations,
  files: FilePart[],
  { git, native, version, model, shutdowns }: Reading,
): Session {
  const { repository } = git;
  const own = present<JsonObject>({ ...native, repository });
  const state = present({ branch: head.branch ?? git.branch, commit: git.commit });
  const answer = messages.findLast((message) => message.role === "assistant" && message.model);
  return sessionOf(head, {
    updatedAt: main.updatedAt,
    git: Object.keys(state).length > 0 ? state : undefined,
    model: answer?.model ?? model,
    toolVersion: version,
    messages,
    branches: nonEmpty(branches),
    attachments: nonEmpty(files),
    usage: totalOf(shutdowns),
    records: main.draft.tally.result(),
    native: Object.keys(own).length > 0 ? own : undefined,
  });
}

/** Puts each sub-agent into the session with the call that started it. */
function embedded(
  session: Session,
  agents: ReadonlyMap<string, Conversation>,
  { calls }: Reading,
  head: Head,
): Session {
  const sessions = new Map<string, Session>();
  for (const [id, agent] of agents) sessions.set(id, subagentOf(id, agent, session, head));
  const holders = new Map<string, Session>();
  for (const each of [session, ...sessions.values()])
    for (const { parts } of each.messages)
      for (const part of parts) if (part.type === "tool-call") holders.set(part.id, each);
  for (const [id, { notes }] of agents) {
    const subagent = sessions.get(id);
    const toolCallId = notes.toolCallId ?? id;
    const call = calls.get(toolCallId);
    const found = holders.get(toolCallId);
    const holder = found && subagent && !isBelow(found, subagent) ? found : session;
    if (!subagent) continue;
    subagent.parent = present({
      sessionId: holder.id,
      relation: "subagent",
      toolCallId: call ? toolCallId : undefined,
    });
    if (call?.kind === "task") call.subagent = id;
    holder.subagents = [...(holder.subagents ?? []), subagent];
  }
  return session;
}

/** True when a session is another one or lies in it: a damaged file may have agents in a circle. */
function isBelow(session: Session, other: Session): boolean {
  return session === other || (other.subagents ?? []).some((inner) => isBelow(session, inner));
}

function subagentOf(id: string, agent: Conversation, session: Session, head: Head): Session {
  const { displayName, name, model, native } = agent.notes;
  const { format, path } = head;
  const { cwd, project, toolVersion } = session;
  return sessionOf(
    { id, format, path },
    {
      title: displayName ?? name,
      startedAt: agent.startedAt ?? agent.messages[0]?.createdAt,
      updatedAt: agent.updatedAt,
      cwd,
      project,
      model: agent.messages.findLast((message) => message.model)?.model ?? model,
      toolVersion,
      messages: agent.messages,
      records: agent.draft.tally.result(),
      native: present<JsonObject>({ ...native, agentName: name }),
    },
  );
}
