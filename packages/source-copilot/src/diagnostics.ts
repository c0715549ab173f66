import { type Diagnostic, type Origin, present } from "@chatexport/core";
import { reasonOf } from "@chatexport/sqlite";

/* All that this source reports; docs/diagnostics.md is for those who read it. */

/** A change of a chat goes to a place that the chat does not have. */
export function brokenChange(path: string, at: number): Diagnostic {
  const message = "The change does not fit the chat before it; it is kept as it is.";
  return { severity: "warning", code: "malformed-line", message, origin: { path, at } };
}

/** A log of a chat has changes before it has the chat. */
export function cutLog(path: string, at: number): Diagnostic {
  const message = "The log has lost its beginning; requests before this change may be missing.";
  return { severity: "warning", code: "malformed-line", message, origin: { path, at } };
}

/** A file is no conversation of Copilot. */
export function foreignFile(path: string): Diagnostic {
  const message = "The file does not begin as a session of Copilot does and was left out.";
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

/** A database beside the sessions cannot be read. */
export function unreadableDatabase(path: string, cause: unknown): Diagnostic {
  const message = `Todo lists, titles or old sessions in the database are missing: ${reasonOf(cause)}.`;
  return { severity: "warning", code: "unreadable-database", message, origin: { path }, cause };
}

/** The editor's notes beside a chat are no JSON: its folder, or which changes were kept. */
export function malformedNotes(path: string): Diagnostic {
  const message = "The file beside the chats is no JSON object; the chats are kept without it.";
  return { severity: "warning", code: "malformed-side-file", message, origin: { path } };
}

/** A row of what was said names no session. */
export function strayRow(path: string, table: string): Diagnostic {
  const message = "The row does not say to which session it belongs and was left out.";
  return { severity: "warning", code: "malformed-row", message, origin: { path, at: table } };
}

/** Something in the place of a chat's requests is no request. */
export function strayRequests(path: string): Diagnostic {
  const message = "The chat has something in the place of a request; it is kept as it is.";
  return { severity: "warning", code: "malformed-entry", message, origin: { path } };
}

/** Two processes of the tool went on in one session; the one that ends last is the main line. */
export function parallelLines(path: string, at: Origin["at"], count: number): Diagnostic {
  const others = count > 1 ? ` (and ${count - 1} more)` : "";
  const message = `Two processes of the tool went on in this session; what began with this record is a branch${others}.`;
  return { severity: "info", code: "parallel-lines", message, origin: present({ path, at }) };
}
