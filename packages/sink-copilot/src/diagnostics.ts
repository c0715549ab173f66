import type { Diagnostic, Session } from "@chatexport/core";

/**
 * A session of Copilot CLI has no place for a part of the session: it became text, or was left out.
 * @remedy Nothing: the session goes on without it. Keep the session itself, or an export of it with `--to jsonl`, which holds everything.
 */
export function eventChanges({ id }: Session, told: string): Diagnostic {
  const message = `A session of Copilot CLI has no place for all of it: ${told}.`;
  return { severity: "info", code: "event-changes", message, session: id };
}
