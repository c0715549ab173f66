import type { JsonObject } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { transcriptId } from "../locate/file-kinds.js";
import type { BuiltSession, SessionSource } from "../parse/build-session.js";

/** What the sub-agents of a session share with it. */
export type Shared = Pick<SessionSource, "path" | "folders" | "project">;

/** A sub-agent that has not found its place yet. */
export interface Agent extends BuiltSession {
  /** The tool's short ids of it ("a881341"): by the name of its file, and by its records. */
  agentIds: string[];
  /** The sidecar beside its transcript (2.1.5x and later). */
  sidecar?: JsonObject;
  /** The run of a workflow that it is a part of. */
  runId?: string;
  /** What the files of the workflow say about it. */
  workflow?: JsonObject;
  /** The calls that it can have been started by, when it stands in its parent's transcript. */
  openCalls?: string[];
}

/** The id of an agent by the name of its transcript. */
export function agentIdOf(path: string): string {
  return transcriptId(path).replace(/^agent-/, "");
}

/** The id of an agent by its records, if they name one. */
export function recordedIds({ session }: BuiltSession): string[] {
  const id = textOf(session.native?.agentId);
  return id === undefined ? [] : [id];
}

/** The agents by each of their ids; of several with one id the first. */
export function agentsById(agents: readonly Agent[]): Map<string, Agent> {
  const byId = new Map<string, Agent>();
  for (const agent of agents)
    for (const id of agent.agentIds) if (!byId.has(id)) byId.set(id, agent);
  return byId;
}
