import type { Database } from "./database.js";

/** In rows: in a larger table it would cost more than reading what is wanted of it. */
const largestTable = 1000;

/**
 * Whether the index of a table leads to each of its rows, as far as that can be found out quickly:
 * SQLite notices a page that is no page any more, but not always what has changed in one, and then
 * finds no row and says nothing. `table` and its column `key` are quoted.
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
  // Where it is the rows that are damaged, nothing is better than an index that is whole.
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
