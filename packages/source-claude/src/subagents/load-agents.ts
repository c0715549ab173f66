import { statSync } from "node:fs";
import {
  type Context,
  defined,
  type FilePart,
  type JsonObject,
  nonEmpty,
  type Session,
} from "@chatexport/core";
import { TallyCounter, textOf } from "@chatexport/core/read";
import type { AgentLocator, TranscriptLocator } from "../head/locator.js";
import { type BuiltSession, buildSession, type SessionSource } from "../parse/build-session.js";
import { type Agent, agentIdOf, recordedIds, type Shared } from "./agent.js";
import { embedSubagents } from "./embed-agents.js";
import { buildLost, lostAgents } from "./lost-agents.js";
import type { Lanes, Run } from "./sidechains.js";
import { buildGroup, sameAgents } from "./stored-agents.js";
import { readWorkflows } from "./workflows.js";

/** The sub-agents of a session, and what of the session's own records and files is theirs. */
interface Subagents {
  agents: Agent[];
  /** Progress records of the session whose content stands in a sub-agent. */
  keptProgress: ReadonlySet<JsonObject>;
  /** The files of workflows, which belong to the session. */
  files: FilePart[];
  /** By the id of a workflow's run the background task that it was. */
  tasks: ReadonlyMap<string, string>;
}

/** A session with the sub-agents whose records stand among its own, or copies of them. */
export function sessionWithin(lanes: Lanes, source: SessionSource, context: Context): Session {
  const { path, folders, project } = source;
  const shared = defined({ path, folders, project });
  const subagents = subagentsInside(lanes, new Set(), shared, context);
  const { keptProgress } = subagents;
  return withSubagents(buildSession(lanes.main, { ...source, keptProgress }, context), subagents);
}

function subagentsInside(
  { runs, progress }: Lanes,
  stored: ReadonlySet<string>,
  shared: Shared,
  context: Context,
): Subagents {
  const lost = lostAgents(progress, stored);
  const agents = [
    ...runs.map((run) => buildRun(run, shared, context)),
    ...lost.agents.map((agent) => buildLost(agent, shared, context)),
  ];
  return { agents, keptProgress: lost.progress, files: [], tasks: new Map() };
}

/** Loads sub-agents inside a transcript, with one of their own, or known from progress alone. */
export async function loadSubagents(
  lanes: Lanes,
  { agents: locators, companions = [] }: TranscriptLocator,
  shared: Shared,
  tally: TallyCounter,
  context: Context,
): Promise<Subagents> {
  const stored = storedIds(locators);
  const workflows = await readWorkflows(companions, shared.folders, tally, context);
  const inside = subagentsInside(lanes, stored, shared, context);
  const lost = inside.agents.splice(lanes.runs.length);
  const rebuilt = new Set(lost.flatMap(({ agentIds }) => agentIds));
  const files = locators.filter(({ path }) => !rebuilt.has(agentIdOf(path)));
  const { agents } = inside;
  for (const group of sameAgents(files))
    agents.push(...(await buildGroup(group, stored, shared, context)));
  agents.push(...lost);
  for (const agent of agents) {
    const known = agent.agentIds
      .map((id) => workflows.agents.get(id))
      .find((fact) => fact !== undefined);
    if (known || agent.runId) agent.workflow = defined({ runId: agent.runId, ...known });
  }
  return { ...inside, files: workflows.files, tasks: workflows.tasks };
}

/** The session with each sub-agent where it was started, and with the files of its workflows. */
export function withSubagents(main: BuiltSession, { agents, files, tasks }: Subagents): Session {
  const session = embedSubagents(main, agents, tasks);
  const attachments = nonEmpty([...(session.attachments ?? []), ...files]);
  return { ...session, ...defined({ attachments }) };
}

/** The ids of the agents that have a transcript with anything in it. */
function storedIds(locators: readonly AgentLocator[]): ReadonlySet<string> {
  const stored = locators.filter(
    ({ path }) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  return new Set(stored.map(({ path }) => agentIdOf(path)));
}

/** A sub-agent inside its parent's transcript; its records are counted in its own tally. */
function buildRun({ entries, openCalls }: Run, shared: Shared, context: Context): Agent {
  const [first] = entries;
  const id = textOf(first?.record.uuid) ?? `line-${first?.line ?? 0}`;
  const source = { ...shared, id, format: "claude/sidechain", tally: new TallyCounter() };
  const built = buildSession(entries, source, context);
  return { ...built, agentIds: recordedIds(built), openCalls };
}
