import { closeSync, openSync, readSync } from "node:fs";

const endBytes = 64 * 1024;

/** The text at both ends of a file; the official reader lists sessions from the same 64 KiB. */
export interface Ends {
  /** The first 64 KiB. */
  head: string;
  /** The last 64 KiB, as far as they are not in the head, from the start of a line on. */
  tail: string;
  /** Head and tail are the whole file. */
  whole: boolean;
}

/** Reads both ends of a file of the given size in bytes. */
export function readEnds(path: string, size: number): Ends {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(Math.min(endBytes, size));
    const read = (position: number) => {
      const bytesRead = readSync(file, buffer, 0, buffer.length, position);
      return buffer.toString("utf8", 0, bytesRead);
    };
    const head = read(0);
    if (size <= endBytes) return { head, tail: "", whole: true };
    const start = Math.max(endBytes, size - endBytes);
    const tail = read(start);
    return { head, tail: tail.slice(tail.indexOf("\n") + 1), whole: start === endBytes };
  } finally {
    closeSync(file);
  }
}
