import type { Session } from "@chatexport/core";

/**
 * The session without those of its sub-agents. The calls that started them stay, with what they were
 * told and what they gave back.
 */
export function withoutSubagents(session: Session): Session {
  const { subagents, ...rest } = session;
  return subagents ? rest : session;
}
