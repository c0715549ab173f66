import { numberOf, textOf } from "@chatexport/core/read";
import type { Database } from "@chatexport/sqlite";
import type { StoredSession } from "./stored.js";
import { recordOf, rowsOf, skip } from "./table-rows.js";

/**
 * Adds what was said and the model has not been told of, at the end: `session_input` (seen in 1.18.33) keeps
 * what it has been told, too, which is a message then; `session_inbox` (read in the source of 2.0) does not.
 */
export function addWaitingRows(database: Database, id: string, stored: StoredSession): void {
  const last = Math.max(0, ...stored.messages.map(({ time }) => time));
  for (const table of ["session_input", "session_inbox"]) {
    if (!database.tables().has(table)) continue;
    for (const row of rowsOf(database, table, "session_id", id, stored)) {
      const type = textOf(row.type) ?? "user";
      if (numberOf(row.promoted_seq) !== undefined) {
        skip(stored, "copy", 1);
        continue;
      }
      if (type !== "user" && type !== "synthetic") {
        // A compaction or a move that has not begun.
        skip(stored, "waiting", 1);
        continue;
      }
      const record = recordOf({ ...row, data: row.prompt ?? row.payload }, table, stored);
      if (!record) continue;
      stored.messages.push({
        ...record,
        time: Math.max(last, record.time),
        data: {
          ...record.data,
          time: { created: record.time },
          waiting: textOf(row.delivery) ?? true,
        },
        second: { type, seq: numberOf(row.admitted_seq ?? row.enqueued_seq) ?? 0 },
      });
    }
  }
}
