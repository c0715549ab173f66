import {
  type Context,
  defined,
  type FilePart,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  type Tally,
  total,
} from "@chatexport/core";
import { getOrAdd, listOf, objectOf, objectsOf, TallyCounter, textOf } from "@chatexport/core/read";
import { type BuiltSession, buildSession, type SessionSource } from "../parse/build-session.js";
import type { Entry } from "../records/records.js";
import { missingOutput } from "../tools/persisted-output.js";
import { type Agent, recordedIds, type Shared } from "./agent.js";
import { embedSubagents } from "./embed-agents.js";
import type { Lanes, Run } from "./sidechains.js";

/** The sub-agents of a session, and what of the session's own records and files is theirs. */
export interface Subagents {
  agents: Agent[];
  /** Progress records of the session whose content is in a sub-agent. */
  keptProgress: ReadonlySet<JsonObject>;
  /** The files of workflows, which belong to the session. */
  files: FilePart[];
  /** By the id of a workflow's run the background task that it was. */
  tasks: ReadonlyMap<string, string>;
}

/** A session with the sub-agents whose records are among its own, or copies of them; no other file is read. */
export function sessionWithin(
  lanes: Lanes,
  source: Omit<SessionSource, "readOutput">,
  context: Context,
): Session {
  const { path, project } = source;
  const shared = defined({ path, readOutput: missingOutput, project });
  const subagents = subagentsInside(lanes, new Set(), shared, context);
  const { keptProgress } = subagents;
  const own = { ...source, readOutput: missingOutput, keptProgress };
  return withSubagents(buildSession(lanes.main, own, context), subagents);
}

/**
 * The sub-agents whose records are among those of a session; `stored` are the ids of those with
 * files.
 */
export function subagentsInside(
  { runs, progress }: Lanes,
  stored: ReadonlySet<string>,
  shared: Shared,
  context: Context,
): Subagents {
  const lost = lostAgents(progress, stored);
  const agents = [
    ...runs.map((run) => buildRun(run, shared, context)),
    ...Array.from(lost.agents, ([id, copies]) => buildLost(id, copies, shared, context)),
  ];
  return { agents, keptProgress: lost.progress, files: [], tasks: new Map() };
}

/** The session with each sub-agent where it was started, and with the files of its workflows. */
export function withSubagents(main: BuiltSession, { agents, files, tasks }: Subagents): Session {
  const session = embedSubagents(main, agents, tasks);
  const attachments = nonEmpty([...(session.attachments ?? []), ...files]);
  return { ...session, ...defined({ attachments }) };
}

/** A sub-agent inside its parent's transcript; its records are counted in its own tally. */
function buildRun({ entries, openCalls }: Run, shared: Shared, context: Context): Agent {
  const [first] = entries;
  const id = textOf(first?.record.uuid) ?? `line-${first?.line ?? 0}`;
  const source = { ...shared, id, format: "claude/sidechain", tally: new TallyCounter() };
  const built = buildSession(entries, source, context);
  return { ...built, agentIds: recordedIds(built), openCalls };
}

/**
 * Finds sub-agents whose transcripts are gone: until about 2.1.8x the progress of a call held a full
 * copy of each record of its sub-agent. `stored` are the ids of those that have a transcript, `agents` the copies
 * by the id of the agent, `progress` the records with copies.
 */
export function lostAgents(
  entries: readonly Entry[],
  stored: ReadonlySet<string>,
): { agents: ReadonlyMap<string, Entry[]>; progress: ReadonlySet<JsonObject> } {
  const agents = new Map<string, Entry[]>();
  const progress = new Set<JsonObject>();
  const seen = new Set<string>();
  for (const { line, record } of entries) {
    const data = record.type === "progress" ? objectOf(record.data) : undefined;
    const agentId = textOf(data?.agentId);
    if (data?.type !== "agent_progress" || agentId === undefined || stored.has(agentId)) continue;
    const all = objectsOf([data.message, ...(listOf(data.normalizedMessages) ?? [])]);
    const copies = all.filter(({ message }) => objectOf(message));
    if (copies.length === 0) continue;
    progress.add(record);
    const agent = getOrAdd(agents, agentId, () => []);
    // Fields that a copy leaves out, because the record around it has them.
    const { sessionId, cwd, version, gitBranch, timestamp } = record;
    const around = present({ sessionId, cwd, version, gitBranch, timestamp });
    for (const copy of copies) {
      const uuid = textOf(copy.uuid);
      if (uuid && seen.has(uuid)) continue;
      if (uuid) seen.add(uuid);
      agent.push({ line, record: { isSidechain: true, ...around, ...copy, agentId } });
    }
  }
  return { agents, progress };
}

/** A sub-agent of which there are copies only; they are counted with the progress around them. */
export function buildLost(
  agentId: string,
  entries: readonly Entry[],
  shared: Shared,
  context: Context,
): Agent {
  const id = `agent-${agentId}`;
  const source = { ...shared, id, format: "claude/progress", tally: new TallyCounter() };
  const { session, tools } = buildSession(entries, source, context);
  const { unknown, unknownFields } = session.records;
  const records: Tally = present({ read: total(unknown), kept: 0, unknown, unknownFields });
  return { session: { ...session, records }, tools, agentIds: [agentId] };
}
