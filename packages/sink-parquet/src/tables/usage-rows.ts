import type { Message, Session, Usage } from "@chatexport/core";
import { type Columns, text, time, within } from "./column.js";
import { keys } from "./session-rows.js";
import { usedColumns } from "./usage-columns.js";

/** The tokens that a response used, or all of a session. */
export interface UsageRow {
  session: Session;
  root: Session;
  /** Absent for a total. */
  message?: Message;
  usage: Usage;
  model?: string;
}

/**
 * The table `usage`: a row for each response whose tokens or costs the store knows, and one for a session of
 * which it knows only the total. Copies of messages have none where the original is in the tables.
 */
export const usageColumns: Columns<UsageRow> = {
  ...keys,
  message_id: text("The response; null for the total of a session", ({ message }) => message?.id),
  usage_key: text(
    "The same for a response and its copies in other sessions: count each once where you join tables of several runs",
    ({ root, session, message }) =>
      message?.copiedFrom
        ? `${message.copiedFrom.sessionId}/${message.copiedFrom.messageId}`
        : [session === root ? root.id : `${root.id}/${session.id}`, message?.id ?? ""].join("/"),
  ),
  created_at: time(
    "When the response was written; null for a total",
    (row) => row.message?.createdAt,
  ),
  model: text("The model", ({ model }) => model),
  provider: text("Who ran the model", ({ message }) => message?.provider),
  ...within(({ usage }: UsageRow) => usage, usedColumns),
};
