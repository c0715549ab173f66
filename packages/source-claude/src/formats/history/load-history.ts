import {
  type Context,
  type Message,
  type Part,
  present,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import { type LineRange, TallyCounter, uniqueId } from "@chatexport/core/read";
import { damagedNotice } from "@chatexport/core/source";
import { missingPaste } from "../../diagnostics.js";
import type { HistoryLocator } from "../../head/locator.js";
import { roleOf, syntheticOf } from "../../records/injected-text.js";
import { says } from "../../says.js";
import { tracedSession } from "../traces.js";
import { groupOf, type HistoryRow, partsOf, placedRows } from "./history-rows.js";
import { pastedPrompt } from "./pasted.js";

/** A row with its line. */
type Placed = Pick<LineRange, "line"> & { row: HistoryRow };

/** Loads the prompts of a session whose transcript is gone. */
export function loadHistory(
  { id }: SessionRef,
  locator: HistoryLocator,
  context: Context,
): Session {
  const { path, head } = locator;
  const rows = rowsOf(locator);
  const messages = promptMessages(rows, head.cwd, path, context);
  const tally = new TallyCounter();
  tally.read(rows.length);
  for (const { row } of rows) {
    if (row.damaged) tally.malformed();
    else tally.keep();
    for (const name of row.unknown) tally.unknownField("row-key", name);
  }
  const more = { messages, records: tally.result() };
  return tracedSession(id, locator, "prompts-only", whatIsLeft(rows), more);
}

/** The tool only appends, but other programs may have changed the file since it was listed. */
function rowsOf({ path, group, runs, bytes }: HistoryLocator): Placed[] {
  const own = (run?: LineRange) =>
    [...placedRows(path, run)].flatMap(({ row, ...place }) =>
      typeof row === "object" && groupOf(row) === group ? [{ ...place, row }] : [],
    );
  const isSame = (rows: readonly LineRange[]) =>
    rows.reduce((sum, { start, end }) => sum + end - start, 0) === bytes;
  const found = runs.flatMap(own);
  // Damaged lines may hold other rows when they are read without those around them.
  const rows = isSame(found) ? found : own();
  if (isSame(rows)) return rows;
  throw new Error("The history was changed while it was read. Export again.");
}

/** The reason why there are no answers. */
function whatIsLeft(rows: readonly Placed[]): string {
  if (rows.every(({ row }) => row.damaged && row.sessionId === undefined)) return says.damagedLeft;
  if (rows.every(({ row }) => row.display === undefined))
    return `${says.namesLeft} ${says.deleted}`;
  return rows.some(({ row }) => row.sessionId)
    ? `${says.promptsLeft} ${says.deleted}`
    : says.promptsOfDay;
}

function promptMessages(
  rows: readonly Placed[],
  cwd: string | undefined,
  path: string,
  context: Context,
): Message[] {
  const messages: Message[] = [];
  const ids = new Set<string>();
  const missing: number[] = [];
  for (const { line, row } of rows) {
    context.signal.throwIfAborted();
    const { text, parts } = pastedPrompt(row, path);
    if (parts.some((part) => part.type === "file" && part.missing !== undefined))
      missing.push(line);
    const all = [...partsOf(row, text), ...parts];
    const isTyped = row.display !== undefined;
    messages.push(
      present({
        id: uniqueId(`row-${line}`, ids.size, ids),
        parentId: messages.at(-1)?.id,
        role: isTyped ? roleOf(all) : "system",
        createdAt: row.time,
        cwd: row.project === cwd ? undefined : row.project,
        parts: isTyped ? all : [row.damaged ? damagedNotice(row.damaged) : opened],
        synthetic: syntheticOf(all),
        origin: { at: line },
        native: row.native,
      }),
    );
  }
  const [first] = missing;
  if (first !== undefined) context.report(missingPaste(path, first, missing.length));
  return messages;
}

/** Some rows name a session and a time, and nothing that was typed. */
const opened: Part = { type: "notice", level: "info", text: says.opened, code: "prompts-only" };
