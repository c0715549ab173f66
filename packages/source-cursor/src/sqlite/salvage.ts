import { type Database, DatabaseError } from "./database.js";

/** Whether an error says that a page is damaged, so that other pages may still be read. */
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
        next = Number(rowid) + 1;
        if (typeof found === "string") rows.set(found, next - 1);
      }
      return rows;
    } catch (error) {
      if (!isDamage(error)) throw error;
      start = firstReadable(database, table, Math.max(next, 0));
    }
  }
  return rows;
}

/** The first row after the damage at `damaged`: gallops away from it, then closes in on its end. */
function firstReadable(database: Database, table: string, damaged: number): number | undefined {
  let bad = damaged;
  let good = bad + 1;
  while (!isReadable(database, table, good)) {
    const step = 2 * (good - bad);
    bad = good;
    good += step;
    if (good > Number.MAX_SAFE_INTEGER) return undefined;
  }
  while (good - bad > 1) {
    const middle = bad + Math.floor((good - bad) / 2);
    if (isReadable(database, table, middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function isReadable(database: Database, table: string, rowid: number): boolean {
  try {
    database.get(
      `SELECT rowid FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1`,
      rowid,
    );
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}
