import { closeSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Context } from "@chatexport/core";
import { openFile } from "@chatexport/core/read";
import type { ArchiveFile } from "./archive-files.js";
import { beginningLength, beginsLikeSession } from "./line-shapes.js";

/** A line that begins like the line of a session. */
export interface SessionText {
  /** The byte at which it begins. */
  start: number;
  /** Counted from 1. */
  line: number;
  text: string;
  /** Whether it has its newline. */
  ended: boolean;
}

// Shared by all calls: each is done with its bytes before it yields.
const chunk = Buffer.allocUnsafe(1024 * 1024);
const newline = 10;

/** The lines of a file that begin like the line of a session; of all others only the beginning is looked at. */
export async function* sessionLines(
  { at, size }: Pick<ArchiveFile, "at" | "size">,
  { signal }: Pick<Context, "signal">,
): AsyncGenerator<SessionText> {
  const file = openFile(at);
  const scan: Scan = { open: newLine(0, 1), found: [] };
  try {
    for (let position = 0; position < size; ) {
      await setImmediate();
      signal.throwIfAborted();
      const length = Math.min(chunk.length, size - position);
      const count = readSync(file, chunk, { length, position });
      if (count === 0) break;
      scanChunk(scan, chunk.subarray(0, count), position);
      position += count;
      yield* scan.found.splice(0);
    }
    endLine(scan, false);
    yield* scan.found;
  } finally {
    closeSync(file);
  }
}

interface Scan {
  open: OpenLine;
  found: SessionText[];
}

/** A line whose end is not found yet. */
interface OpenLine {
  start: number;
  line: number;
  /** What is known of it, while it may be wanted; joined once, or a long line costs its square. */
  pieces: Buffer[];
  /** Bytes in the pieces. */
  length: number;
  /** Whether it begins like the line of a session; undefined until enough of it is known. */
  isWanted?: boolean;
}

function newLine(start: number, line: number): OpenLine {
  return { start, line, pieces: [], length: 0 };
}

function scanChunk(scan: Scan, bytes: Buffer, position: number): void {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    if (end === -1) {
      // The chunk will be filled anew before the line goes on.
      if (scan.open.isWanted !== false) addPiece(scan.open, Buffer.from(bytes.subarray(start)));
      return;
    }
    addPiece(scan.open, bytes.subarray(start, end));
    endLine(scan, true);
    start = end + 1;
    scan.open = newLine(position + start, scan.open.line + 1);
  }
}

function addPiece(open: OpenLine, piece: Buffer): void {
  if (open.isWanted === false) return;
  open.pieces.push(piece);
  open.length += piece.length;
  if (open.isWanted === undefined && open.length >= beginningLength) decide(open);
}

function decide(open: OpenLine): void {
  const [first] = open.pieces;
  const known = first && open.pieces.length === 1 ? first : Buffer.concat(open.pieces);
  open.isWanted = beginsLikeSession(known.toString("latin1", 0, beginningLength));
  if (!open.isWanted) open.pieces = [];
}

function endLine({ open, found }: Scan, ended: boolean): void {
  if (open.isWanted === undefined) decide(open);
  if (!open.isWanted) return;
  const { start, line } = open;
  found.push({ start, line, text: Buffer.concat(open.pieces).toString(), ended });
}
