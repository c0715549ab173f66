import {
  type Context,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  type Usage,
} from "@chatexport/core";
import { listOf, parseJson, textOf } from "@chatexport/core/read";
import type { Fields, SessionFacts } from "@chatexport/core/source";
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
import { encoded } from "./heads.js";
import { Conversation, type MessageRecord, readMessage } from "./read-message.js";
import { loadLog } from "./session-logs.js";

/** Loads a session with its sub-agents. Throws when nothing of it can be read. */
export async function loadSession(
  row: SessionRow,
  databases: Databases,
  context: Context,
): Promise<Session> {
  context.signal.throwIfAborted();
  if (!looksLikeDatabase(row.path)) return loadLog(row, context);
  const database = databases.open(row.path);
  return database.snapshot(() => loadFrom(database, row, context));
}

function loadFrom(database: Database, row: SessionRow, context: Context): Session {
  context.signal.throwIfAborted();
  const { path, id, told } = row;
  const head = fieldsOf(withJson(jsonOfRow(sessionRow(database, id))));
  const conversation = new Conversation();
  const { draft } = conversation;
  readRows(
    { database, sql: messagesIn(database), id, draft, recordOf },
    (record) => readMessage(record as MessageRecord, conversation),
    context,
  );
  // The session has their sums.
  skipRows(database, "session_model_usage", id, "usage-by-model", draft);
  const subagents = row.children.map((child) => loadFrom(database, child, context));
  const { unlisted: _, ...facts } = told;
  for (const name of ["id", "title", "cwd", "parent_session_id"]) head.text(name);
  for (const name of ["started_at", "last_activity_at"]) head.time(name);
  for (const name of ["archived", "hidden", "pinned"])
    head.fitting(name, (flag) => flag === 0 || (flag === 1 && name !== "pinned"));
  for (const name of counts) head.fitting(name, (count) => count === 0);
  const branch = head.text("git_branch");
  const { messages, branches } = conversation.lines();
  const session: SessionFacts = {
    id,
    source: "hermes",
    format: "hermes/sqlite",
    ...facts,
    parent: facts.parent && { ...facts.parent },
    model: head.text("model"),
    git: branch === undefined ? undefined : { branch },
    messages,
    branches: nonEmpty(branches),
    subagents: nonEmpty(subagents),
    usage: usageOf(head),
    origin: { path, at: `sessions/${id}` },
  };
  draft.tally.read();
  return draft.session(session, { type: "session", at: id, fields: head });
}

const counts = [
  ...["rewind_count", "api_call_count", "compression_fallback_streak"],
  ...["compression_ineffective_count", "compression_overload_streak"],
];

/** As the tool orders what it shows; copies of a message follow it. Older databases have fewer columns. */
function messagesIn(database: Database): string {
  const columns = database.columns("messages");
  const identity = columns.has("display_identity") ? ", hex(display_identity) AS identity" : "";
  const order = columns.has("display_order") ? "COALESCE(display_order, id), " : "";
  const active = columns.has("active") ? "active DESC, " : "";
  return `SELECT *, ${encoded}${identity} FROM messages WHERE session_id = ? ORDER BY ${order}${active}id`;
}

function recordOf(row: Row): { record: MessageRecord; content: unknown } {
  const { id: number, identity, ...raw } = jsonOfRow(row);
  const bytes = row.encoded instanceof Uint8Array ? Buffer.from(row.encoded).toString() : undefined;
  // Not every driver reads a text with a NUL to its end.
  if (bytes !== undefined) raw.content = bytes;
  const isBroken = [
    setList(raw, "content", bytes?.replace("\0json:", "")),
    setList(raw, "tool_calls", row.tool_calls ?? undefined),
    // Bytes, or a number.
    row.content !== null && row.content !== undefined && typeof row.content !== "string",
  ].includes(true);
  const fields = fieldsOf(withJson(raw));
  for (const name of ["observed", "_compressed_summary"])
    fields.fitting(name, (flag) => flag === 0);
  const at = `messages/${Number(number)}`;
  const isLeft = raw.active === 0 && raw.compacted !== 1;
  const record = present<MessageRecord>({
    id: `message-${Number(number)}`,
    type: fields.text("role") ?? "none",
    at,
    createdAt: fields.time("timestamp"),
    fields,
    raw,
    isLeft,
    identity: textOf(identity),
  });
  return { record, content: isBroken ? (bytes ?? row.tool_calls ?? "") : [] };
}

const structured = [
  ...["reasoning_details", "codex_reasoning_items", "codex_message_items", "display_metadata"],
  ...["model_config", "tool_names"],
];

/** Columns that hold JSON as what it says. */
function withJson(columns: JsonObject): JsonObject {
  for (const name of structured) {
    const value = parseJson(columns[name]);
    if (value !== undefined) columns[name] = value as Json;
  }
  return columns;
}

/** Sets a field to the list that a text holds; true where it holds none. */
function setList(raw: JsonObject, name: string, text: unknown): boolean {
  if (text === undefined) return false;
  const list = listOf(parseJson(text));
  if (list) raw[name] = list as Json[];
  return list === undefined;
}

/** All that the session has used; zero where the tool knows nothing. */
function usageOf(head: Fields): Usage | undefined {
  const count = (name: string) => head.number(name) || undefined;
  const cost = count("actual_cost_usd") ?? count("estimated_cost_usd");
  const usage = present<Usage>({
    inputTokens: count("input_tokens"),
    outputTokens: count("output_tokens"),
    cacheReadTokens: count("cache_read_tokens"),
    cacheWriteTokens: count("cache_write_tokens"),
    reasoningTokens: count("reasoning_tokens"),
    cost: cost === undefined ? undefined : { amount: cost, currency: "USD" },
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}
