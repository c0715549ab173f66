import { type Context, type JsonObject, nonEmpty, present, type Session } from "@chatexport/core";
import { listOf, parseJson } from "@chatexport/core/read";
import {
  type SessionFacts,
  type StoredRecord,
  todoListFile,
  todosIn,
} from "@chatexport/core/source";
import {
  type Databases,
  jsonOfRow,
  type Row,
  readRows,
  type SessionRow,
  sessionRow,
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
    const head = fieldsOf(withList(jsonOfRow(sessionRow(database, id)), "todos"));
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
    const session: SessionFacts = {
      id,
      source: "crush",
      format: "crush/sqlite",
      ...told,
      parent: told.parent && { ...told.parent },
      subagents: nonEmpty(subagents),
      attachments: nonEmpty(todoListFile(todos, draft.messages)),
      // With that of its sub-agents; the tool writes 0 where it knows no price.
      usage: cost ? { cost: { amount: cost, currency: "USD" } } : undefined,
      // A request for a title is a session of its own in some versions.
      purpose: id.startsWith("title-") ? "suggestion" : undefined,
      origin: { path, at: `sessions/${id}` },
    };
    draft.tally.read();
    return draft.session(session, { type: "session", at: id, fields: head });
  });
}

/** The tool orders messages by seconds: those of one are in the order of their rows. */
const messagesOf = "SELECT * FROM messages WHERE session_id = ? ORDER BY created_at, rowid";

function recordOf(row: Row): { record: StoredRecord; content: unknown } {
  const raw = withList(jsonOfRow(row), "parts");
  const fields = fieldsOf(raw);
  fields.time("updated_at");
  const id = fields.text("id");
  const record = present<StoredRecord>({
    id,
    type: fields.text("role") ?? "none",
    at: `messages/${id ?? "?"}`,
    createdAt: fields.time("created_at"),
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
