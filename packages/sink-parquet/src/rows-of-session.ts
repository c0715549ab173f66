import {
  allMessages,
  type Branch,
  type FileEdit,
  type Message,
  type Part,
  present,
  type Session,
  withSubagents,
} from "@chatexport/core";
import { callColumns } from "./tables/call-rows.js";
import { type Columns, cellsOf, type Row } from "./tables/column.js";
import { editColumns } from "./tables/edit-rows.js";
import type { TableName } from "./tables/index.js";
import { type MessageRow, messageColumns } from "./tables/message-rows.js";
import { isResultText, type PartRow, partColumns } from "./tables/part-rows.js";
import { type SessionRow, sessionColumns } from "./tables/session-rows.js";
import { usageColumns } from "./tables/usage-rows.js";

/** A row, and the table that it is for. */
export type TableRow = readonly [table: TableName, row: Row];

/** The facts that the rows of a session need besides the session itself. */
export interface RowFacts {
  revision: string;
  machine?: string;
  /** True when a session of the same source is in the tables: what was copied from it is counted there. */
  isKnown(sessionId: string): boolean;
}

/** All rows of a session and its sub-agents, those of each table in the order of the conversation. */
export function* rowsOfSession(root: Session, facts: RowFacts): Generator<TableRow> {
  const { revision, machine, isKnown } = facts;
  const members = new Set(Array.from(withSubagents(root), ({ id }) => id));
  const isCopy = ({ copiedFrom }: Message) =>
    copiedFrom !== undefined &&
    (members.has(copiedFrom.sessionId) || isKnown(copiedFrom.sessionId));
  for (const session of withSubagents(root)) {
    const own = session === root ? revision : undefined;
    const row: SessionRow = present({ session, root, machine, revision: own });
    yield rowOf("sessions", row, sessionColumns);
    yield* lineRows(row, session.messages, isCopy);
    for (const branch of session.branches ?? [])
      yield* lineRows(row, branch.messages, isCopy, branch);
    for (const [index, part] of (session.attachments ?? []).entries())
      yield* partRows({ session, root, part, position: index + 1, isCopy: false });
    yield* usageRows(row, isCopy);
  }
}

function rowOf<From>(table: TableName, from: From, columns: Columns<From>): TableRow {
  return [table, cellsOf(from, columns)];
}

function* lineRows(
  row: SessionRow,
  messages: readonly Message[],
  isCopyOf: (message: Message) => boolean,
  branch?: Branch,
): Generator<TableRow> {
  const { session, root } = row;
  for (const [index, message] of messages.entries()) {
    const isCopy = isCopyOf(message);
    const ofMessage: MessageRow = present({ ...row, message, position: index + 1, isCopy, branch });
    yield rowOf("messages", ofMessage, messageColumns);
    for (const [place, part] of message.parts.entries()) {
      yield* partRows({ session, root, message, isCopy, part, position: place + 1 });
      yield* workRows(part, ofMessage);
    }
  }
}

/** A part, and what is in its result besides text. */
function* partRows(row: PartRow): Generator<TableRow> {
  const { part } = row;
  yield rowOf("parts", row, partColumns);
  if (part.type !== "tool-call" && part.type !== "tool-result") return;
  const resultOf = part.type === "tool-call" ? part.id : part.toolCallId;
  for (const [index, inner] of (part.result?.content ?? []).entries())
    if (!isResultText(inner))
      yield* partRows({ ...row, part: inner, position: index + 1, resultOf });
}

/** The call that a part is, and the edits that it makes. */
function* workRows(part: Part, row: MessageRow): Generator<TableRow> {
  if (part.type === "edit") {
    for (const edit of part.edits)
      yield rowOf("edits", present({ ...row, edit, status: part.status }), editColumns);
  } else if (part.type === "tool-call") {
    yield rowOf("tool_calls", { ...row, call: part }, callColumns);
    const edits: readonly FileEdit[] = "edits" in part ? (part.edits ?? []) : [];
    for (const edit of edits) yield rowOf("edits", { ...row, edit, call: part }, editColumns);
  }
}

/** As statistics count: what responses used, else the total of the session. */
function* usageRows(
  { session, root }: SessionRow,
  isCopy: (message: Message) => boolean,
): Generator<TableRow> {
  const models = new Set<string>();
  let isCounted = false;
  for (const message of allMessages(session)) {
    const { usage, model } = message;
    if (message.role === "assistant" && model) models.add(model);
    if (!usage) continue;
    isCounted = true;
    if (!isCopy(message))
      yield rowOf("usage", present({ session, root, message, usage, model }), usageColumns);
  }
  const { usage } = session;
  if (!usage || isCounted) return;
  // Which of several models used how much is unknown.
  const [model = session.model] = models;
  const only = models.size > 1 ? undefined : model;
  yield rowOf("usage", present({ session, root, usage, model: only }), usageColumns);
}
