import { unreadableFile } from "../diagnostics.js";
import { isMissing } from "../errors.js";
import type { JsonObject } from "../json.js";
import type { Context } from "../plugin.js";
import type { DamagedText, JsonLine } from "../read/damaged-lines.js";
import { readDocument, readJsonLines } from "../read/json-lines.js";
import { reportLine } from "../read/lines-of-text.js";
import { wordsOf } from "../read/lists.js";
import { UnknownTypes } from "../read/unknown-types.js";
import type { Draft } from "./draft.js";
import { checkedFate, type Fate, knownFate, type StoredRecord } from "./record.js";
import { RepeatedRecords } from "./repeated-records.js";

/** Adds what a record says to what is being read. */
export type RecordReader<Record extends StoredRecord, State extends unknown[]> = (
  record: Record,
  ...state: State
) => Fate;

/**
 * A reader of records by their types, of which each key of the table has one or more. A record that a reader of its
 * own leaves out, as one that repeats another, is unknown where it has a field that is.
 */
export function recordReaders<Record extends StoredRecord, State extends unknown[]>(
  table: Readonly<{ [types: string]: RecordReader<Record, State> | { skipped: string } }>,
): RecordReader<Record, State> {
  const readers = new Map(
    Object.entries(table).flatMap(([types, reader]) =>
      wordsOf(types).map((type) => [type, reader] as const),
    ),
  );
  return (record, ...state) => {
    const reader = readers.get(record.type) ?? "unknown";
    return typeof reader === "function" ? knownFate(record, reader(record, ...state)) : reader;
  };
}

/**
 * The records of a file of JSON Lines, in batches, as readers want them; of a damaged line what is left of it.
 * Each is made when it is asked for, so that those of a batch are never in memory at once. One that its tool wrote
 * twice is marked.
 */
export async function* recordsOfLines<Record extends Partial<StoredRecord>>(
  path: string,
  recordOf: (raw: JsonObject, line: number) => Record,
  context: Context,
): AsyncGenerator<Iterable<Record | DamagedText>> {
  const repeated = new RepeatedRecords();
  const read = (raw: JsonObject, line: number) => {
    const record = recordOf(raw, line);
    repeated.mark(record, raw);
    return record;
  };
  for await (const lines of readJsonLines(path, context)) yield recordsIn(lines, read);
}

function* recordsIn<Record>(
  lines: readonly JsonLine[],
  recordOf: (raw: JsonObject, line: number) => Record,
): Generator<Record | DamagedText> {
  for (const line of lines) yield "record" in line ? recordOf(line.record, line.line) : line;
}

/** A file with records, and what they are read into. */
export interface RecordFile<Record extends StoredRecord> {
  path: string;
  /** In batches; of a damaged one what is left of it. */
  records: AsyncIterable<Iterable<Record | DamagedText>> | Iterable<Iterable<Record | DamagedText>>;
  /** The draft that a record is about; for a damaged one, which says nothing of that, the main one. */
  draftOf(record: Record | undefined): Draft;
}

/** Reads each record of a file once, and counts what became of it. Reports records that are damaged or unknown. */
export async function readRecords<Record extends StoredRecord>(
  { path, records, draftOf }: RecordFile<Record>,
  read: (record: Record) => Fate,
  context: Context,
): Promise<void> {
  const unknown = new UnknownTypes();
  for await (const batch of records) {
    context.signal.throwIfAborted();
    for (const record of batch) {
      if ("malformed" in record) {
        draftOf(undefined).addDamaged(record);
        reportLine(record, path, context);
        continue;
      }
      const draft = draftOf(record);
      draft.tally.read();
      const fate = record.isRepeated ? { skipped: "repeated" } : checkedFate(record, read(record));
      draft.count(record, fate);
      if (fate === "unknown") unknown.add(record.type, record.at);
    }
  }
  unknown.report(path, context);
}

/**
 * The JSON object in a file beside a session, which is a record of it and counts as kept; undefined where there is
 * none. A damaged one is counted as such, noted and reported.
 */
export function recordBeside(path: string, draft: Draft, context: Context): JsonObject | undefined {
  try {
    const found = readDocument(path);
    if ("malformed" in found) {
      draft.addDamaged(found);
      reportLine(found, path, context);
      return undefined;
    }
    draft.tally.read();
    draft.tally.keep();
    return found.record;
  } catch (cause) {
    if (!isMissing(cause)) context.report(unreadableFile(path, cause));
    return undefined;
  }
}
