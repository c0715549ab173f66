import {
  type Context,
  type Message,
  type Part,
  present,
  type Session,
  type SessionRef,
  type Tally,
} from "@chatexport/core";
import { type LineRange, TallyCounter, uniqueId } from "@chatexport/core/read";
import { missingPaste } from "../../diagnostics.js";
import type { HistoryLocator } from "../../head/locator.js";
import { roleOf, syntheticOf } from "../../records/injected-text.js";
import { tracedSession } from "../traces.js";
import { groupOf, type HistoryRow, partsOf, placedRows } from "./history-rows.js";
import { pastedPrompt } from "./pasted.js";

/** A row with its line. */
interface Placed {
  line: number;
  row: HistoryRow;
}

/** Loads the prompts of a session whose transcript is gone. */
export function loadHistory(
  { id }: SessionRef,
  locator: HistoryLocator,
  context: Context,
): Session {
  const { path, head } = locator;
  const rows = rowsOf(locator);
  const messages = promptMessages(rows, head.cwd, path, context);
  const records = tallyOf(rows);
  return tracedSession(id, locator, "prompts-only", whatIsLeft(rows), { messages, records });
}

function tallyOf(rows: readonly Placed[]): Tally {
  const tally = new TallyCounter();
  tally.read(rows.length);
  for (const { row } of rows) {
    tally.keep();
    for (const name of row.unknown) tally.unknownField("row-key", name);
  }
  return tally.result();
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
  if (rows.every(({ row }) => row.display === undefined))
    return "Only the history names this session: there is no transcript of it. Claude Code deletes old ones.";
  return rows.some(({ row }) => row.sessionId)
    ? "Only the prompts of this session are left: there is no transcript of it. Claude Code deletes old ones."
    : "Only the prompts of this day are left: there are no transcripts with them, and nothing tells which sessions they belong to.";
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
    const id = uniqueId(`row-${line}`, ids.size, ids);
    messages.push(promptMessage(id, { line, row }, all, cwd, messages.at(-1)));
  }
  const [first] = missing;
  if (first !== undefined) context.report(missingPaste(path, first, missing.length));
  return messages;
}

/** Some rows name a session and a time, and nothing that was typed. */
const opened = "The session was open.";

function promptMessage(
  id: string,
  { line, row }: Placed,
  parts: Part[],
  cwd: string | undefined,
  previous: Message | undefined,
): Message {
  const isTyped = row.display !== undefined;
  return present({
    id,
    parentId: previous?.id,
    role: isTyped ? roleOf(parts) : "system",
    createdAt: row.time,
    cwd: row.project === cwd ? undefined : row.project,
    parts: isTyped
      ? parts
      : [{ type: "notice", level: "info", text: opened, code: "prompts-only" }],
    synthetic: syntheticOf(parts),
    origin: { at: line },
    native: row.native,
  });
}
