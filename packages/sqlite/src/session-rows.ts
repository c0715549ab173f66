import { type Context, type JsonObject, present, type Session } from "@chatexport/core";
import { promptTitle, setField, textOf, unknownRecord } from "@chatexport/core/read";
import {
  checkedFate,
  type Draft,
  damagedNotice,
  type Fate,
  type StoredRecord,
} from "@chatexport/core/source";
import type { Database, Row } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { damagedDatabase, malformedRow } from "./diagnostics.js";

/** The rows of a session's messages, and what they are read into. */
export interface MessageRows {
  database: Database;
  /** Takes the id of the session. */
  sql: string;
  id: string;
  draft: Draft;
  /** The record in a row, and its content; without that it is damaged. */
  recordOf(row: Row): { record: StoredRecord; content: unknown };
}

/** Reads each row, and counts what became of it. Notes and reports those that are damaged or unknown. */
export function readRows(
  { database, sql, id, draft, recordOf }: MessageRows,
  read: (record: StoredRecord) => Fate,
  context: Context,
): void {
  const { path } = database;
  try {
    for (const row of database.iterate(sql, id)) {
      const { record, content } = recordOf(row);
      const { at } = record;
      draft.tally.read();
      if (!Array.isArray(content)) {
        draft.tally.malformed();
        const text = typeof content === "string" ? content : "";
        const parts = [damagedNotice({ line: 0, malformed: "not-json", text })];
        const native = record.fields.all();
        draft.write({ id: record.id ?? String(at), at }, "system", parts, { native });
        context.report(malformedRow({ path, at }));
        continue;
      }
      const fate = checkedFate(record, read(record));
      draft.count(record, fate);
      if (fate === "unknown") context.report(unknownRecord({ path, at }, record.type));
    }
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!(cause instanceof DatabaseError)) throw cause;
    draft.tally.read();
    draft.tally.malformed();
    context.report(damagedDatabase(path, cause));
  }
}

/** The row of a session itself. Throws when it is there no more. */
export function sessionRow(database: Database, id: string, table = "sessions"): Row {
  const row = database.get(`SELECT * FROM ${table} WHERE id = ?`, id);
  if (row) return row;
  const what = table.replace(/s$/, "");
  throw new DatabaseError("missing", `The ${what} ${id} is not in ${database.path} any more`);
}

/** The beginnings of the first prompts of a session, in a column of its messages. */
export function firstPrompts(
  database: Database,
  column: string,
  id: string,
  order = "id",
): string[] {
  const sql = `SELECT substr(${column}, 1, 20000) AS text FROM messages
    WHERE session_id = ? AND role = 'user' ORDER BY ${order} LIMIT 5`;
  return database.all(sql, id).flatMap(({ text }) => textOf(text) ?? []);
}

/** The title that a session was given, else that of its first prompt. */
export function titled(
  given: string | undefined,
  titleFrom: Session["titleFrom"],
  prompts: () => Iterable<string>,
): Pick<Session, "title" | "titleFrom"> {
  if (given !== undefined) return present({ title: given, titleFrom });
  const title = promptTitle(prompts());
  return title === undefined ? {} : { title, titleFrom: "first-message" };
}

/** Counts the rows of a session in a table that are left out for a reason. */
export function skipRows(
  database: Database,
  table: string,
  id: string,
  reason: string,
  { tally }: Draft,
): void {
  if (!database.tables().has(table)) return;
  const row = database.get(`SELECT count(*) AS count FROM ${table} WHERE session_id = ?`, id);
  for (let count = Number(row?.count ?? 0); count > 0; count--) {
    tally.read();
    tally.skip(reason);
  }
}

/** A row as JSON; bytes are in none of it. */
export function jsonOfRow(row: Row): JsonObject {
  const columns: JsonObject = {};
  for (const [name, value] of Object.entries(row))
    if (typeof value === "string" || typeof value === "number") setField(columns, name, value);
  return columns;
}
