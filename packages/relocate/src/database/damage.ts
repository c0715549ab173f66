import { messageOf } from "@chatexport/core";
import { type Database, DatabaseError } from "@chatexport/sqlite";
import type { Note } from "../move/store-plan.js";

/**
 * Throws for a database that would not be whole after a change either, or that is not as its tool makes them; `changed` is
 * what `refuseTriggers` has.
 */
export function refuseDamage(database: Database, changed?: readonly string[]): void {
  // A driver that reads no other text does not answer.
  const { encoding = "UTF-8" } = database.get("PRAGMA encoding") ?? {};
  if (encoding !== "UTF-8") throw new Error("its text is not UTF-8");
  refuseTriggers(database, changed);
  const [found] = database.all("PRAGMA quick_check(1)");
  if (Object.values(found ?? {})[0] !== "ok") throw new Error("it is damaged");
}

/**
 * Throws for a database that would do more on a change than change. `changed` are the only columns that are updated, as
 * "table.column", where a tool has triggers: those may be there that none of it sets off.
 */
export function refuseTriggers(database: Database, changed?: readonly string[]): void {
  const triggers = database.all("SELECT sql FROM sqlite_master WHERE type = 'trigger'");
  if (!triggers.every(({ sql }) => changed !== undefined && isIdle(String(sql), changed)))
    throw new Error("it has triggers, which would change more than the paths");
}

/**
 * True when a trigger waits for other changes than updates of these columns; a word that is not known may
 * mean any.
 */
function isIdle(sql: string, changed: readonly string[]): boolean {
  const [, event, columns, table = ""] =
    /^CREATE TRIGGER \w+ (?:BEFORE |AFTER )?(INSERT|DELETE|UPDATE(?: OF (\w+(?: ?, ?\w+){0,100}))?) ON (\w+) /i.exec(
      sql.replace(/\s+/g, " "),
    ) ?? [];
  if (event === undefined) return false;
  const isUpdate = event.toLowerCase().startsWith("update");
  const watched = columns === undefined ? [""] : columns.split(",");
  const places = watched.map((column) => `${table}.${column.trim()}`.toLowerCase());
  return !isUpdate || !changed.some((each) => places.some((place) => isOf(each, place)));
}

/** True when a column is the one that is watched, or of the table of which all are. */
function isOf(column: string, watched: string): boolean {
  const known = column.toLowerCase();
  return watched.endsWith(".") ? known.startsWith(watched) : known === watched;
}

/** A database stays as it is because it cannot be read, or is damaged. */
export function databaseLeft(path: string, cause: unknown): Note {
  const reason = cause instanceof DatabaseError ? cause.message : `${path}: ${messageOf(cause)}`;
  const message = `${reason}. It stays as it is, and what it says of the project is found under the old path.`;
  return { code: "database-left", message, path };
}
