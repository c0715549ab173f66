import { statSync } from "node:fs";
import { basename } from "node:path";
import { addTallies, type Context, defined, type JsonObject, present } from "@chatexport/core";
import { groupBy, textOf } from "@chatexport/core/read";
import { unreadablePart } from "../diagnostics.js";
import type { AgentLocator, TranscriptLocator } from "../head/locator.js";
import { transcriptId } from "../locate/file-kinds.js";
import { buildSession } from "../parse/build-session.js";
import { readTranscript } from "../parse/read-transcript.js";
import type { TranscriptRecords } from "../parse/transcript.js";
import { type Entry, recordsOf } from "../records/records.js";
import { type Agent, agentIdOf, recordedIds, type Shared } from "./agent.js";
import { buildLost, lostAgents, type Subagents } from "./agents-within.js";
import { readSidecar } from "./read-sidecar.js";
import { runOf, type Workflows } from "./workflows.js";

/**
 * Loads the sub-agents of a transcript that have one of their own, beside those that were found inside; `stored`
 * are the ids of those with one.
 */
export async function loadSubagents(
  inside: Subagents,
  { agents: locators }: TranscriptLocator,
  workflows: Workflows,
  shared: Shared,
  stored: ReadonlySet<string>,
  context: Context,
): Promise<Subagents> {
  const isLost = ({ session }: Agent) => session.format === "claude/progress";
  const lost = inside.agents.filter(isLost);
  const rebuilt = new Set(lost.flatMap(({ agentIds }) => agentIds));
  const files = locators.filter(({ path }) => !rebuilt.has(agentIdOf(path)));
  const agents = inside.agents.filter((agent) => !isLost(agent));
  // An agent can lie beside its session and in the session's folder, or in the folder of a copy of the session.
  for (const group of groupBy(files, ({ path }) => basename(path)).values())
    agents.push(...(await buildGroup(group, stored, shared, context)));
  agents.push(...lost);
  for (const agent of agents) {
    const known = agent.agentIds.map((id) => workflows.agents.get(id)).find(Boolean);
    if (known || agent.runId) agent.workflow = defined({ runId: agent.runId, ...known });
  }
  return { ...inside, agents, files: workflows.files, tasks: workflows.tasks };
}

/** The ids of the agents that have a transcript with anything in it. */
export function storedIds(locators: readonly AgentLocator[]): ReadonlySet<string> {
  const isEmpty = (path: string) => !statSync(path, { throwIfNoEntry: false })?.size;
  return new Set(locators.flatMap(({ path }) => (isEmpty(path) ? [] : agentIdOf(path))));
}

/** The transcripts of one sub-agent: all but the fullest are mostly copies. */
async function buildGroup(
  group: readonly AgentLocator[],
  stored: ReadonlySet<string>,
  shared: Shared,
  context: Context,
): Promise<Agent[]> {
  const read: Stored[] = [];
  for (const locator of group)
    try {
      read.push({ ...locator, ...(await readTranscript(locator.path, stored, context)) });
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadablePart(locator.path, "agent", cause));
    }
  const countOf = ({ entries }: Stored) => Array.from(recordsOf(entries)).length;
  // Sorting is stable: of equal ones the session's own comes first.
  const [fullest, ...others] = read.sort((a, b) => countOf(b) - countOf(a));
  if (!fullest) return [];
  const agents = buildStored(fullest, stored, shared, context);
  for (const [index, other] of others.entries()) {
    const [agent] = agents;
    if (agent && isContained(other.entries, fullest.entries)) {
      const { tally } = other;
      for (const _ of recordsOf(other.entries)) {
        tally.read();
        tally.skip("copy");
      }
      agent.session.records = addTallies([agent.session.records, tally.result()]);
    } else agents.push(...buildStored(other, stored, shared, context, `~${index + 2}`));
  }
  return agents;
}

type Stored = AgentLocator & TranscriptRecords;

/** A sub-agent with a transcript of its own, and those that it started and only it tells of. */
function buildStored(
  { path, sidecar, entries, tally }: Stored,
  stored: ReadonlySet<string>,
  shared: Shared,
  context: Context,
  suffix = "",
): Agent[] {
  const id = `${transcriptId(path)}${suffix}`;
  const lost = lostAgents(entries, stored);
  const source = { ...shared, path, id, format: "claude/jsonl", tally };
  const built = buildSession(entries, { ...source, keptProgress: lost.progress }, context);
  const agent: Agent = present({
    ...built,
    agentIds: [agentIdOf(path), ...recordedIds(built)],
    sidecar: sidecar === undefined ? undefined : readSidecar(sidecar, context),
    runId: runOf(path),
  });
  const inner = { ...shared, path };
  return [
    agent,
    ...Array.from(lost.agents, ([id, copies]) => buildLost(id, copies, inner, context)),
  ];
}

/** True when another transcript has each record of this one, too. */
function isContained(entries: readonly Entry[], others: readonly Entry[]): boolean {
  const keys = new Set(Array.from(recordsOf(others), keyOf));
  return Array.from(recordsOf(entries)).every((record) => keys.has(keyOf(record)));
}

/** Copying a session can give its records another session's id, but they keep their uuids. */
function keyOf(record: JsonObject): string {
  return textOf(record.uuid) ?? JSON.stringify({ ...record, sessionId: null });
}
