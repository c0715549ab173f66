import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
} from "node:fs";
import { attempt } from "../errors.js";

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

/**
 * Whether an open file is text in UTF-16 with a byte-order mark, as tools of Windows save it: the readers of
 * files see such a one as UTF-8.
 */
export function isUtf16(file: number): boolean {
  const mark = Buffer.alloc(4);
  return readSync(file, mark, 0, 4, 0) === 4 && encodingOf(mark) !== undefined;
}

/** Text begins with a character of ASCII: other files can have the same first two bytes. */
function encodingOf([first, second, third, fourth]: Uint8Array):
  | "utf-16le"
  | "utf-16be"
  | undefined {
  if (first === 0xff && second === 0xfe && third !== 0 && fourth === 0) return "utf-16le";
  return first === 0xfe && second === 0xff && third === 0 && fourth !== 0 ? "utf-16be" : undefined;
}

/** All bytes of an open file, those of text as UTF-8. */
export function readOpenFile(file: number): Bytes {
  const bytes = readFileSync(file);
  const encoding = encodingOf(bytes);
  return encoding ? Buffer.from(new TextDecoder(encoding).decode(bytes)) : bytes;
}

/** A `Buffer`, where a program has the types of Node; else what it is for TypeScript alone. */
export type Bytes = typeof globalThis extends {
  Buffer: {
    /** The class itself has no type here that can be taken out of it, but its test for an object has. */
    isBuffer(value: unknown): value is infer Bytes;
  };
}
  ? Bytes
  : Uint8Array;

/**
 * The bytes of a file of a store: all, or those of a piece, which is shorter where the file ends. Throws as
 * `openFile` does.
 */
export function readBytes(path: string, start = 0, length?: number): Bytes {
  const file = openFile(path);
  try {
    if (length === undefined) return readOpenFile(file);
    if (isUtf16(file)) return readOpenFile(file).subarray(start, start + length);
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
