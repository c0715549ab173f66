import { closeSync, openSync, readSync } from "node:fs";
import { readBytes, sizeOf, unwrapped } from "@chatexport/core/read";

const endBytes = 64 * 1024;
const longestLine = 16 * 1024 * 1024;
const newline = 10;

// New memory for each file would cost more than reading it.
const headBuffer = Buffer.allocUnsafe(endBytes);
const tailBuffer = Buffer.allocUnsafe(endBytes);

/** Both ends of a file, valid until the next is read; the official reader takes as much. */
export interface Ends {
  /** The first 64 KiB. */
  head: Buffer;
  /** The last 64 KiB, as far as they are not in the head, from the start of a line on. */
  tail: Buffer;
  /** Head and tail are the whole file. */
  whole: boolean;
}

/** Reads both ends of a file that takes so many bytes on disk. */
export function readEnds(path: string, storedSize: number): Ends {
  const file = openSync(path, "r");
  try {
    const isWrapped = unwrapped(file) !== undefined;
    const size = isWrapped ? sizeOf(path) : storedSize;
    const read = (buffer: Buffer, position: number) =>
      isWrapped
        ? readBytes(path, position, endBytes)
        : buffer.subarray(0, readSync(file, buffer, 0, endBytes, position));
    const head = read(headBuffer, 0);
    if (size <= endBytes) return { head, tail: tailBuffer.subarray(0, 0), whole: true };
    const start = Math.max(endBytes, size - endBytes);
    const tail = read(tailBuffer, start);
    const firstLine = tail.indexOf(newline) + 1;
    return { head, tail: tail.subarray(firstLine), whole: start === endBytes };
  } finally {
    closeSync(file);
  }
}

/**
 * The lines of the head, decoded one at a time. The last one, which the head cuts off, is read to its
 * end (up to 16 MiB) if it is wanted, by its beginning: a prompt with an image in it can be long.
 */
export function* headLines(
  path: string,
  { head, whole }: Ends,
  isWanted: (beginning: string) => boolean,
): Generator<string> {
  const end = whole ? head.length : head.lastIndexOf(newline) + 1;
  for (let start = 0; start < end; ) {
    const next = endOfLine(head, start);
    yield head.toString("utf8", start, next);
    start = next + 1;
  }
  if (whole || !isWanted(head.toString("utf8", end, end + 2048))) return;
  const chunks: Buffer[] = [];
  for (let at = end; at < end + longestLine; at += endBytes) {
    const chunk = readBytes(path, at, endBytes);
    const rest = chunk.indexOf(newline);
    chunks.push(rest === -1 ? chunk : chunk.subarray(0, rest));
    if (rest !== -1 || chunk.length < endBytes) break;
  }
  yield Buffer.concat(chunks).toString();
}

/** The whole lines after the head, up to a byte of the file, in which a global pattern is found. */
export function linesAfterHead(
  path: string,
  { head, whole }: Ends,
  pattern: RegExp,
  limit: number,
): string[] {
  if (whole) return [];
  const start = head.lastIndexOf(newline) + 1;
  const read = readBytes(path, start, limit - start);
  const isCut = read.length === limit - start;
  return linesWith(isCut ? read.subarray(0, read.lastIndexOf(newline) + 1) : read, pattern);
}

/** The lines of a piece of a file from the last one to the first, decoded one at a time. */
export function* linesFromEnd(piece: Buffer): Generator<string> {
  for (let end = piece.length; end > 0; ) {
    const start = startOfLine(piece, end - 1);
    yield piece.toString("utf8", start, end);
    end = start - 1;
  }
}

/** The lines in which a pattern (global, of ASCII characters) is found, without a look at the others. */
export function linesWith(piece: Buffer, pattern: RegExp): string[] {
  const starts = new Set<number>();
  // One character for each byte, so that an index in the text is an offset in the file.
  for (const { index } of piece.toString("latin1").matchAll(pattern))
    starts.add(startOfLine(piece, index));
  return [...starts].map((start) => piece.toString("utf8", start, endOfLine(piece, start)));
}

function startOfLine(piece: Buffer, at: number): number {
  return at === 0 ? 0 : piece.lastIndexOf(newline, at - 1) + 1;
}

function endOfLine(piece: Buffer, at: number): number {
  const end = piece.indexOf(newline, at);
  return end === -1 ? piece.length : end;
}
