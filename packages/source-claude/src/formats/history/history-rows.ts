import { type Json, type JsonObject, type Part, present } from "@chatexport/core";
import {
  type DamagedText,
  type LineRange,
  listOf,
  nameSet,
  objectOf,
  placedJsonLines,
} from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { hash8 } from "../../head/locator.js";
import { typedText } from "../../records/commands.js";
import { isCompactionSummary } from "../../records/compaction-summary.js";
import { named } from "../../records/named-fields.js";
import { queuedParts } from "../../records/prompts.js";

/** A prompt that a person typed, as the history of all projects keeps it (2.0.0 and later). */
export interface HistoryRow {
  /** As it was typed, with placeholders for what was pasted; absent in rows that only name a session. */
  display?: string;
  /** The pasted contents, by the number in their placeholders; in any shape. */
  pasted: [number: string, content: Json][];
  time?: string;
  /** The directory in which the tool was started. */
  project?: string;
  /** Since about 2.0.5x. */
  sessionId?: string;
  /** Fields that the model has no place for, and the names of those that are unknown. */
  native?: JsonObject;
  unknown: string[];
  /** The damaged text on the line instead of a row. */
  damaged?: DamagedText;
}

/** The reason why a line of the history is no row that could belong to a session. */
type NoRow = "unknown" | "empty";

/** A row of the history with its place, or a line that is none. */
export interface PlacedRow extends LineRange {
  row: HistoryRow | NoRow;
}

/**
 * All rows of a history, or of a range of it, and what is left of damaged ones. Throws when the file cannot be read.
 */
export function* placedRows(path: string, range?: LineRange): Generator<PlacedRow> {
  let last: PlacedRow["row"] = "empty";
  for (const found of placedJsonLines(path, range)) {
    const { line, start, end } = found;
    if ("record" in found) {
      last = rowOf(found.record);
      yield { line, start, end, row: last };
    } else yield { line, start, end, row: damagedRow(found, last) };
  }
}

/** The row in a damaged text, of the session that it names; bytes that are no UTF-8 are those of the row before them. */
function damagedRow(found: DamagedText, last: PlacedRow["row"]): HistoryRow {
  const { line, malformed, text } = found;
  const damaged = { line, malformed, text };
  const isOfLast = malformed === "not-utf-8" && typeof last === "object";
  const sessionId = isOfLast ? last.sessionId : /"sessionId":"([\w-]+)"/.exec(text)?.[1];
  const shared = isOfLast ? { project: last.project, time: last.time } : {};
  return present({ ...shared, sessionId, pasted: [], unknown: [], damaged });
}

function rowOf(record: JsonObject): HistoryRow | NoRow {
  const fields = new Fields(record, named);
  const display = fields.string("display");
  const sessionId = fields.text("sessionId");
  if (sessionId === undefined && (record.display ?? undefined) === undefined) return "unknown";
  const pasted = Object.entries(pastesOf(fields.json("pastedContents")));
  if (display?.trim() === "" && pasted.length === 0) return "empty";
  return present({
    display,
    pasted,
    time: fields.time("timestamp", "lastAccessedAt"),
    project: fields.text("project"),
    sessionId,
    native: fields.rest(),
    unknown: fields.unknown,
  });
}

/**
 * The key that rows of a session share: its id; before there were ids, directory and day in UTC. Damaged ones that
 * name no session are together.
 */
export function groupOf({ sessionId, project = "", time, damaged }: HistoryRow): string {
  if (damaged && sessionId === undefined && time === undefined) return "history-damaged";
  const day = time?.slice(0, 10) ?? "undated";
  return sessionId ?? `history-${day}-${hash8(`${project} ${day}`)}`;
}

/** The text of a row, with what was pasted into it; without a paste, the tool may have written it. */
export function partsOf({ pasted }: HistoryRow, text: string): Part[] {
  if (text === "") return [];
  if (pasted.length > 0) return [typedText(text)];
  if (leaving.has(text.trim())) return [{ type: "text", text, synthetic: "command" }];
  // The tool goes on with a summary in the name of the user.
  if (isCompactionSummary(text, undefined)) return [{ type: "compaction", summary: text }];
  return queuedParts(text);
}

/** Words that end the tool without a slash. */
const leaving = nameSet("exit quit");

/** True when a row is a command: "/exit" alone is no reason for a session of its own. */
export function isCommand(row: HistoryRow): boolean {
  const { pasted, display } = row;
  if (pasted.length > 0 || display === undefined) return false;
  return partsOf(row, display).every(
    (part) => part.type === "text" && part.synthetic === "command",
  );
}

function pastesOf(pasted: Json | undefined): JsonObject | Json[] {
  if (pasted === undefined || pasted === null) return {};
  return objectOf(pasted) ?? listOf(pasted) ?? [pasted];
}
