import { compareStrings } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import type { Database } from "@chatexport/sqlite";
import type { StoredRecord, StoredSession } from "./stored.js";
import { columnsOf, recordOf, rowsOf, skip } from "./table-rows.js";

/**
 * Adds the rows of `session_message`, the second form of messages. They join rows of `message` in
 * one session: 1.18.33 writes either, by which of its interfaces is asked, and 2.0 copies the older
 * ones when it first runs (read in its source). A copy says less, so the original counts. Returns
 * how many were added.
 */
export function addSecondRows(database: Database, id: string, stored: StoredSession): number {
  if (!database.tables().has("session_message")) return 0;
  const originals = new Set(stored.messages.map((message) => stampOf(message.id)));
  const records: (StoredRecord & Required<Pick<StoredRecord, "second">>)[] = [];
  for (const row of rowsOf(database, "session_message", "session_id", id, stored)) {
    if (originals.has(stampOf(textOf(row.id) ?? ""))) {
      skip(stored, "copy", 1);
      continue;
    }
    const columns = columnsOf(row);
    const second = { type: columns.text("type") ?? "none", seq: columns.number("seq") ?? 0 };
    const record = recordOf(columns, "session_message", stored);
    if (record) records.push({ ...record, second });
  }
  records.sort(
    (a, b) => a.second.seq - b.second.seq || a.time - b.time || compareStrings(a.id, b.id),
  );
  let latest = 0;
  for (const record of records) {
    // A prompt has the time at which it was typed, and the number at which the model was told of it.
    latest = Math.max(latest, record.time);
    stored.messages.push({ ...record, time: latest });
  }
  return records.length;
}

/** The time in an id: what 2.0 copies has the id of the original, or one that begins like it. */
function stampOf(id: string): string {
  return id.slice(0, "msg_".length + 12);
}
