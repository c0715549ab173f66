import type { Diagnostic, Origin } from "@chatexport/core";
import { intactBackup } from "./backup.js";
import { DatabaseError, type DatabaseProblem, reasonOf } from "./database-error.js";

/**
 * A database cannot be opened: no driver, no permission, locked and too large for a copy, or not a
 * database. All others are read.
 * @remedy Do as the message says: close the program that has it open, use Node 24, or recover it.
 */
export function unreadableDatabase(path: string, cause: unknown): Diagnostic {
  const message = `${sentence(cause)}${otherwise(path, cause)}.`;
  return { severity: "error", code: "unreadable-database", message, origin: { path }, cause };
}

/**
 * A page of a database cannot be read. Everything else is kept.
 * @remedy Recover the database with `sqlite3 FILE .recover | sqlite3 NEW`, or take it from a backup, and give it with
 * `--root`. The message names an intact backup beside it.
 */
export function damagedDatabase(path: string, cause: unknown): Diagnostic {
  const message = `${sentence(cause)}. What lies elsewhere in it is read${otherwise(path, cause)}.`;
  return { severity: "error", code: "damaged-database", message, origin: { path }, cause };
}

/** A database that is not of the tool that a source reads. */
export function foreignDatabase(path: string, tool: string): Diagnostic {
  const message = `The database has none of the tables of ${tool} and was left out.`;
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

/** A session has no id, or a message no list of parts. */
export function malformedRow(origin: Origin): Diagnostic {
  const message =
    "The row does not hold what it should, and was left out; a backup may have it whole.";
  return { severity: "warning", code: "malformed-row", message, origin };
}

/**
 * Rows of messages name no session that is in the database, as where another program deleted that, or have something
 * else in place of its id. They are in no session.
 * @remedy Give a backup with `--root`, if you have one: it may have the session.
 */
export function unknownSession(origin: Origin, count: number): Diagnostic {
  const others = count > 1 ? `, the first of ${count}` : "";
  const message = `The row names no session of the database${others}; it is in none.`;
  return { severity: "warning", code: "unknown-session", message, origin };
}

function sentence(cause: unknown): string {
  const reason = reasonOf(cause);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** The backup beside a database, where that is the way out. */
function otherwise(path: string, cause: unknown): string {
  const isLost = cause instanceof DatabaseError && lost.has(cause.problem);
  const backup = isLost ? intactBackup(path) : undefined;
  return backup === undefined ? "" : `; ${backup} is intact: read that with --root`;
}

const lost: ReadonlySet<DatabaseProblem> = new Set([
  "computed",
  "corrupt",
  "not-a-database",
  "unreadable",
]);
