import { defined, nonEmpty, type Session, type TaskCall } from "@chatexport/core";
import { byStart, taskCalls, textOf } from "@chatexport/core/read";
import type { BuiltSession } from "../parse/build-session.js";
import { type Agent, agentsById } from "./agent.js";
import { markCopies, originalsOf } from "./copies.js";
import { type CallsByHost, findStarts, type Start } from "./find-starts.js";
import { promptOf } from "./prompt.js";
import { purposeOf } from "./purpose.js";
import { withSidecar, withTitle } from "./sidecar.js";

/**
 * Puts each sub-agent into the session whose call started it, which may be another sub-agent. One
 * that no call can be found for goes into the main session without a call.
 */
export function embedSubagents(
  main: BuiltSession,
  agents: readonly Agent[],
  tasks: ReadonlyMap<string, string>,
): Session {
  if (agents.length === 0) return main.session;
  const originals = originalsOf(main.session);
  for (const { session } of agents) markCopies(session, main.session.id, originals);
  const calls = new Map<BuiltSession, Map<string, TaskCall>>();
  for (const host of [main, ...agents])
    calls.set(host, new Map(taskCalls(host.session).map((call) => [call.id, call])));
  const starts = findStarts(main, agents, tasks, calls);
  linkCalls([main, ...agents], agents, starts, calls);

  const inside = new Map<BuiltSession, Agent[]>();
  for (const agent of agents) {
    const { host } = starts.get(agent) ?? { host: main };
    const others = inside.get(host);
    if (others) others.push(agent);
    else inside.set(host, [agent]);
  }
  const embed = (host: BuiltSession): Session => {
    const inner = inside.get(host) ?? [];
    if (inner.length > 0 && host !== main) {
      const originals = originalsOf(host.session);
      for (const { session } of inner) markCopies(session, host.session.id, originals);
    }
    const subagents = inner.map((agent): Session => {
      const toolCallId = starts.get(agent)?.toolCallId;
      const call = calls.get(host)?.get(toolCallId ?? "");
      const relation = "subagent" as const;
      const parent = defined({ sessionId: host.session.id, relation, toolCallId });
      const told = toolCallId === undefined ? promptOf(agent.session, main.session.id) : undefined;
      const purpose = purposeOf(agent.session.id, told);
      return { ...described(agent, embed(agent), call), ...defined({ purpose }), parent };
    });
    return { ...host.session, ...defined({ subagents: nonEmpty(subagents.sort(byStart)) }) };
  };
  return embed(main);
}

/** Names the sub-agent on the call that started it, and on those that asked it for more. */
function linkCalls(
  hosts: readonly BuiltSession[],
  agents: readonly Agent[],
  starts: ReadonlyMap<Agent, Start>,
  calls: CallsByHost,
): void {
  const byId = agentsById(agents);
  for (const agent of agents) {
    const { host, toolCallId } = starts.get(agent) ?? {};
    const call = host && calls.get(host)?.get(toolCallId ?? "");
    if (call) call.subagent ??= agent.session.id;
  }
  for (const host of hosts)
    for (const [callId, agentId] of host.tools.starts.named) {
      const call = calls.get(host)?.get(callId);
      const agent = byId.get(agentId);
      if (call && agent) call.subagent ??= agent.session.id;
    }
}

/** An agent with what its sidecar, its workflow and its call say about it. */
function described(
  { sidecar, workflow }: Agent,
  session: Session,
  call: TaskCall | undefined,
): Session {
  const noted = withSidecar(session, sidecar);
  const titled = withTitle(noted, textOf(workflow?.label) ?? call?.title);
  return workflow ? { ...titled, native: { ...titled.native, workflow } } : titled;
}
