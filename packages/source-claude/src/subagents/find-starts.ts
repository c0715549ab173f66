import { compareStrings, type TaskCall } from "@chatexport/core";
import { addToList, textOf } from "@chatexport/core/read";
import type { BuiltSession } from "../parse/build-session.js";
import { purposeOf } from "../records/purposes.js";
import { type Agent, agentsById, promptOf, taskText } from "./agent.js";

/** The call that started a sub-agent, and its session. */
export interface Start {
  host: BuiltSession;
  toolCallId?: string;
}

/** For each session the calls in it that hand work to sub-agents, by their ids. */
export type CallsByHost = ReadonlyMap<BuiltSession, ReadonlyMap<string, TaskCall>>;

/** The statements about agents or runs, by their ids. */
type Said = "notifications" | "progress" | "results" | "runs" | "trailers";

/**
 * Finds where each sub-agent was started: in the main session or in another sub-agent. One that no
 * call can be found for is put into the main session. `tasks` are the background tasks that the
 * runs of workflows were. Each witness is asked about all agents before the next one, so that none
 * takes the call of an agent that a surer one knows.
 */
export function findStarts(
  main: BuiltSession,
  agents: readonly Agent[],
  tasks: ReadonlyMap<string, string>,
  calls: CallsByHost,
): Map<Agent, Start> {
  const starts = new Map<Agent, Start>();
  const claimed = new Set<string>();
  const inOrder = [...agents].sort((a, b) =>
    compareStrings(a.session.startedAt ?? "", b.session.startedAt ?? ""),
  );
  for (const witness of witnesses(main, agents, tasks, calls, claimed))
    for (const agent of inOrder) {
      if (starts.has(agent)) continue;
      const start = witness(agent);
      // Of two sub-agents that claim to have started each other only one can be right.
      if (!start || isInside(start.host, agent, starts)) continue;
      starts.set(agent, start);
      if (start.toolCallId !== undefined) claimed.add(start.toolCallId);
    }
  for (const agent of agents) if (!starts.has(agent)) starts.set(agent, { host: main });
  return starts;
}

function witnesses(
  main: BuiltSession,
  agents: readonly Agent[],
  tasks: ReadonlyMap<string, string>,
  calls: CallsByHost,
  claimed: ReadonlySet<string>,
): ((agent: Agent) => Start | undefined)[] {
  // Those that the tool started for itself begin with copies of others' calls and start nothing.
  const hosts = [main, ...agents.filter(({ session }) => !purposeOf(session.id, undefined))];
  /** All calls by their ids, and those that hand work to sub-agents by what they tell them. */
  const owners = new Map<string, Start>();
  const taskIds = new Set<string>();
  const byPrompt = new Map<string, Start[]>();
  for (const host of hosts) {
    for (const toolCallId of host.tools.calls)
      if (!owners.has(toolCallId)) owners.set(toolCallId, { host, toolCallId });
    for (const { id, task } of calls.get(host)?.values() ?? []) {
      taskIds.add(id);
      const prompt = taskText(task);
      if (prompt !== undefined) addToList(byPrompt, prompt, { host, toolCallId: id });
    }
  }
  const byAgentId = agentsById(agents);

  /** One kind of statements; a call belongs to its own place, not to that where it is named. */
  const said = (kind: Said) => {
    const starts = new Map<string, Start>();
    for (const host of hosts)
      for (const [id, toolCallId] of host.tools.starts[kind])
        if (!starts.has(id)) starts.set(id, owners.get(toolCallId) ?? { host, toolCallId });
    return starts;
  };
  const results = said("results");
  const progress = said("progress");
  const notifications = said("notifications");
  const trailers = said("trailers");
  const runs = said("runs");
  const isFree = ({ toolCallId = "" }: Start) =>
    taskIds.has(toolCallId) && !claimed.has(toolCallId);
  const told = (agent: Agent) =>
    (byPrompt.get(promptOf(agent.session, main.session.id) ?? "") ?? []).filter(
      (start) => start.host !== agent && isFree(start),
    );
  const signed = (agent: Agent) => {
    const start = lookUp(agent, trailers);
    return start && isFree(start) ? start : undefined;
  };
  return [
    ({ sidecar }) => owners.get(textOf(sidecar?.toolUseId) ?? ""),
    ({ agentIds }) => {
      const host = hosts.find(({ tools }) => agentIds.some((id) => tools.starts.launched.has(id)));
      return host && { host };
    },
    ({ runId = "" }) => runs.get(runId) ?? notifications.get(tasks.get(runId) ?? ""),
    (agent) => lookUp(agent, results),
    (agent) => lookUp(agent, progress),
    (agent) => lookUp(agent, notifications),
    (agent) => told(agent).find(({ toolCallId }) => toolCallId === signed(agent)?.toolCallId),
    (agent) => told(agent)[0],
    signed,
    ({ openCalls = [] }) => {
      const free = openCalls.flatMap((id) => owners.get(id) ?? []).filter(isFree);
      return free.length === 1 ? free[0] : undefined;
    },
    ({ sidecar }) => {
      const host = byAgentId.get(textOf(sidecar?.parentAgentId) ?? "");
      return host && { host };
    },
  ];
}

function lookUp({ agentIds }: Agent, starts: ReadonlyMap<string, Start>): Start | undefined {
  return agentIds.flatMap((id) => starts.get(id) ?? [])[0];
}

function isInside(
  host: BuiltSession,
  agent: Agent,
  starts: ReadonlyMap<BuiltSession, Start>,
): boolean {
  for (let at: BuiltSession | undefined = host; at; at = starts.get(at)?.host)
    if (at === agent) return true;
  return false;
}
