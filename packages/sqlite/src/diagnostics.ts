import { type Diagnostic, messageOf } from "@chatexport/core";

/**
 * A database cannot be opened: no driver, no permission, locked and too large for a copy, or not a
 * database. All others are read.
 * @remedy The message names the remedy.
 */
export function unreadableDatabase(path: string, cause: unknown): Diagnostic {
  const message = messageOf(cause);
  return { severity: "error", code: "unreadable-database", message, origin: { path }, cause };
}

/**
 * A page of a database cannot be read, not even the names of what is on it. Everything else is
 * kept.
 * @remedy Recover the database with `sqlite3 FILE .recover \| sqlite3 NEW`, or take it from a backup, and
 * give it with `--root`.
 */
export function damagedDatabase(path: string, cause: unknown): Diagnostic {
  const message = `${messageOf(cause)}. What lies elsewhere in it is read.`;
  return { severity: "error", code: "damaged-database", message, origin: { path }, cause };
}
