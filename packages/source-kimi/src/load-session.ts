import { type Context, type Parent, present, type Session } from "@chatexport/core";
import { unreadableFile } from "@chatexport/core/read";
import { addNative, readRecords, recordsOfLines } from "@chatexport/core/source";
import { type About, readAbout } from "./about.js";
import { readContexts } from "./contexts.js";
import { Conversation } from "./conversation.js";
import { type AgentFile, filesOf } from "./files.js";
import { listedOf } from "./listed.js";
import { readRecord } from "./read-record.js";
import { type KimiRecord, recordOf } from "./record.js";
import { firstPrompt, sessionOf, titleFrom } from "./session.js";

/** A session or sub-agent that was read. */
interface Agent {
  name: string;
  conversation: Conversation;
  about: About;
  session: Session;
}

/** Loads a session with its sub-agents. Throws when its files cannot be read. */
export async function loadSession(
  path: string,
  { id }: { id: string },
  context: Context,
): Promise<Session> {
  const { agents: files } = filesOf(path);
  const stored = new Set(files.map(({ name }) => name));
  const agents: Agent[] = [];
  for (const file of files)
    try {
      agents.push(await loadAgent(file, `${id}.${file.name}`, context));
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(file.path, cause));
    }
  const main = await loadAgent({ name: "main", path }, id, context, stored);
  for (const [name, conversation] of main.conversation.agents) {
    conversation.end();
    const session = sessionOf(path, `${id}.${name}`, conversation, {});
    agents.push({ name, conversation, about: {}, session });
  }
  addAgents(main, agents, main.about.starters);
  const { listedBy: _, ...head } = listedOf(path) ?? { id };
  const source = head.parent?.relation === "fork" ? head.parent.sessionId : undefined;
  if (source !== undefined) {
    markCopies(main, source);
    for (const agent of agents) markCopies(agent, `${source}.${agent.name}`);
  }
  const from = titleFrom(head.title, main.about.titleFrom, main.session);
  return present<Session>({ ...main.session, ...head, titleFrom: from });
}

/** Reads the files of a session or sub-agent; the records of those in `stored` are in files of their own. */
async function loadAgent(
  { name, path }: AgentFile,
  id: string,
  context: Context,
  stored: ReadonlySet<string> = new Set(),
): Promise<Agent> {
  const { log, contexts, about: beside } = filesOf(path);
  const conversation = new Conversation(log ?? path);
  if (log !== undefined)
    await readLog(log, conversation, stored, context).catch((cause) => {
      context.signal.throwIfAborted();
      if (contexts.length === 0) throw cause;
      context.report(unreadableFile(log, cause));
    });
  await readContexts(contexts, conversation, context);
  conversation.end();
  const about = readAbout(beside, conversation, context);
  return { name, conversation, about, session: sessionOf(log ?? path, id, conversation, about) };
}

/** Reads the log of a session, with what it has of sub-agents. */
async function readLog(
  path: string,
  conversation: Conversation,
  stored: ReadonlySet<string>,
  context: Context,
): Promise<void> {
  const isStored = ({ agent }: KimiRecord) => agent !== undefined && stored.has(agent.id);
  const aboutOf = (record: KimiRecord | undefined) =>
    record?.agent && !isStored(record) ? conversation.agent(record.agent.id) : conversation;
  const readOne = (record: KimiRecord) => {
    const { agent } = record;
    if (agent?.callId) conversation.starts.set(agent.id, agent.callId);
    if (isStored(record)) return { skipped: "repeated" };
    if (agent?.subagentType) addNative(aboutOf(record), { subagent_type: agent.subagentType });
    return readRecord(record, aboutOf(record));
  };
  const records = recordsOfLines(path, recordOf, context);
  const draftOf = (record: KimiRecord | undefined) => aboutOf(record).draft;
  await readRecords({ path, records, draftOf }, readOne, context);
}

/** Puts each sub-agent into the session that started it: the main one, if no other one did. */
function addAgents(main: Agent, agents: readonly Agent[], starters: About["starters"]): void {
  const placed = new Set<Agent>([main]);
  const place = (agent: Agent) => {
    if (placed.has(agent)) return;
    placed.add(agent);
    const starter = agents.find(({ name }) => name === starters?.get(agent.name)) ?? main;
    // Agents that name each other in a circle would be in no session.
    place(starter);
    addAgent(starter, agent);
  };
  for (const agent of agents) place(agent);
}

function addAgent({ session, conversation }: Agent, agent: Agent): void {
  const started = conversation.callAt(conversation.starts.get(agent.name));
  const prompt = firstPrompt(agent.session);
  const call =
    started ??
    [...conversation.calls.values()].find(
      (one) => one.kind === "task" && one.subagent === undefined && one.task === prompt,
    );
  if (call?.kind === "task") call.subagent ??= agent.session.id;
  const toolCallId = call?.id;
  agent.session.parent = present<Parent>({
    sessionId: session.id,
    relation: "subagent",
    toolCallId,
  });
  session.subagents = [...(session.subagents ?? []), agent.session];
}

/** Marks the messages that a fork has from the session that it was made of, which has them with the same ids. */
function markCopies({ conversation }: Agent, sessionId: string): void {
  for (const message of conversation.draft.messages.slice(0, conversation.copied))
    message.copiedFrom = { sessionId, messageId: message.id };
}
