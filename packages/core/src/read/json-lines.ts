import { isUtf8 } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { attempt } from "../errors.js";
import { objectOf } from "../json.js";
import type { Context } from "../plugin.js";
import type { Bytes } from "./bytes.js";
import { DamagedLines, type DamagedText, type JsonLine } from "./damaged-lines.js";
import { jsonIn, usualLimits } from "./large-json.js";
import { jsonLine } from "./lines-of-text.js";
import { openFile, readBytes, unwrapped } from "./open-file.js";

/** The lines of a file that are wanted, where a file holds more than one thing. */
export interface LineRange {
  /** The byte at which the first line begins. */
  start: number;
  /** The byte after the last line. */
  end: number;
  /** The number of the first line, counted from 1. */
  line: number;
}

// One buffer for all files: a new one for each would cost more than reading it. A chunk is parsed
// before another file is read.
const chunk = Buffer.allocUnsafe(256 * 1024);
const newline = 10;

/** As `jsonLines`; yields to other work before each batch, and throws when the signal aborts. */
export async function* readJsonLines(
  path: string,
  { signal }: Pick<Context, "signal">,
  range?: LineRange,
): AsyncGenerator<JsonLine[]> {
  for (const batch of jsonLines(path, range)) {
    // Parsing holds up the process longer than reading.
    await setImmediate();
    signal.throwIfAborted();
    yield batch;
  }
}

/**
 * The records of a JSONL file, or of a range of it, in batches, with the numbers of their lines, counted from
 * 1. Of a line that does not parse, the records that are whole are found; what is left is damaged text. So are
 * bytes that are no UTF-8, behind the record that has them.
 */
export function jsonLines(path: string, range?: LineRange): Generator<JsonLine[]> {
  return foundLines(path, range);
}

/** `look` sees each line as it was read, before what is damaged is searched. */
function* foundLines(
  path: string,
  range: LineRange | undefined,
  look?: (found: JsonLine, bytes: Bytes, place: LineRange) => void,
): Generator<JsonLine[]> {
  const damaged = new DamagedLines();
  const broken: DamagedText[] = [];
  const parsed = parsedLines(path, range, (bytes, place, isCut) => {
    const { line } = place;
    if (!isUtf8(bytes)) broken.push({ line, malformed: "not-utf-8", text: otherBytes(bytes) });
    const found = lineIn(bytes, line, isCut);
    look?.(found, bytes, place);
    return found;
  });
  const inOrder = (lines: JsonLine[]) =>
    broken.length === 0 ? lines : lines.flatMap((line) => withBytes(line, broken));
  for (const batch of parsed) yield inOrder(damaged.resolve(batch));
  yield [...inOrder(damaged.end()), ...broken];
}

/** A record or damaged text with its bytes; of damaged text those of its line. */
export type PlacedLine = JsonLine & Pick<LineRange, "start" | "end">;

/** As `jsonLines`, each with the bytes at which it begins and ends. */
export function* placedJsonLines(path: string, range?: LineRange): Generator<PlacedLine> {
  // Those from which more may come out.
  const lines = new Map<number, { start: number; end: number; text: string }>();
  const found = foundLines(path, range, (found, bytes, { line, start, end }) => {
    const mark = line === 1 && isMarked(bytes) ? 3 : 0;
    lines.set(line, { start: start + mark, end, text: "record" in found ? "" : found.text });
  });
  const bytesAt = (line: number, column: number) => {
    const { start = 0, text = "" } = lines.get(line) ?? {};
    return start + Buffer.byteLength(text.slice(0, column));
  };
  for (const batch of found)
    for (const each of batch) {
      const { line } = each;
      for (const before of lines.keys())
        if (before < line) lines.delete(before);
        else break;
      const { columns, over } = "record" in each ? each : {};
      const { start, end, lastLine = line } = { ...columns, ...over };
      yield {
        ...each,
        start: start === undefined ? (lines.get(line)?.start ?? 0) : bytesAt(line, start),
        end: end === undefined ? (lines.get(line)?.end ?? 0) : bytesAt(lastLine, end),
      };
    }
}

