import { callColumns } from "./call-rows.js";
import type { Columns, Described } from "./column.js";
import { editColumns } from "./edit-rows.js";
import { messageColumns } from "./message-rows.js";
import { partColumns } from "./part-rows.js";
import { sessionColumns } from "./session-rows.js";
import { usageColumns } from "./usage-rows.js";

export type { Described, Shape } from "./column.js";

/** The version of the tables: another one when a column goes, or means something else. */
export const tablesVersion = 1;

/** The name of a table. */
export type TableName = "edits" | "messages" | "parts" | "sessions" | "tool_calls" | "usage";

/** The columns of each table by name. `sessions` is written last, so that its rows say what is complete. */
const tables = {
  messages: messageColumns,
  parts: partColumns,
  tool_calls: callColumns,
  edits: editColumns,
  usage: usageColumns,
  sessions: sessionColumns,
} satisfies Record<TableName, Columns<never>>;

/** Their names, in the order in which they are written. */
export const tableNames = Object.keys(tables) as TableName[];

/** The columns of a table as they are documented. */
export function columnsOf(table: TableName): Readonly<Record<string, Described>> {
  return tables[table];
}
