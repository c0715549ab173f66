import { defined, type JsonObject, type Part, type Session } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { transcriptId } from "../locate/file-kinds.js";
import type { BuiltSession, SessionSource } from "../parse/build-session.js";
import { promptParts } from "../records/prompts.js";
import { purposeOf } from "../records/purposes.js";

/** The state that the sub-agents of a session share with it. */
export type Shared = Pick<SessionSource, "path" | "readOutput" | "project" | "keepsRequestLog">;

/** A sub-agent whose call is not known yet. */
export interface Agent extends BuiltSession {
  /** The tool's short ids of it ("a881341"): by the name of its file, and by its records. */
  agentIds: string[];
  /** The sidecar beside its transcript (2.1.5x and later). */
  sidecar?: JsonObject;
  /** The run of a workflow that it is a part of. */
  runId?: string;
  /** The facts in the files of the workflow about it. */
  workflow?: JsonObject;
  /** The calls that may have started it, when its parent's transcript has it. */
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

/** The task of a sub-agent: the first text of the user that is no copy from its session. */
export function promptOf({ messages }: Session, mainId: string): string | undefined {
  const first = messages.find(
    ({ role, copiedFrom }) => role === "user" && copiedFrom?.sessionId !== mainId,
  );
  return first && textOf(textIn(first.parts));
}

/** The prompt of a call as the sub-agent's transcript has it. */
export function taskText(task: string | undefined): string | undefined {
  return textOf(textIn(promptParts(task)));
}

/** The texts of a prompt without what the tool added to remind or inform the model. */
function textIn(parts: readonly Part[]): string {
  return parts
    .flatMap((part) =>
      part.type === "text" && part.synthetic !== "reminder" ? withoutTeammate(part.text) : [],
    )
    .join("\n")
    .trim();
}

/** The lead of a team tells its members what to do in an element that names the lead. */
function withoutTeammate(text: string): string {
  const trimmed = text.trim();
  const opening = /^<teammate-message(?:\s+[a-z_]+="[^"]*")*>/.exec(trimmed)?.[0];
  const closing = "</teammate-message>";
  return opening && trimmed.endsWith(closing)
    ? trimmed.slice(opening.length, -closing.length).trim()
    : text;
}

/** A sub-agent without its session, with the purpose that the tool had in it. */
export function withPurpose(agent: Session, sessionId = ""): Session {
  return { ...agent, ...defined({ purpose: purposeOf(agent.id, promptOf(agent, sessionId)) }) };
}

/** The session of a sub-agent with the facts of its sidecar. */
export function withSidecar(session: Session, sidecar: JsonObject | undefined): Session {
  if (!sidecar) return session;
  const titled = withTitle(session, textOf(sidecar.description));
  return { ...titled, native: { ...session.native, sidecar } };
}

/** A title that the tool made counts only where otherwise the first prompt would be the title. */
export function withTitle(session: Session, title: string | undefined): Session {
  const isBetter = session.titleFrom === undefined || session.titleFrom === "first-message";
  return title && isBetter ? { ...session, title, titleFrom: "generated" } : session;
}
