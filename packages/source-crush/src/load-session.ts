import {
  type Context,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import { listOf, parseJson, setField, unknownRecord } from "@chatexport/core/read";
import { damagedNotice, type StoredRecord, todoListFile, todosOf } from "@chatexport/core/source";
import {
  type Database,
  DatabaseError,
  type Databases,
  damagedDatabase,
  type Row,
} from "@chatexport/sqlite";
import { malformedRow } from "./diagnostics.js";
import { fieldsOf } from "./fields.js";
import type { Locator } from "./heads.js";
import { Conversation, readMessage } from "./read-message.js";

/** Loads a session with its sub-agents. Throws when nothing of it can be read. */
export function loadSession(locator: Locator, databases: Databases, context: Context): Session {
  context.signal.throwIfAborted();
  const { path, id, told } = locator;
  const database = databases.open(path);
  return database.snapshot(() => {
    const row = database.get("SELECT * FROM sessions WHERE id = ?", id);
    if (!row) throw new DatabaseError("missing", `The session ${id} is not in ${path} any more`);
    const head = fieldsOf(columnsOf(row));
    const conversation = new Conversation(told.cwd, head.text("summary_message_id"));
    const { draft } = conversation;
    readMessages(database, id, conversation, context);
    skipOthers(database, id, conversation);
    for (const name of ["id", "title", "created_at"]) head.json(name);
    const cost = head.number("cost");
    for (const name of ["prompt_tokens", "completion_tokens"])
      head.fitting(name, (count) => count === 0);
    const todos = todosOf(
      head.made((list) => listOf(parseJson(list)), "todos"),
      "content",
    );
    const subagents = locator.children.map((child) => {
      const subagent = loadSession(child, databases, context);
      conversation.link(subagent);
      return subagent;
    });
    const model = draft.messages.findLast((message) => message.model !== undefined)?.model;
    const session = present<Session>({
      schemaVersion,
      id,
      source: "crush",
      format: "crush/sqlite",
      ...told,
      parent: told.parent && { ...told.parent },
      model,
      messages: draft.messages,
      subagents: nonEmpty(subagents),
      attachments: nonEmpty(todoListFile(todos, draft.messages)),
      // With that of its sub-agents; the tool writes 0 where it knows no price.
      usage: cost ? { cost: { amount: cost, currency: "USD" } } : undefined,
      // A request for a title is a session of its own in some versions.
      purpose: id.startsWith("title-") ? "suggestion" : undefined,
      records: draft.tally.result(),
      origin: { path, at: `sessions/${id}` },
    });
    draft.tally.read();
    draft.keep({ type: "session", at: id, fields: head, raw: {} }, session);
    session.records = draft.tally.result();
    return session;
  });
}

/** Adds the messages of a session. The tool orders them by seconds, so that those of one are in the order of their rows. */
function readMessages(
  database: Database,
  id: string,
  conversation: Conversation,
  context: Context,
): void {
  const { path } = database;
  const { draft } = conversation;
  try {
    for (const row of database.iterate(
      "SELECT * FROM messages WHERE session_id = ? ORDER BY created_at, rowid",
      id,
    )) {
      const record = recordOf(row);
      const origin = { path, at: record.at };
      draft.tally.read();
      if (!listOf(record.raw.parts)) {
        draft.tally.malformed();
        const notice = damagedNotice({ line: 0, malformed: "not-json", text: String(row.parts) });
        draft.begin({
          id: record.id ?? String(record.at),
          role: "system",
          parts: [notice],
          origin,
        });
        context.report(malformedRow(origin));
        continue;
      }
      const fate = readMessage(record, conversation);
      draft.count(record, fate);
      if (fate === "unknown") context.report(unknownRecord(origin, record.type));
    }
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!(cause instanceof DatabaseError)) throw cause;
    draft.tally.read();
    draft.tally.malformed();
    context.report(damagedDatabase(path, cause));
  }
}

/** Counts the rows of other tables: calls say what they do. */
function skipOthers(database: Database, id: string, { draft }: Conversation): void {
  for (const [table, reason] of [
    ["files", "file-version"],
    ["read_files", "read-file"],
  ] as const) {
    if (!database.tables().has(table)) continue;
    const row = database.get(`SELECT count(*) AS count FROM ${table} WHERE session_id = ?`, id);
    for (let count = Number(row?.count ?? 0); count > 0; count--) {
      draft.tally.read();
      draft.tally.skip(reason);
    }
  }
}

function recordOf(row: Row): StoredRecord {
  const raw = columnsOf(row);
  const parts = parseJson(row.parts);
  if (listOf(parts)) raw.parts = parts as never;
  const fields = fieldsOf(raw);
  const id = fields.text("id");
  const type = fields.text("role") ?? "none";
  return present<StoredRecord>({
    id,
    type,
    at: `messages/${id ?? "?"}`,
    createdAt: fields.time("created_at"),
    fields,
    raw,
  });
}

/** A row as JSON; bytes are in none of it. */
function columnsOf(row: Row): JsonObject {
  const columns: JsonObject = {};
  for (const [name, value] of Object.entries(row))
    if (typeof value === "string" || typeof value === "number") setField(columns, name, value);
  return columns;
}
