import { statSync } from "node:fs";
import { basename } from "node:path";
import { type Context, defined } from "@chatexport/core";
import { groupBy, type TallyCounter } from "@chatexport/core/read";
import type { AgentLocator, TranscriptLocator } from "../head/locator.js";
import { agentIdOf, type Shared } from "./agent.js";
import { type Subagents, subagentsInside } from "./agents-within.js";
import type { Lanes } from "./sidechains.js";
import { buildGroup } from "./stored-agents.js";
import { readWorkflows } from "./workflows.js";

/**
 * Loads sub-agents inside a transcript, with one of their own, or known from progress alone; `stored`
 * are the ids of those with one.
 */
export async function loadSubagents(
  lanes: Lanes,
  { agents: locators, companions = [] }: TranscriptLocator,
  shared: Shared,
  stored: ReadonlySet<string>,
  folders: readonly string[],
  tally: TallyCounter,
  context: Context,
): Promise<Subagents> {
  const workflows = await readWorkflows(companions, folders, tally, context);
  const inside = subagentsInside(lanes, stored, shared, context);
  const lost = inside.agents.splice(lanes.runs.length);
  const rebuilt = new Set(lost.flatMap(({ agentIds }) => agentIds));
  const files = locators.filter(({ path }) => !rebuilt.has(agentIdOf(path)));
  const { agents } = inside;
  // An agent can lie beside its session and in the session's folder, or in the folder of a copy of the session.
  for (const group of groupBy(files, ({ path }) => basename(path)).values())
    agents.push(...(await buildGroup(group, stored, shared, context)));
  agents.push(...lost);
  for (const agent of agents) {
    const known = agent.agentIds.map((id) => workflows.agents.get(id)).find(Boolean);
    if (known || agent.runId) agent.workflow = defined({ runId: agent.runId, ...known });
  }
  return { ...inside, files: workflows.files, tasks: workflows.tasks };
}

/** The ids of the agents that have a transcript with anything in it. */
export function storedIds(locators: readonly AgentLocator[]): ReadonlySet<string> {
  const isEmpty = (path: string) => !statSync(path, { throwIfNoEntry: false })?.size;
  return new Set(locators.flatMap(({ path }) => (isEmpty(path) ? [] : agentIdOf(path))));
}
