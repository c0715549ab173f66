import type { Json, JsonObject } from "@chatexport/core";
import { attempt, listOf, numberOf, objectOf, setField, textOf } from "@chatexport/core/read";
import type { Database, Row } from "@chatexport/sqlite";
import { addSecondRows } from "./second-rows.js";
import { byTime, type StoredSession } from "./stored.js";
import { recordOf, rowsOf, skip } from "./table-rows.js";

/** Everything that a database has of a session. Undefined when its own row cannot be read. */
export function sessionIn(database: Database, id: string): StoredSession | undefined {
  return database.snapshot(() => {
    const own = database.get("SELECT * FROM session WHERE id = ?", id);
    if (!own) return undefined;
    const stored: StoredSession = {
      info: infoOfRow(own),
      messages: [],
      parts: [],
      todos: [],
      events: [],
      broken: [],
      read: 1,
      skipped: {},
    };
    for (const row of rowsOf(database, "message", "session_id", id, stored)) {
      const record = recordOf(row, "message", stored);
      if (record) stored.messages.push(record);
    }
    for (const row of rowsOf(database, "part", "session_id", id, stored)) {
      const record = recordOf(row, "part", stored);
      if (record) stored.parts.push({ ...record, messageId: textOf(row.message_id) ?? "" });
    }
    if (database.tables().has("todo"))
      for (const row of rowsOf(database, "todo", "session_id", id, stored)) {
        stored.read++;
        stored.todos.push(objectOf(row) ?? {});
      }
    stored.todos.sort((a, b) => (numberOf(a.position) ?? 0) - (numberOf(b.position) ?? 0));
    addSecondRows(database, id, stored);
    addEvents(database, id, stored);
    return stored;
  });
}

/**
 * What a session's log has of messages and parts that are gone, and its records of unknown types. The others say
 * what the rows say.
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
      const record = recordOf(row, "event", stored);
      const inner = record?.data ?? {};
      const data = { type: String(type), data: inner };
      if (record) stored.events.push({ ...record, time: numberOf(row.seq) ?? 0, data });
    }
  }
  stored.events.sort(byTime);
}

/** A row of a session in the shape in which the tool writes sessions as JSON. */
function infoOfRow(row: Row): JsonObject {
  const info: JsonObject = {};
  const into = (name: string): JsonObject => {
    const inner = objectOf(info[name]) ?? {};
    info[name] = inner;
    return inner;
  };
  for (const [column, value] of Object.entries(row)) {
    if (value === null || value instanceof Uint8Array) continue;
    const json = jsonColumns.has(column) ? jsonIn(value) : scalarOf(value);
    const group = /^(time|summary|tokens)_(.{1,60})$/.exec(column);
    if (group?.[2] === "cache_read" || group?.[2] === "cache_write") {
      const tokens = into("tokens");
      tokens.cache = { ...objectOf(tokens.cache), [group[2].slice(6)]: json };
    } else if (group?.[1] && group[2]) setField(into(group[1]), group[2], json);
    else if (column === "share_url") info.share = { url: json };
    else setField(info, column.replace(/_id$/, "ID"), json);
  }
  return info;
}

const jsonColumns: ReadonlySet<string> = new Set([
  "model",
  "metadata",
  "revert",
  "permission",
  "summary_diffs",
]);

function jsonIn(value: unknown): Json {
  const parsed: unknown = typeof value === "string" ? attempt(() => JSON.parse(value)) : undefined;
  return objectOf(parsed) ?? listOf(parsed) ?? scalarOf(value);
}

function scalarOf(value: unknown): Json {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
