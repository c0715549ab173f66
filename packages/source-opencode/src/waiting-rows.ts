import { numberOf, objectOf, parseJson, textOf } from "@chatexport/core/read";
import type { Database } from "@chatexport/sqlite";
import type { StoredSession } from "./stored.js";
import { columnsOf, recordOf, rowsOf, skip } from "./table-rows.js";

/** The tables that a database has of what waits. */
function waitingTables(database: Database): string[] {
  return ["session_input", "session_inbox"].filter((table) => database.tables().has(table));
}

/** The first words of a person among those that wait. */
export function firstWaitingText(database: Database, session: string): string | undefined {
  const rows = waitingTables(database).flatMap((table) =>
    database.all(
      `SELECT * FROM ${table} WHERE session_id = ? ORDER BY time_created, id LIMIT 16`,
      session,
    ),
  );
  const prompt = rows.find(
    ({ type, promoted_seq }) =>
      (textOf(type) ?? "user") === "user" && numberOf(promoted_seq) === undefined,
  );
  return prompt && textOf(objectOf(parseJson(prompt.prompt ?? prompt.payload))?.text);
}

/**
 * Adds what was said and the model has not been told of, at the end: `session_input` (seen in 1.18.33) keeps
 * what it has been told, too, which is a message then; `session_inbox` (read in the source of 2.0) does not.
 */
export function addWaitingRows(database: Database, id: string, stored: StoredSession): void {
  const last = stored.messages.reduce((latest, { time }) => Math.max(latest, time), 0);
  for (const table of waitingTables(database)) {
    for (const row of rowsOf(database, table, "session_id", id, stored)) {
      const columns = columnsOf(row);
      const type = columns.text("type") ?? "user";
      if (columns.number("promoted_seq") !== undefined) {
        skip(stored, "copy", 1);
        continue;
      }
      if (type !== "user" && type !== "synthetic") {
        // A compaction or a move that has not begun.
        skip(stored, "waiting", 1);
        continue;
      }
      const seq = columns.number("admitted_seq", "enqueued_seq") ?? 0;
      const waiting = columns.text("delivery") ?? true;
      const column = columns.names.includes("prompt") ? "prompt" : "payload";
      const record = recordOf(columns, table, stored, column);
      if (!record) continue;
      stored.messages.push({
        ...record,
        time: Math.max(last, record.time),
        data: { ...record.data, time: { created: record.time }, waiting },
        second: { type, seq },
      });
    }
  }
}
