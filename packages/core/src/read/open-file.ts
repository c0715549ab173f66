import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
} from "node:fs";
import { attempt } from "../errors.js";
import type { Bytes } from "./bytes.js";
import { type Packing, packingOf, unpacked } from "./unpacked.js";

// Opening a pipe would wait for a process that writes to it. Windows has neither.
const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a file for reading. Throws for a pipe, a socket or a device, which may have no end. */
export function openFile(path: string): number {
  const file = openSync(path, readWithoutWaiting);
  const info = fstatSync(file);
  if (!info.isFIFO() && !info.isSocket() && !info.isCharacterDevice()) return file;
  closeSync(file);
  throw new Error("it is not a regular file");
}

/** The text of a file of a store, read as a whole; throws as `openFile` does. */
export function readTextFile(path: string): string {
  return readBytes(path).toString();
}

/** The path of a file of JSON Lines, or that of the same file compressed, whichever is there. */
export function linesAt(path: string): string | undefined {
  return ["", ".gz", ".zst"].map((ending) => path + ending).find((each) => existsSync(each));
}

/** The form in which an open file keeps text, other than plain UTF-8. */
type Wrapping = { packing: Packing } | { encoding: "utf-16le" | "utf-16be" };

function wrappingOf(file: number): Wrapping | undefined {
  const mark = Buffer.alloc(4);
  if (readSync(file, mark, 0, 4, 0) < 4) return undefined;
  const packing = packingOf(mark);
  if (packing) return { packing };
  const encoding = encodingOf(mark);
  return encoding && { encoding };
}

/**
 * The text of an open file, from a byte on, piece by piece, where its own bytes are something else:
 * compressed, or text in UTF-16 with a byte-order mark, as tools of Windows save it. Undefined for
 * all other files.
 */
export function unwrapped(file: number, start = 0): Iterable<Bytes> | undefined {
  const wrapping = wrappingOf(file);
  return wrapping && piecesFrom(wrapping, file, start);
}

function* piecesFrom(wrapping: Wrapping, file: number, start: number): Generator<Bytes> {
  let before = start;
  const pieces =
    "packing" in wrapping ? unpacked(file, wrapping.packing) : [decoded(wrapping, file)];
  for (const piece of pieces) {
    if (before < piece.length) yield piece.subarray(before);
    before = Math.max(before - piece.length, 0);
  }
}

function decoded({ encoding }: { encoding: string }, file: number): Bytes {
  return Buffer.from(new TextDecoder(encoding).decode(readFileSync(file)));
}

/**
 * The number of bytes that a file of a store holds, compressed or not, as text in UTF-8. Throws as
 * `openFile` does.
 */
export function sizeOf(path: string): number {
  const file = openFile(path);
  try {
    const pieces = unwrapped(file);
    if (!pieces) return fstatSync(file).size;
    const { ino, size, mtimeMs } = fstatSync(file);
    return countedOnce(`${ino} ${size} ${mtimeMs} ${path}`, pieces);
  } finally {
    closeSync(file);
  }
}

const counted = new Map<string, number>();

/** To count is to read all of it. */
function countedOnce(state: string, pieces: Iterable<Bytes>): number {
  let count = counted.get(state);
  if (count !== undefined) return count;
  count = 0;
  for (const { length } of pieces) count += length;
  counted.set(state, count);
  return count;
}

/** Text begins with a character of ASCII: other files can have the same first two bytes. */
function encodingOf([first, second, third, fourth]: Uint8Array):
  | "utf-16le"
  | "utf-16be"
  | undefined {
  if (first === 0xff && second === 0xfe && third !== 0 && fourth === 0) return "utf-16le";
  return first === 0xfe && second === 0xff && third === 0 && fourth !== 0 ? "utf-16be" : undefined;
}

/** The first bytes of what is not stored as it is, at most so many. */
function firstOf(pieces: Iterable<Bytes>, length: number): Bytes {
  const wanted: Bytes[] = [];
  let missing = length;
  for (const piece of pieces) {
    wanted.push(Buffer.from(piece.subarray(0, missing)));
    missing -= piece.length;
    if (missing <= 0) break;
  }
  return Buffer.concat(wanted);
}

/**
 * The bytes of a file of a store: all, or those of a piece, which is shorter where the file ends. Throws as
 * `openFile` does.
 */
export function readBytes(path: string, start = 0, length?: number): Bytes {
  const file = openFile(path);
  try {
    const pieces = unwrapped(file, start);
    if (pieces) return firstOf(pieces, length ?? Number.POSITIVE_INFINITY);
    if (length === undefined) return readFileSync(file);
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, start));
  } finally {
    closeSync(file);
  }
}

/**
 * The one path of a file or folder to which links, or spellings in another case, may lead; its own path when
 * the system cannot tell.
 */
export function realPath(path: string): string {
  return attempt(() => realpathSync.native(path)) ?? path;
}
