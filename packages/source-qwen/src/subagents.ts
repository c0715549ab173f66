import { basename } from "node:path";
import { type Context, type Parent, present, type Session, withSubagents } from "@chatexport/core";
import { isLinesName, withoutLinesEnding } from "@chatexport/core/read";
import { keepRest, recordBeside } from "@chatexport/core/source";
import { readChat, sessionOf } from "./chat.js";
import { subagentFiles } from "./chat-files.js";
import type { Conversation } from "./conversation.js";
import { fieldsOf } from "./fields.js";

/** Loads the sub-agents of a chat, each in the one that started it, and all that they said. */
export async function loadSubagents(
  path: string,
  sessionId: string,
  context: Context,
): Promise<{ subagents: Session[]; said: ReadonlySet<string> }> {
  const agents = new Map<string, Agent>();
  const said = new Set<string>();
  for (const file of subagentFiles(path, sessionId).filter(isLinesName)) {
    const agent = await loadAgent(file, context, said);
    agents.set(agent.session.id, agent);
  }
  const subagents: Session[] = [];
  for (const { session, startedBy = "" } of agents.values()) {
    const starter = agents.get(startedBy)?.session;
    // Agents that name each other in a circle would be in no session.
    const isAbove = starter && [...withSubagents(session)].includes(starter);
    if (starter && !isAbove) starter.subagents = [...(starter.subagents ?? []), session];
    else subagents.push(session);
  }
  return { subagents, said };
}

interface Agent {
  session: Session;
  /** The agent that started it, where that was not the chat itself. */
  startedBy?: string;
}

async function loadAgent(file: string, context: Context, said: Set<string>): Promise<Agent> {
  const id = withoutLinesEnding(basename(file)).replace(/^agent-/, "");
  const conversation = await readChat(file, context);
  for (const text of conversation.said) said.add(text);
  const about = aboutAgent(file, id, conversation, context);
  const session = sessionOf(file, id, conversation);
  const { title, toolCallId, model, startedBy } = about;
  const parent = session.parent && present<Parent>({ ...session.parent, toolCallId });
  const titled = title === undefined ? {} : { title, titleFrom: "generated" as const };
  return present<Agent>({
    session: present<Session>({ ...session, ...titled, model: session.model ?? model, parent }),
    startedBy,
  });
}

/**
 * The facts in the file beside the records of a sub-agent; it keeps the fields without a place in
 * the model.
 */
function aboutAgent(file: string, id: string, conversation: Conversation, context: Context) {
  const path = `${withoutLinesEnding(file)}.meta.json`;
  const fields = fieldsOf(recordBeside(path, conversation.draft, context) ?? {});
  fields.fitting("agentId", (value) => value === id);
  fields.fitting("parentSessionId", (value) => value === conversation.sessionId);
  const about = {
    title: fields.text("description"),
    toolCallId: fields.text("toolUseId"),
    model: fields.text("model"),
    startedBy: fields.text("parentAgentId"),
  };
  keepRest(conversation, fields, "agent", conversation.draft.tally);
  return about;
}
