import { numberOf, objectOf } from "@chatexport/core/read";
import type { Database } from "@chatexport/sqlite";
import { addSecondRows } from "./second-rows.js";
import { infoOfRow, newestFirst, sessionTables } from "./session-rows.js";
import { byTime, type StoredSession } from "./stored.js";
import { columnsOf, recordOf, rowsOf, skip } from "./table-rows.js";
import { addWaitingRows } from "./waiting-rows.js";

/** Everything that a database has of a session. Undefined when its own row cannot be read. */
export function sessionIn(database: Database, id: string): StoredSession | undefined {
  return database.snapshot(() => {
    const [own, ...copies] = newestFirst(
      sessionTables(database).flatMap((table) => {
        const row = database.get(`SELECT * FROM ${table} WHERE id = ?`, id);
        return row ? [{ table, row }] : [];
      }),
    );
    if (!own) return undefined;
    const stored: StoredSession = {
      info: infoOfRow(own.row),
      messages: [],
      parts: [],
      todos: [],
      events: [],
      broken: [],
      read: 1,
      skipped: {},
    };
    skip(stored, "copy", copies.length);
    const tables = database.tables();
    if (tables.has("message"))
      for (const row of rowsOf(database, "message", "session_id", id, stored)) {
        const record = recordOf(columnsOf(row), "message", stored);
        if (record) stored.messages.push(record);
      }
    if (tables.has("part"))
      for (const row of rowsOf(database, "part", "session_id", id, stored)) {
        const columns = columnsOf(row);
        const messageId = columns.text("message_id") ?? "";
        const record = recordOf(columns, "part", stored);
        if (record) stored.parts.push({ ...record, messageId });
      }
    if (tables.has("todo"))
      for (const row of rowsOf(database, "todo", "session_id", id, stored)) {
        stored.read++;
        stored.todos.push(objectOf(row) ?? {});
      }
    stored.todos.sort((a, b) => (numberOf(a.position) ?? 0) - (numberOf(b.position) ?? 0));
    const added = addSecondRows(database, id, stored);
    // Seen in 1.18.33: the columns of `session` count rows of `message` alone.
    if (added > 0 && own.table === "session") stored.areSumsPartial = true;
    addWaitingRows(database, id, stored);
    addEvents(database, id, stored);
    return stored;
  });
}

/**
 * Adds messages and parts from a session's log that are gone, and its records of unknown types. The
 * others say what the rows say.
 */
function addEvents(database: Database, id: string, stored: StoredSession): void {
  if (!database.tables().has("event")) return;
  const counts = database.all(
    "SELECT type, count(*) AS count FROM event WHERE aggregate_id = ? GROUP BY type",
    id,
  );
  const isAnyGone = counts.some(({ type }) => /^message\.(?:part\.)?removed\b/.test(String(type)));
  for (const { type, count } of counts) {
    const kind = /^(?:session|(message))\./.exec(String(type));
    if (kind && !(kind[1] && isAnyGone)) {
      skip(stored, "log", Number(count));
      continue;
    }
    for (const row of database.iterate(
      "SELECT id, seq, type, data FROM event WHERE aggregate_id = ? AND type = ?",
      id,
      String(type),
    )) {
      const columns = columnsOf(row);
      const time = columns.number("seq") ?? 0;
      columns.text("type");
      const record = recordOf(columns, "event", stored);
      const inner = record?.data ?? {};
      const data = { type: String(type), data: inner };
      if (record) stored.events.push({ ...record, time, data });
    }
  }
  stored.events.sort(byTime);
}
