import { defined, type JsonObject, type Session, type Sink } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { hashedUuid, sessionUuid } from "@chatexport/core/turns";
import type { AgentOf } from "./record-chain.js";

/** A sub-agent as Claude Code stores it, in the folder `subagents` of its session (2.1.332). */
export interface AgentTranscript {
  /** Of its files without their ends: "agent-a0f1e2d3c4b5a6978". */
  name: string;
  /** The sub-agent under that name. */
  session: Session;
  /** Writes its transcript. */
  sink: Sink;
  /** The content of its sidecar, which names the call that started it. */
  sidecar: string;
}

/** The sub-agents of a session, and those of each; `sinkFor` makes what writes the transcript of one. */
export function agentsOf(session: Session, sinkFor: (agent: AgentOf) => Sink): AgentTranscript[] {
  const sessionId = sessionUuid(session);
  const found: AgentTranscript[] = [];
  const left: { host: Session; depth: number; by?: string }[] = [{ host: session, depth: 1 }];
  // Not recursive: a store may nest them deeper than the stack allows.
  for (let next = left.shift(); next; next = left.shift()) {
    const { host, depth, by } = next;
    for (const agent of host.subagents ?? []) {
      const name = nameOf(agent, sessionId, found);
      const agentId = name.replace(/^agent-/, "");
      const { cwd = host.cwd } = agent;
      const written = { ...agent, id: name, ...defined({ cwd }) };
      found.push({
        ...{ name, session: written, sink: sinkFor({ agentId, sessionId }) },
        sidecar: JSON.stringify(sidecarOf(agent, depth, by)),
      });
      left.push({ host: written, depth: depth + 1, by: agentId });
    }
  }
  return found;
}

/** Its own name, unless that is none of the tool, or taken: it becomes the name of a file. */
function nameOf({ id }: Session, sessionId: string, others: readonly AgentTranscript[]): string {
  const isFree = others.every(({ name }) => name !== id);
  if (isFree && /^agent-[\w-]{1,100}$/.test(id)) return id;
  const digits = hashedUuid(`${sessionId} ${id} ${others.length}`).replaceAll("-", "");
  return `agent-${digits.slice(0, 17)}`;
}

function sidecarOf(
  { title, titleFrom, parent, native }: Session,
  depth: number,
  parentAgentId: string | undefined,
): JsonObject {
  return defined({
    description: titleFrom === "generated" ? title : undefined,
    spawnDepth: depth,
    ...objectOf(native?.sidecar),
    toolUseId: parent?.toolCallId,
    parentAgentId,
  });
}
