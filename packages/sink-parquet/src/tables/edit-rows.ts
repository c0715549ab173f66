import type { FileEdit, ToolCall } from "@chatexport/core";
import { hunkText } from "@chatexport/core/read";
import { type Columns, count, text } from "./column.js";
import { type MessageRow, messageKeys } from "./message-rows.js";

/** A change of a file. */
export interface EditRow extends MessageRow {
  edit: FileEdit;
  /** The call that made it, when one did. */
  call?: ToolCall;
  status?: string;
}

/** The table `edits`: a row for each file that a call or a message changes. */
export const editColumns: Columns<EditRow> = {
  ...messageKeys,
  call_id: text("The call that made it; null if no call did", ({ call }) => call?.id),
  status: text(
    "Status of the call, or `proposed`, `accepted` or `rejected`",
    ({ call, status }) => call?.status ?? status,
  ),
  kind: text("`create`, `update`, `delete` or `move`", ({ edit }) => edit.kind),
  path: text("The file", ({ edit }) => edit.path),
  new_path: text("Where a moved file went", ({ edit }) => edit.newPath),
  first_line: count(
    "The first line of the old file that `after` replaces",
    ({ edit }) => edit.range?.start,
  ),
  last_line: count("The last one", ({ edit }) => edit.range?.end),
  before: text("The text that was replaced: a file or a piece of one", ({ edit }) => edit.before),
  after: text("The text that replaced it", ({ edit }) => edit.after),
  diff: text("The hunks that the tool reported, as a unified diff", ({ edit }) => diffOf(edit)),
  added_lines: count("Lines that the hunks add", ({ edit }) => linesWith("+", edit)),
  removed_lines: count("Lines that the hunks remove", ({ edit }) => linesWith("-", edit)),
};

function diffOf({ hunks }: FileEdit): string | undefined {
  return hunks?.map(hunkText).join("\n");
}

function linesWith(mark: string, { hunks }: FileEdit): number | undefined {
  return hunks?.flatMap(({ lines }) => lines).filter((line) => line.startsWith(mark)).length;
}
