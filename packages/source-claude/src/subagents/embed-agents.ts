import {
  allMessages,
  defined,
  type Message,
  nonEmpty,
  type Session,
  type TaskCall,
} from "@chatexport/core";
import { addToList, byStart, taskCalls, textOf } from "@chatexport/core/read";
import type { BuiltSession } from "../parse/build-session.js";
import { purposeOf } from "../records/purposes.js";
import { type Agent, agentsById, promptOf, withSidecar, withTitle } from "./agent.js";
import { findStarts } from "./find-starts.js";

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
  markCopies(agents, main);
  const calls = new Map<BuiltSession, Map<string, TaskCall>>();
  for (const host of [main, ...agents])
    calls.set(host, new Map(taskCalls(host.session).map((call) => [call.id, call])));
  const starts = findStarts(main, agents, tasks, calls);
  // The calls that started sub-agents name them, and those that asked one for more.
  for (const agent of agents) {
    const { host = main, toolCallId = "" } = starts.get(agent) ?? {};
    const call = calls.get(host)?.get(toolCallId);
    if (call) call.subagent ??= agent.session.id;
  }
  const byId = agentsById(agents);
  for (const [host, own] of calls)
    for (const [callId, agentId] of host.tools.starts.named) {
      const call = own.get(callId);
      const agent = byId.get(agentId);
      if (call && agent) call.subagent ??= agent.session.id;
    }

  const inside = new Map<BuiltSession, Agent[]>();
  for (const agent of agents) {
    const { host } = starts.get(agent) ?? { host: main };
    addToList(inside, host, agent);
  }
  const embed = (host: BuiltSession): Session => {
    const inner = inside.get(host) ?? [];
    if (inner.length > 0 && host !== main) markCopies(inner, host);
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

/**
 * Marks the messages of sub-agents that their host has as well: the transcripts of some begin
 * with a part of the conversation that they are about (seen in 2.1.3x). A response that both have
 * is the host's, even when its request had another id. A copy keeps the uuid, or the id of the response.
 */
function markCopies(agents: readonly Agent[], host: BuiltSession): void {
  const byId = new Map<string, Message>();
  const byResponse = new Map<string, Message>();
  for (const message of allMessages(host.session)) {
    // Without a uuid the id is made from the line, and says nothing about another file.
    if (!message.id.startsWith("line-")) byId.set(message.id, message);
    const response = responseOf(message);
    if (response && !byResponse.has(response)) byResponse.set(response, message);
  }
  for (const { session } of agents)
    for (const copy of allMessages(session)) {
      const original = byId.get(copy.id) ?? byResponse.get(responseOf(copy) ?? "");
      if (original) copy.copiedFrom ??= { sessionId: host.session.id, messageId: original.id };
    }
}

function responseOf({ role, responseId }: Message): string | undefined {
  return role === "assistant" ? responseId : undefined;
}