/** True when bytes begin with the byte-order mark of UTF-8. */
function isMarked([first, second, third]: Bytes): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** A line with the bytes before it, and behind a record those in it; a damaged text is told of in any case. */
function withBytes(line: JsonLine, broken: DamagedText[]): JsonLine[] {
  const behind = broken.findIndex((each) => each.line > line.line);
  const found = broken.splice(0, behind === -1 ? broken.length : behind);
  const own = "record" in line ? found.filter((each) => each.line === line.line) : [];
  return [...found.filter((each) => each.line < line.line), line, ...own];
}

/** The bytes of a line that are no UTF-8, in hexadecimal digits. */
function otherBytes(bytes: Bytes): string {
  const characters =
    /[^\x80-\xff]+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
  return Buffer.from(bytes.toString("latin1").replace(characters, ""), "latin1").toString("hex");
}

/**
 * The record that a file holds as a whole; else what is wrong with it, as with a line. Throws when the file
 * cannot be read.
 */
export function readDocument(path: string): JsonLine {
  return lineIn(readBytes(path), 1, false);
}

function lineIn(bytes: Bytes, line: number, isCut: boolean): JsonLine {
  const { piece, text } = usualLimits;
  const record = bytes.length > piece ? attempt(() => objectOf(jsonIn(bytes))) : undefined;
  if (record) return { line, record };
  const shown = bytes.length > text ? bytes.subarray(0, piece) : bytes;
  return jsonLine(shown.toString(), line, isCut);
}

/**
 * The values that `parse` makes of the lines of a text file, in batches; `isCut`: without a line
 * break. The bytes are valid until it returns. Empty lines behind each other are only counted.
 */
export function* parsedLines<T>(
  path: string,
  range: LineRange | undefined,
  parse: (bytes: Bytes, place: LineRange, isCut: boolean) => T | undefined,
): Generator<T[]> {
  let { line, start } = range ?? { line: 1, start: 0 };
  // The beginning of a line that goes on in the next chunk; joined once, for joining each time would
  // take quadratic time.
  let pending: Buffer[] = [];
  // Parsed at once, so that the garbage collector never copies the text.
  const next = (rest: Buffer, isCut: boolean): T | undefined => {
    const bytes = pending.length > 0 ? Buffer.concat([...pending, rest]) : rest;
    const place = { line, start, end: start + bytes.length };
    pending = [];
    line++;
    start = place.end + 1;
    return parse(bytes, place, isCut);
  };
  for (const chunk of readChunks(path, range)) {
    const batch: T[] = [];
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      const parsed = next(chunk.subarray(from, to), false);
      if (parsed !== undefined) batch.push(parsed);
      from = to + 1;
      // A few bytes of a compressed file can stand for gigabytes of empty lines.
      for (; chunk[from] === newline; from++) {
        line++;
        start++;
      }
    }
    if (from < chunk.length) pending.push(Buffer.from(chunk.subarray(from)));
    yield batch;
  }
  const last = pending.length > 0 ? next(Buffer.alloc(0), true) : undefined;
  if (last !== undefined) yield [last];
}

// A chunk is valid until the next one is asked for, of this file or another.
function* readChunks(path: string, range: LineRange | undefined): Generator<Buffer> {
  const file = openFile(path);
  try {
    let position = range?.start ?? 0;
    const end = range?.end ?? Number.POSITIVE_INFINITY;
    const pieces = unwrapped(file, position);
    if (pieces) {
      yield* cutInto(pieces, end - position);
      return;
    }
    while (position < end) {
      const length = Math.min(chunk.length, end - position);
      const size = readSync(file, chunk, { length, position });
      if (size === 0) return;
      position += size;
      yield chunk.subarray(0, size);
    }
  } finally {
    closeSync(file);
  }
}

/** Pieces in chunks, up to so many bytes. */
function* cutInto(pieces: Iterable<Buffer>, length: number): Generator<Buffer> {
  let left = length;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += chunk.length) {
      const part = piece.subarray(at, Math.min(at + chunk.length, at + left));
      left -= part.length;
      yield part;
      if (left === 0) return;
    }
}
