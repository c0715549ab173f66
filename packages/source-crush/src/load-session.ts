import {
  type Context,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import { listOf, parseJson } from "@chatexport/core/read";
import { type StoredRecord, todoListFile, todosIn } from "@chatexport/core/source";
import {
  DatabaseError,
  type Databases,
  jsonOfRow,
  type Row,
  readRows,
  type SessionRow,
  skipRows,
} from "@chatexport/sqlite";
import { fieldsOf } from "./fields.js";
import { Conversation, readMessage } from "./read-message.js";

/** Loads a session with its sub-agents. Throws when nothing of it can be read. */
export function loadSession(locator: SessionRow, databases: Databases, context: Context): Session {
  context.signal.throwIfAborted();
  const { path, id, told } = locator;
  const database = databases.open(path);
  return database.snapshot(() => {
    const row = database.get("SELECT * FROM sessions WHERE id = ?", id);
    if (!row) throw new DatabaseError("missing", `The session ${id} is not in ${path} any more`);
    const head = fieldsOf(withList(jsonOfRow(row), "todos"));
    const conversation = new Conversation(told.cwd, head.text("summary_message_id"));
    const { draft } = conversation;
    readRows(
      { database, sql: messagesOf, id, draft, recordOf },
      (record) => readMessage(record, conversation),
      context,
    );
    // Calls say what they do.
    skipRows(database, "files", id, "file-version", draft);
    skipRows(database, "read_files", id, "read-file", draft);
    for (const name of ["id", "title"]) head.text(name);
    for (const name of ["created_at", "updated_at"]) head.time(name);
    const cost = head.number("cost");
    for (const name of ["prompt_tokens", "completion_tokens"])
      head.fitting(name, (count) => count === 0);
    const todos = todosIn(head, "todos", "content");
    for (const todo of head.objects("todos")) todo.text("active_form");
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

/** The tool orders messages by seconds: those of one are in the order of their rows. */
const messagesOf = "SELECT * FROM messages WHERE session_id = ? ORDER BY created_at, rowid";

function recordOf(row: Row): { record: StoredRecord; content: unknown } {
  const raw = withList(jsonOfRow(row), "parts");
  const fields = fieldsOf(raw);
  fields.time("updated_at");
  const id = fields.text("id");
  const type = fields.text("role") ?? "none";
  const createdAt = fields.time("created_at");
  const record = present<StoredRecord>({
    id,
    type,
    at: `messages/${id ?? "?"}`,
    createdAt,
    fields,
    raw,
  });
  return { record, content: raw.parts };
}

/** The columns of a row, of which one is the list that it holds as text. */
function withList(columns: JsonObject, name: string): JsonObject {
  const list = listOf(parseJson(columns[name]));
  return list ? { ...columns, [name]: list } : columns;
}
