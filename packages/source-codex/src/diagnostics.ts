import type { Diagnostic } from "@chatexport/core";

/* All that this source reports; docs/diagnostics.md is for those who read it. */

/** A record is of a type that this source does not know. */
export function unknownRecord(path: string, at: number | string, type: string): Diagnostic {
  const message = `The record type "${type}" is not known; the record is kept as it is.`;
  return { severity: "warning", code: "unknown-record", message, origin: { path, at } };
}

/** The session that a fork or sub-agent came out of is gone, and with it what was said before. */
export function missingParent(path: string): Diagnostic {
  const message =
    "The session that this one came out of is not in the store: what was said before is missing.";
  return { severity: "warning", code: "missing-parent", message, origin: { path } };
}

/** A file is no rollout of Codex. */
export function foreignFile(path: string): Diagnostic {
  const message = "The file does not begin as a session of Codex does and was left out.";
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

/** A database with titles cannot be read. */
export function unreadableTitles(path: string, cause: unknown): Diagnostic {
  const message =
    "The database with the titles of sessions cannot be read; the first prompts stand in.";
  return { severity: "warning", code: "unreadable-database", message, origin: { path }, cause };
}

/** The end of a compressed file is gone or damaged. */
export function damagedEnd(path: string, cause: unknown): Diagnostic {
  const message = "The compressed file is damaged: what follows in it is missing.";
  return { severity: "error", code: "unreadable-file", message, origin: { path }, cause };
}
