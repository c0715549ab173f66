import {
  byStart,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  type TaskCall,
  taskCalls,
  textOf,
} from "@chatexport/core";
import type { BuiltSession } from "./session.js";

/** A sub-agent that has not found its place yet. */
export interface Agent extends BuiltSession {
  /** The tool's short id of it: "a881341". */
  agentId?: string;
  /** The sidecar beside its transcript (2.1.5x and later). */
  sidecar?: JsonObject;
}

/** The call that started a sub-agent, and the session in which it stands. */
interface Start {
  host: BuiltSession;
  toolCallId?: string;
}

/**
 * Puts each sub-agent into the session whose call started it, which may be another sub-agent. One
 * that no call can be found for goes into the main session without a call.
 */
export function embedSubagents(main: BuiltSession, agents: readonly Agent[]): Session {
  const hosts = [main, ...agents];
  const tasks = new Map(hosts.map((host) => [host, taskCalls(host.session)]));
  const starts = new Map<BuiltSession, Start>();
  const claimed = new Set<string>();
  for (const agent of agents) {
    const start = startOf(agent, hosts, tasks, claimed) ?? { host: main };
    if (start.toolCallId !== undefined) claimed.add(start.toolCallId);
    // Two sub-agents that claim to have started each other are both the main session's.
    starts.set(agent, isInside(start.host, agent, starts) ? { host: main } : start);
  }
  const embed = (host: BuiltSession): Session => {
    const subagents = agents.flatMap((agent): Session[] => {
      const start = starts.get(agent);
      if (start?.host !== host) return [];
      const { toolCallId } = start;
      const call = tasks.get(host)?.find(({ id }) => id === toolCallId);
      if (call) call.subagent = agent.session.id;
      const relation = "subagent" as const;
      const parent = present({ sessionId: host.session.id, relation, toolCallId });
      const native = agent.sidecar && { ...agent.session.native, sidecar: agent.sidecar };
      return [{ ...embed(agent), ...titleOf(agent, call), ...present({ native }), parent }];
    });
    return { ...host.session, ...present({ subagents: nonEmpty(subagents.sort(byStart)) }) };
  };
  return embed(main);
}

/** Asks the surest witness first: the sidecar, the call's result or progress, then the prompt. */
function startOf(
  agent: Agent,
  hosts: readonly (BuiltSession & Partial<Agent>)[],
  tasks: ReadonlyMap<BuiltSession, TaskCall[]>,
  claimed: ReadonlySet<string>,
): Start | undefined {
  const others = hosts.filter((host) => host !== agent);
  const { agentId, sidecar } = agent;
  const noted = textOf(sidecar?.toolUseId);
  for (const host of others)
    if (noted && host.tools.calls.has(noted)) return { host, toolCallId: noted };
  for (const host of others) {
    const toolCallId = agentId === undefined ? undefined : host.tools.agents.get(agentId);
    if (toolCallId) return { host, toolCallId };
  }
  const prompt = promptOf(agent.session);
  for (const host of others) {
    const call = tasks
      .get(host)
      ?.find(({ id, task }) => prompt && task?.trim() === prompt && !claimed.has(id));
    if (call) return { host, toolCallId: call.id };
  }
  const parentId = textOf(sidecar?.parentAgentId);
  const host = others.find((other) => parentId && other.agentId === parentId);
  return host && { host };
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

function titleOf({ session, sidecar }: Agent, call: TaskCall | undefined): Partial<Session> {
  const title = textOf(sidecar?.description) ?? call?.title;
  return title && session.titleFrom === "first-message" ? { title, titleFrom: "generated" } : {};
}

function promptOf(session: Session): string | undefined {
  const part = session.messages.find(({ role }) => role === "user")?.parts[0];
  return part?.type === "text" ? part.text.trim() : undefined;
}
