import {
  type Context,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  type Usage,
} from "@chatexport/core";
import { isLinesName, listOf, objectOf, objectsOf, parseJson, textOf } from "@chatexport/core/read";
import {
  type Fate,
  type Fields,
  readRecords,
  recordsOfLines,
  type SessionFacts,
  type StoredRecord,
} from "@chatexport/core/source";
import {
  type Database,
  type Databases,
  jsonOfRow,
  looksLikeDatabase,
  type Row,
  readRows,
  type SessionRow,
  sessionRow,
  skipRows,
} from "@chatexport/sqlite";
import { fieldsOf } from "./fields.js";
import { timeOf } from "./heads.js";
import { Conversation, readMessage } from "./read-message.js";

/** Loads a session with its sub-agents. Throws when nothing of it can be read. */
export async function loadSession(
  row: SessionRow,
  databases: Databases,
  context: Context,
): Promise<Session> {
  context.signal.throwIfAborted();
  if (!looksLikeDatabase(row.path)) return loadFile(row, context);
  const database = databases.open(row.path);
  return database.snapshot(() => loadFrom(database, row, context));
}

function loadFrom(database: Database, row: SessionRow, context: Context): Session {
  context.signal.throwIfAborted();
  const { id } = row;
  const stored = sessionRow(database, id);
  const conversation = new Conversation(copiedIn(database, id));
  const { draft } = conversation;
  readRows(
    { database, sql: messagesOf, id, draft, recordOf },
    (record) => readMessage(record, conversation),
    context,
  );
  // The session has their sums.
  skipRows(database, "usage_ledger", id, "usage-ledger", draft);
  const subagents = row.children.map((child) => {
    const subagent = loadFrom(database, child, context);
    const delegation = database.columns("sessions").has("parent_delegation")
      ? database.get("SELECT parent_delegation AS told FROM sessions WHERE id = ?", child.id)
      : undefined;
    conversation.link(subagent, calledBy(delegation?.told));
    return subagent;
  });
  return sessionOf(row, fieldsOf(jsonOfRow(stored)), conversation, "goose/sqlite", subagents);
}

/** The message with the call that started a sub-agent. */
function calledBy(delegation: unknown): string | undefined {
  return textOf(objectOf(parseJson(delegation))?.parent_delegate_message_id);
}

/** As the tool orders them: times are seconds, or milliseconds in some. */
const messagesOf = `SELECT * FROM messages WHERE session_id = ? ORDER BY CASE
  WHEN created_timestamp > 10000000000 THEN created_timestamp / 1000 ELSE created_timestamp END, id`;

/** The prompts that a compaction has copied to its end: the first of each is shown to nobody. */
function copiedIn(database: Database, id: string): ReadonlySet<string> {
  if (!database.columns("messages").has("metadata_json")) return new Set();
  const hidden = `SELECT 1 FROM messages WHERE session_id = ? AND role = 'user'
    AND metadata_json LIKE '%"userVisible":false%' AND metadata_json LIKE '%"agentVisible":false%'`;
  if (!database.get(hidden, id)) return new Set();
  const shown = `SELECT content_json AS content FROM messages WHERE session_id = ? AND role = 'user'
    AND metadata_json LIKE '%"userVisible":true%'`;
  const texts = database.all(shown, id).flatMap(({ content }) => {
    const [first] = objectsOf(parseJson(content));
    return textOf(first?.text) ?? [];
  });
  return new Set(texts);
}

function recordOf(row: Row): { record: StoredRecord; content: unknown } {
  const {
    id: number,
    content_json,
    metadata_json,
    message_id,
    created_timestamp,
    ...rest
  } = jsonOfRow(row);
  const content = listOf(parseJson(content_json));
  const metadata = objectOf(parseJson(metadata_json));
  const at = `messages/${Number(number)}`;
  const raw = present<JsonObject>({
    ...rest,
    id: message_id ?? undefined,
    created: created_timestamp,
    content: (content as Json[]) ?? content_json,
    metadata: metadata ?? metadata_json,
  });
  return { record: messageRecord(raw, at), content: raw.content };
}

function messageRecord(raw: JsonObject, at: string | number): StoredRecord {
  const fields = fieldsOf(raw);
  const isHead = raw.content === undefined && (raw.role === undefined || at === 1);
  return present<StoredRecord>({
    id: isHead ? undefined : fields.text("id"),
    type: isHead ? "session" : (fields.text("role") ?? "none"),
    at,
    createdAt: fields.time("created"),
    fields,
    raw,
  });
}

async function loadFile(row: SessionRow, context: Context): Promise<Session> {
  const conversation = new Conversation(new Set());
  const { draft } = conversation;
  let head: Fields | undefined;
  const records = recordsOfLines(row.path, messageRecord, context);
  const readOne = (record: StoredRecord): Fate => {
    if (record.type !== "session" || head) return readMessage(record, conversation);
    head = record.fields;
    return "later";
  };
  await readRecords({ path: row.path, records, draftOf: () => draft }, readOne, context);
  return sessionOf(row, head, conversation, "goose/jsonl", []);
}

function sessionOf(
  { path, id, told }: SessionRow,
  head: Fields | undefined,
  { draft }: Conversation,
  format: string,
  subagents: Session[],
): Session {
  const { unlisted: _, ...facts } = told;
  for (const name of ["id", "name", "working_dir"]) head?.text(name);
  for (const name of ["created_at", "updated_at", "archived_at"]) head?.made(timeOf, name);
  // The name is the title, and was called so before.
  head?.fitting("description", (text) => text === told.title);
  head?.fitting("user_set_name", (flag) => flag === 0 || flag === 1);
  head?.fitting("session_type", (type) => type === "user");
  head?.fitting("extension_data", (text) => text === "{}");
  head?.made(calledBy, "parent_delegation");
  const config = head?.made((text) => objectOf(parseJson(text)), "model_config_json");
  const session: SessionFacts = {
    id,
    source: "goose",
    format,
    ...facts,
    parent: facts.parent && { ...facts.parent },
    model: textOf(config?.model_name),
    subagents: nonEmpty(subagents),
    usage: head && usageOf(head),
    origin: isLinesName(path) ? { path } : { path, at: `sessions/${id}` },
    native: config && { model_config: config },
  };
  if (format === "goose/sqlite") draft.tally.read();
  return draft.session(session, head && { type: "session", at: id, fields: head });
}

/** All that the session has used. */
function usageOf(head: Fields): Usage | undefined {
  const cost = head.number("accumulated_cost");
  const usage = present<Usage>({
    inputTokens: head.number("accumulated_input_tokens"),
    outputTokens: head.number("accumulated_output_tokens"),
    cacheReadTokens: head.number("accumulated_cache_read_tokens"),
    cacheWriteTokens: head.number("accumulated_cache_write_tokens"),
    cost: cost ? { amount: cost, currency: "USD" } : undefined,
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}
