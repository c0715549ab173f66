import { createHash } from "node:crypto";
import type { Context, Tally } from "@chatexport/core";
import {
  addToList,
  type DamagedText,
  getOrAdd,
  isArchiveName,
  type LineRange,
  reportLine,
  TallyCounter,
  unreadableFile,
} from "@chatexport/core/read";
import { malformedHistory } from "../../diagnostics.js";
import { type Head, HeadBuilder } from "../../head/head.js";
import type { FoundSession, Trace } from "../../head/locator.js";
import type { ConfigFolder } from "../../locate/contents.js";
import { transcriptId } from "../../locate/file-kinds.js";
import { traceOf } from "../traces.js";
import { groupOf, type HistoryRow, isCommand, partsOf, placedRows } from "./history-rows.js";

/**
 * The sessions that left only prompts, because their transcripts were deleted. Those in which
 * nothing but commands like "/exit" was typed are none. Reports a history that cannot be read, and lines of one
 * that cannot be.
 */
export function listHistory(
  folders: readonly ConfigFolder[],
  known: readonly FoundSession[],
  context: Context,
): Trace[] {
  const isInTranscript = transcriptTest(known);
  return folders.flatMap(({ history }) => {
    if (!history) return [];
    context.signal.throwIfAborted();
    try {
      const { groups, damaged } = groupsIn(history.path, isInTranscript);
      reportDamaged(damaged, history.path, context);
      return groups.map((group) => group.found(history.path));
    } catch (cause) {
      context.report(unreadableFile(history.path, cause));
      return [];
    }
  });
}

/** Reports damaged rows together, and the end of a compressed history that is cut off. */
function reportDamaged(damaged: readonly DamagedText[], path: string, context: Context): void {
  const last = damaged.at(-1);
  const isCut = last?.malformed === "truncated" && isArchiveName(path);
  const [first] = damaged;
  const count = damaged.length - (isCut ? 1 : 0);
  if (first && count > 0) context.report(malformedHistory(path, first.line, count));
  if (last && isCut) reportLine(last, path, context);
}

/** The fate of the rows that no session owns; undefined without a history that can be read. */
export function unownedRows(
  { history }: ConfigFolder,
  known: readonly FoundSession[],
): Tally | undefined {
  if (!history) return undefined;
  const isInTranscript = transcriptTest(known);
  const tally = new TallyCounter();
  try {
    const groups = new Set(groupsIn(history.path, isInTranscript).groups.map(({ id }) => id));
    for (const { row } of placedRows(history.path)) {
      const isKnown = typeof row === "object" && isInTranscript(row);
      if (typeof row === "object" && !isKnown && groups.has(groupOf(row))) continue;
      tally.read();
      if (typeof row === "object" && row.damaged) tally.malformed();
      else if (row === "unknown") tally.unknown("history-row");
      else if (row === "empty") tally.skip("empty");
      else tally.skip(isKnown ? "in-transcript" : "commands-only");
    }
  } catch {
    // Listing has told about it.
    return undefined;
  }
  return tally.result();
}

/** The rows of sessions that nothing else has, and the damaged ones of all. */
function groupsIn(
  path: string,
  isInTranscript: (row: HistoryRow) => boolean,
): { groups: RowGroup[]; damaged: DamagedText[] } {
  const groups = new Map<string, RowGroup>();
  const damaged: DamagedText[] = [];
  for (const { row, ...place } of placedRows(path)) {
    if (typeof row === "string") continue;
    if (row.damaged) damaged.push(row.damaged);
    if (isInTranscript(row)) continue;
    const id = groupOf(row);
    const group = getOrAdd(groups, id, () => new RowGroup(id));
    group.add(row, place);
  }
  return { groups: [...groups.values()].filter((group) => group.hasPrompt), damaged };
}

/** The rows of one session. */
class RowGroup {
  readonly id: string;
  hasPrompt = false;
  readonly #head = new HeadBuilder();
  readonly #runs: LineRange[] = [];
  #count = 0;
  #bytes = 0;

  constructor(id: string) {
    this.id = id;
  }

  /** Rows must come in the order of the file. */
  add(row: HistoryRow, { line, start, end }: LineRange): void {
    this.#head.addEnvelope({ cwd: row.project, timestamp: row.time });
    this.#head.addTyped(partsOf(row, row.display ?? ""));
    const customTitle = /^\/rename\s+(\S.*)/.exec(row.display ?? "")?.[1]?.trim();
    if (customTitle) this.#head.addState({ type: "custom-title", customTitle });
    this.hasPrompt ||= !isCommand(row);
    this.#count++;
    this.#bytes += end - start;
    const last = this.#runs.at(-1);
    // Between two adjacent rows there is only the end of a line; one may lie between the lines of another.
    if (last && start <= last.end + 1) last.end = Math.max(last.end, end);
    else this.#runs.push({ line, start, end });
  }

  found(path: string): Trace {
    const head = this.#head.head(() => false);
    const { id } = this;
    const format = "claude/history" as const;
    const bytes = this.#bytes;
    const locator = { format, path, group: id, runs: this.#runs, bytes, head };
    return traceOf(id, locator, this.#revision(head), { bytes });
  }

  /** From the rows alone, so that it stays when other sessions add rows to the file. */
  #revision({ startedAt, updatedAt }: Head): string {
    return createHash("sha256")
      .update([this.id, this.#count, this.#bytes, startedAt, updatedAt].join("\0"))
      .digest("hex")
      .slice(0, 16);
  }
}

/** The tool notes a prompt when it is sent, and its record in the transcript when hooks are done. */
const longestDelayMs = 60_000;

/** Tells if a transcript has a row of the history as well: that of a session which was found owns its rows. */
function transcriptTest(known: readonly FoundSession[]): (row: HistoryRow) => boolean {
  const ids = new Set<string>();
  const spans = new Map<string, { start: number; end: number }[]>();
  for (const { id, cwd, startedAt, updatedAt, parent, locator } of known) {
    if (locator.format === "claude/history") continue;
    ids.add(id);
    if (locator.format === "claude/jsonl")
      for (const path of [locator.path, ...(locator.copies ?? [])]) ids.add(transcriptId(path));
    // People do not type into sub-agents.
    if (!cwd || !startedAt || !updatedAt || parent?.relation === "subagent") continue;
    const span = { start: Date.parse(startedAt) - longestDelayMs, end: Date.parse(updatedAt) };
    addToList(spans, cwd, span);
  }
  return ({ sessionId, project, time }) => {
    if (sessionId !== undefined) return ids.has(sessionId);
    if (project === undefined || time === undefined) return false;
    const at = Date.parse(time);
    return (spans.get(project) ?? []).some(({ start, end }) => start <= at && at <= end);
  };
}
