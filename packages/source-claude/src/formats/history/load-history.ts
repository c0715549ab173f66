import {
  type Context,
  defined,
  type Message,
  type Part,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import { TallyCounter } from "@chatexport/core/read";
import { missingPaste } from "../../diagnostics.js";
import type { HistoryLocator } from "../../head/locator.js";
import { linesOfRuns } from "./history-lines.js";
import { groupOf, HistoryHeadBuilder, type HistoryRow, isCommand, rowOf } from "./history-rows.js";
import { pastedParts } from "./pasted.js";

/** A row with its line. */
interface Placed {
  line: number;
  row: HistoryRow;
}

/** Loads the prompts of a session whose transcript is gone. */
export async function loadHistory(
  ref: SessionRef,
  { format, path, group, runs }: HistoryLocator,
  context: Context,
): Promise<Session> {
  const rows: Placed[] = [];
  for (const { line, text } of linesOfRuns(path, runs)) {
    const row = rowOf(text);
    // The tool only appends, but other programs may have changed the file since it was listed.
    if (typeof row === "string" || groupOf(row) !== group)
      throw new Error("The history was changed while it was read. Export again.");
    rows.push({ line, row });
  }
  const builder = new HistoryHeadBuilder();
  const tally = new TallyCounter();
  for (const { row } of rows) {
    builder.add(row);
    tally.read();
    tally.keep();
  }
  const head = builder.head();
  const messages = await promptMessages(rows, head.cwd, path, context);
  return present({
    schemaVersion,
    id: ref.id,
    source: "claude",
    format,
    ...head,
    messages: [promptsOnly(rows), ...messages],
    records: tally.result(),
    origin: { path },
  });
}

/** Says to readers why there are no answers. */
function promptsOnly([first]: readonly Placed[]): Message {
  const text = first?.row.sessionId
    ? "Only the prompts of this session are left: there is no transcript of it. Claude Code deletes old ones."
    : "Only the prompts of this day are left: there are no transcripts with them, and nothing tells which sessions they belong to.";
  return {
    id: "prompts-only",
    role: "system",
    parts: [{ type: "notice", level: "info", text, code: "prompts-only" }],
  };
}

async function promptMessages(
  rows: readonly Placed[],
  cwd: string | undefined,
  path: string,
  context: Context,
): Promise<Message[]> {
  const messages: Message[] = [];
  const missing: number[] = [];
  for (const { line, row } of rows) {
    context.signal.throwIfAborted();
    const pasted = await pastedParts(row, path);
    if (pasted.some((part) => part.type === "file" && part.missing !== undefined))
      missing.push(line);
    messages.push(promptMessage(row, line, pasted, cwd, messages.at(-1)));
  }
  const [first] = missing;
  if (first !== undefined) context.report(missingPaste(path, first, missing.length));
  return messages;
}

function promptMessage(
  row: HistoryRow,
  line: number,
  pasted: readonly Part[],
  cwd: string | undefined,
  previous: Message | undefined,
): Message {
  const synthetic = isCommand(row) ? ("command" as const) : undefined;
  const text = defined({ type: "text" as const, text: row.display, synthetic });
  return defined({
    id: `row-${line}`,
    parentId: previous?.id,
    role: "user" as const,
    createdAt: row.time,
    cwd: row.project === cwd ? undefined : row.project,
    parts: [...(row.display === "" ? [] : [text]), ...pasted],
    synthetic: pasted.length === 0 ? synthetic : undefined,
    origin: { at: line },
    native: row.native,
  });
}
