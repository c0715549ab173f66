import type { Diagnostic, Session } from "@chatexport/core";

/**
 * The tool that a session is written for has no place for a part of it: it became text, or was left
 * out.
 * @remedy Nothing. An export with `--to jsonl` holds everything.
 */
export function chatChanges({ id }: Session, told: string): Diagnostic {
  const message = `A chat of Gemini CLI has no place for all of it: ${told}.`;
  return { severity: "info", code: "chat-changes", message, session: id };
}
