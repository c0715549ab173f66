import type { Database } from "./database.js";
import { DatabaseError } from "./database-error.js";

/** True when an error says that a page is damaged, so that other pages may still be read. */
export function isDamage(error: unknown): error is DatabaseError {
  return (
    error instanceof DatabaseError &&
    (error.problem === "corrupt" || error.problem === "unreadable")
  );
}

/**
 * The row of each key of a table, in the order of rows and without the index, for a database whose
 * index is damaged. Rows on damaged pages are stepped over; of rows with the same key the newest
 * counts. `table` and its column `key` are quoted.
 */
export function salvageKeys(database: Database, table: string, key: string): Map<string, number> {
  const rows = new Map<string, number>();
  let start: number | undefined = Number.MIN_SAFE_INTEGER;
  while (start !== undefined) {
    let next: number = start;
    try {
      for (const { key: found, rowid } of database.iterate(
        `SELECT ${key} AS key, rowid FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid`,
        start,
      )) {
        // On a damaged page rows can be out of order, and going back would never end.
        next = Math.max(next, Number(rowid) + 1);
        if (typeof found === "string") rows.set(found, Number(rowid));
      }
      return rows;
    } catch (error) {
      if (!isDamage(error)) throw error;
      start = afterDamage(database, table, Math.max(next, 0));
    }
  }
  return rows;
}

/** The place to go on when the row at or after `damaged` cannot be read; undefined when it was the last. */
function afterDamage(database: Database, table: string, damaged: number): number | undefined {
  // If only its key is damaged, its number can be read, and the next row may be far away.
  const row = rowAt(database, table, damaged);
  if (row === "none") return undefined;
  if (row === "unreadable") return firstReadable(database, table, damaged);
  return row < Number.MAX_SAFE_INTEGER ? row + 1 : undefined;
}

/** The first row after the damage at `damaged`: gallops away from it, then closes in on its end. */
function firstReadable(database: Database, table: string, damaged: number): number | undefined {
  let bad = damaged;
  let good = bad + 1;
  while (rowAt(database, table, good) === "unreadable") {
    const step = 2 * (good - bad);
    bad = good;
    good += step;
    if (good > Number.MAX_SAFE_INTEGER) return undefined;
  }
  while (good - bad > 1) {
    const middle = bad + Math.floor((good - bad) / 2);
    if (rowAt(database, table, middle) === "unreadable") bad = middle;
    else good = middle;
  }
  return good;
}

/** The number of the first row at or after a number. */
function rowAt(database: Database, table: string, rowid: number): number | "none" | "unreadable" {
  try {
    const row = database.get(
      `SELECT rowid FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1`,
      rowid,
    );
    if (!row) return "none";
    return Number(row.rowid) < rowid ? "unreadable" : Number(row.rowid);
  } catch (error) {
    if (isDamage(error)) return "unreadable";
    throw error;
  }
}

/** In rows: in a larger table it would cost more than reading what is wanted of it. */
const largestTable = 1000;

/**
 * True when the index of a table leads to each of its rows, as far as that can be found out quickly: SQLite
 * notices a page that is no page any more, but not always what has changed in one, and then finds no row
 * and says nothing. `table` and its column `key` are quoted.
 */
export function leadsToAllRows(database: Database, table: string, key: string): boolean {
  const newest = first(database, `SELECT max(rowid) AS value FROM ${table}`);
  if (newest === undefined || Number(newest.value ?? 0) > largestTable) return true;
  // The plus keeps SQLite from looking rows up by their numbers.
  const lost = first(
    database,
    `SELECT count(*) AS value FROM ${table} AS one NOT INDEXED
     WHERE typeof(${key}) = 'text' AND NOT EXISTS
     (SELECT 1 FROM ${table} AS other WHERE other.${key} = one.${key} AND +other.rowid = one.rowid)`,
  );
  if (lost) return lost.value === 0;
  // If the rows themselves are damaged, an index that is whole is the best source.
  const odd = first(
    database,
    `SELECT count(*) AS value FROM ${table} WHERE typeof(${key}) <> 'text'`,
  );
  return odd?.value === 0;
}

/** Undefined when it cannot be read. */
function first(database: Database, sql: string): { value?: unknown } | undefined {
  try {
    return database.get(sql);
  } catch {
    return undefined;
  }
}
