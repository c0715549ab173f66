import { objectOf, parseJson } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { type Database, DatabaseError, jsonOfRow, type Row } from "@chatexport/sqlite";
import { fieldsOf } from "./fields.js";
import type { StoredRecord, StoredSession } from "./stored.js";

/**
 * The rows of a session in a table. Where a page is damaged, the rows are read one by one, so that only those
 * on it are lost.
 */
export function* rowsOf(
  database: Database,
  table: string,
  column: string,
  id: string,
  stored: StoredSession,
): Generator<Row> {
  const met = new Set<unknown>();
  try {
    for (const row of database.iterate(
      `SELECT rowid AS row_number, * FROM ${table} WHERE ${column} = ?`,
      id,
    )) {
      const { row_number, ...rest } = row;
      met.add(row_number);
      yield rest;
    }
  } catch (damage) {
    if (!(damage instanceof DatabaseError)) throw damage;
    const origin = { path: database.path, at: table };
    let numbers: Row[] = [];
    try {
      numbers = database.all(`SELECT rowid AS number FROM ${table} WHERE ${column} = ?`, id);
    } catch (cause) {
      stored.read++;
      stored.broken.push({ origin, cause });
    }
    for (const { number } of numbers) {
      if (met.has(number)) continue;
      try {
        const row = database.get(`SELECT * FROM ${table} WHERE rowid = ?`, Number(number));
        if (row) yield row;
      } catch (cause) {
        stored.read++;
        stored.broken.push({ origin: { ...origin, at: `${table} rowid ${number}` }, cause });
      }
    }
  }
}

/** The fields of a row; bytes are in none of them. */
export function columnsOf(row: Row): Fields {
  return fieldsOf(jsonOfRow(row));
}

/**
 * The record that a row holds, with what nobody has taken of the row itself; one that is none is counted and noted
 * as broken.
 */
export function recordOf(
  columns: Fields,
  table: string,
  stored: StoredSession,
  column = "data",
): StoredRecord | undefined {
  stored.read++;
  const id = columns.text("id");
  const time = columns.number("time_created") ?? 0;
  const origin = { at: `${table}/${id ?? "?"}` };
  const data = objectOf(parseJson(columns.string(column)));
  if (id === undefined || !data) {
    stored.broken.push({ origin });
    return undefined;
  }
  addNative({ native: data }, columns.rest());
  return { id, time, origin, data };
}

/** Counts records that were read and are left out for a reason. */
export function skip(stored: StoredSession, reason: string, count: number): void {
  stored.read += count;
  if (count > 0) stored.skipped[reason] = (stored.skipped[reason] ?? 0) + count;
}
