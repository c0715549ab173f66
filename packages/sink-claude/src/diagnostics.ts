import type { Diagnostic, Session } from "@chatexport/core";

/**
 * A transcript of Claude Code has no place for a part of the session: it became text, or was left
 * out.
 * @remedy Nothing. An export with `--to jsonl` holds everything.
 */
export function transcriptChanges({ id }: Session, told: string): Diagnostic {
  const message = `A transcript of Claude Code has no place for all of it: ${told}.`;
  return { severity: "info", code: "transcript-changes", message, session: id };
}
