import {
  type Context,
  type Git,
  nonEmpty,
  present,
  type Session,
  type ToolCall,
} from "@chatexport/core";
import { beginsPrompt, promptTitle } from "@chatexport/core/read";
import { keepRest, type Listed, recordBeside, type SessionFacts } from "@chatexport/core/source";
import { aboutFile, filesBeside, nameOf } from "./documents.js";
import { fieldsOf } from "./fields.js";
import { headOf } from "./heads.js";
import { readCompactions, readMessages } from "./messages.js";
import { Reading } from "./reading.js";
import { usageOf } from "./usage.js";

/** Loads a session of Cline 4 with its sub-agents. Throws when its messages cannot be read. */
export async function loadSession(path: string, id: string, context: Context): Promise<Session> {
  const head = headOf(path) ?? { id };
  const reading = new Reading(forkOf(head));
  const { agents, compactions } = filesBeside(path);
  const subagents: Session[] = [];
  for (const file of agents) subagents.push(await loadAgent(file, id, context));
  await readMessages(path, reading, context);
  for (const file of compactions) await readCompactions(file, reading, context);
  for (const agent of subagents) joinToCall(agent, reading.calls.values());
  const { branch: _, ...told } = head;
  const facts = readFacts(path, reading, context);
  return sessionOf(path, reading, {
    ...told,
    ...facts,
    id,
    titleFrom: titleFrom(head, reading),
    subagents: nonEmpty(subagents),
  });
}

/** The tool makes titles of first prompts, until a person gives another one. */
function titleFrom({ title }: Listed, { draft }: Reading): Session["titleFrom"] {
  if (title === undefined) return undefined;
  const [first] = draft.messages
    .filter(({ role }) => role === "user")
    .flatMap(({ parts }) => parts);
  if (first?.type !== "text") return "generated";
  const isPrompt =
    promptTitle(first.text) === title || beginsPrompt(title.replace(/ \(fork\)$/, ""), first.text);
  return isPrompt ? "first-message" : "generated";
}

async function loadAgent(file: string, sessionId: string, context: Context): Promise<Session> {
  const reading = new Reading();
  await readMessages(file, reading, context);
  const parent = { sessionId, relation: "subagent" as const };
  return sessionOf(file, reading, { id: reading.sessionId ?? nameOf(file), parent });
}

function sessionOf(
  path: string,
  { draft, toolVersion, updatedAt, native }: Reading,
  told: Omit<SessionFacts, "source" | "format" | "origin">,
): Session {
  const times = draft.messages.flatMap(({ createdAt }) => createdAt ?? []);
  return draft.session({
    source: "cline",
    format: "cline/messages",
    startedAt: times[0],
    updatedAt: updatedAt ?? times.at(-1),
    toolVersion,
    origin: { path },
    native,
    ...told,
  });
}

/**
 * Reads the facts beside the messages; they are a record. What has no place in the model, the
 * session keeps.
 */
function readFacts(
  path: string,
  reading: Reading,
  context: Context,
): Pick<Session, "git" | "usage"> {
  const stored = recordBeside(aboutFile(path), reading.draft, context);
  if (!stored) return {};
  const about = fieldsOf(stored);
  for (const name of ["session_id", "cwd", "model"]) about.text(name);
  about.time("started_at");
  const metadata = about.object("metadata");
  metadata?.text("title");
  const git = metadata?.object("git");
  const usage = metadata?.object("aggregateUsage");
  const facts = present<Pick<Session, "git" | "usage">>({
    git: git && present<Git>({ branch: git.text("branch"), remote: git.text("url") }),
    usage: usage && usageOf(usage),
  });
  keepRest(reading, about, "session", reading.draft.tally);
  return facts;
}

/** The call that started a sub-agent gave it its first prompt. */
function joinToCall(agent: Session, calls: Iterable<ToolCall>): void {
  const [prompt] = agent.messages.flatMap(({ role, parts }) => (role === "user" ? parts : []));
  const text = prompt?.type === "text" ? prompt.text : undefined;
  for (const call of calls)
    if (call.kind === "task" && call.subagent === undefined && call.task === text) {
      call.subagent = agent.id;
      if (agent.parent) agent.parent.toolCallId = call.id;
      return;
    }
}

function forkOf({ parent, startedAt }: Listed): Reading["fork"] {
  if (parent?.relation !== "fork" || !parent.sessionId || !startedAt) return undefined;
  return { sessionId: parent.sessionId, time: startedAt };
}
