import { type Context, type JsonObject, present, type Tally, total } from "@chatexport/core";
import { getOrAdd, listOf, objectOf, objectsOf, TallyCounter, textOf } from "@chatexport/core/read";
import { buildSession } from "../parse/build-session.js";
import type { Entry } from "../records/records.js";
import type { Agent, Shared } from "./agent.js";

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
