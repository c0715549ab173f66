import type { Diagnostic } from "@chatexport/core";
import { reasonOf } from "@chatexport/sqlite";

/* All that this source reports; docs/diagnostics.md is for those who read it. */

/**
 * The session that another one goes on from is gone: the one that it came out of, or its own first
 * file.
 */
export function missingParent(path: string): Diagnostic {
  const message = "What was said before this is missing: its file is not in the store.";
  return { severity: "warning", code: "missing-parent", message, origin: { path } };
}

/** A prompt of which nobody can tell to what session it belongs. */
export function promptWithoutSession(path: string, at: number): Diagnostic {
  const message = "The line does not say to which session it belongs and was left out.";
  return { severity: "warning", code: "malformed-line", message, origin: { path, at } };
}

/** A database with titles cannot be read. */
export function unreadableTitles(path: string, cause: unknown): Diagnostic {
  const message = `The first prompts stand in for the titles of sessions: ${reasonOf(cause)}.`;
  return { severity: "warning", code: "unreadable-database", message, origin: { path }, cause };
}
