import { numberOf, textOf } from "@chatexport/core/read";
import type { Database, Row } from "@chatexport/sqlite";
import { objectIn } from "./heads.js";
import type { StoredSession } from "./stored.js";
import { recordOf, rowsOf, skip } from "./table-rows.js";

/** The tables that a database has of what waits. */
function waitingTables(database: Database): string[] {
  return ["session_input", "session_inbox"].filter((table) => database.tables().has(table));
}

function dataOf({ prompt, payload }: Row): unknown {
  return prompt ?? payload;
}

/** What a person said first of what waits. */
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
  return prompt && textOf(objectIn(dataOf(prompt))?.text);
}

/**
 * Adds what was said and the model has not been told of, at the end: `session_input` (seen in 1.18.33) keeps
 * what it has been told, too, which is a message then; `session_inbox` (read in the source of 2.0) does not.
 */
export function addWaitingRows(database: Database, id: string, stored: StoredSession): void {
  const last = stored.messages.reduce((latest, { time }) => Math.max(latest, time), 0);
  for (const table of waitingTables(database)) {
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
      const record = recordOf({ ...row, data: dataOf(row) }, table, stored);
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
