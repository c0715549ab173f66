import type { Diagnostic, Session } from "@chatexport/core";
import type { Changes } from "@chatexport/core/turns";

/**
 * A rollout of Codex has no place for a part of the session: it became text, or was left out.
 * @remedy Nothing: the session goes on without it. Keep the session itself, or an export of it with `--to jsonl`, which holds everything.
 */
export function rolloutChanges({ id }: Session, changes: Changes): Diagnostic | undefined {
  const told = changes.told();
  if (told === undefined) return undefined;
  const message = `A rollout of Codex has no place for all of it: ${told}.`;
  return { severity: "info", code: "rollout-changes", message, session: id };
}
