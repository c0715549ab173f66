import { type Context, type JsonObject, present } from "@chatexport/core";
import {
  type DamagedText,
  type JsonLine,
  jsonLinesOf,
  listOf,
  numberOf,
  objectOf,
  parseLine,
  readJsonLines,
  readTextFile,
  textOf,
  utcTime,
  withoutByteOrderMark,
} from "@chatexport/core/read";
import { damagedEnd } from "./diagnostics.js";
import { timeInId } from "./item-times.js";
import { decompressedFile } from "./zstd.js";

/** A record of any era in the shape of the newest one. */
export interface CodexRecord {
  /** Line of the file, counted from 1, or the place in a single document. */
  at: number | string;
  /** Place in the thread, across its files; of older records their number in the file. */
  ordinal: number;
  createdAt?: string;
  /** What its id says of that, where the line does not. */
  inferredAt?: string;
  type: string;
  payload: JsonObject;
  /** What else the line holds. */
  metadata: JsonObject;
  /** As it is stored. */
  raw: JsonObject;
}

/** What became of a record; what is tentative counts when it shows whether an item says it, too. */
export type Fate = "kept" | "unknown" | "tentative" | { skipped: string };

/** A record, or what is wrong with its line. */
export type RecordOrFault = CodexRecord | DamagedText;

/** The records of a rollout file, in batches. Reports a damaged end. Throws when the file cannot be read. */
export async function* recordsOf(path: string, context: Context): AsyncGenerator<RecordOrFault[]> {
  if (path.endsWith(".json")) {
    yield [...recordsOfDocument(path)];
    return;
  }
  let ordinal = 0;
  const batches = path.endsWith(".zst") ? linesIn(path, context) : readJsonLines(path, context);
  for await (const lines of batches) {
    context.signal.throwIfAborted();
    yield lines.map((line) => ("record" in line ? recordOf(line, ordinal++) : line));
  }
}

/** The lines of a compressed file, each as a batch. */
function* linesIn(path: string, context: Context): Generator<JsonLine[]> {
  const { bytes, damage } = decompressedFile(path);
  for (const line of jsonLinesOf(textsIn(bytes), bytes.at(-1) !== newline)) yield [line];
  if (damage !== undefined) context.report(damagedEnd(path, damage));
}

function* textsIn(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    yield bytes.toString("utf8", start, end);
    start = end + 1;
  }
}

const newline = 10;

function recordOf({ line, record }: Extract<JsonLine, { record: JsonObject }>, count: number) {
  return { at: line, ...shapeOf(record, count), raw: record };
}

/** A line with an envelope, a bare header, or a bare item. */
function shapeOf(record: JsonObject, count: number): Omit<CodexRecord, "at" | "raw"> {
  const payload = objectOf(record.payload);
  const type = textOf(record.type);
  if (payload && type !== undefined) {
    const { timestamp, ordinal, type: _, payload: __, metadata, ...rest } = record;
    const createdAt = utcTime(timestamp);
    return {
      ordinal: numberOf(ordinal) ?? count,
      ...(createdAt !== undefined && { createdAt }),
      type,
      payload,
      metadata: { ...objectOf(metadata), ...rest },
    };
  }
  const recordType = textOf(record.record_type);
  if (type === undefined && recordType !== undefined)
    return { ordinal: count, type: recordType, payload: record, metadata: {} };
  const isHeader = type === undefined && textOf(record.id) !== undefined;
  return present({
    ordinal: count,
    inferredAt: timeInId(record.id),
    type: isHeader ? "session_meta" : type === undefined ? "(none)" : "response_item",
    payload: record,
    metadata: {},
  });
}

/** The single document of early 2025. */
function* recordsOfDocument(path: string): Generator<RecordOrFault> {
  const text = withoutByteOrderMark(readTextFile(path));
  const document = parseLine(text);
  if (typeof document !== "object") {
    yield { line: 1, malformed: document ?? "not-json", text };
    return;
  }
  const session = objectOf(document.session) ?? {};
  const header = { type: "session_meta", payload: session, metadata: {}, raw: session };
  yield { at: "/session", ordinal: 0, ...header };
  for (const [index, value] of (listOf(document.items) ?? []).entries()) {
    const item = objectOf(value);
    if (item) yield { at: `/items/${index}`, ...shapeOf(item, index + 1), raw: item };
    else yield { line: index + 1, malformed: "not-an-object", text: JSON.stringify(value) };
  }
}
