import { open } from "node:fs/promises";

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
export async function readEnds(path: string, size: number): Promise<Ends> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(endBytes);
    const read = async (position: number) => {
      const { bytesRead } = await file.read(buffer, 0, endBytes, position);
      return buffer.toString("utf8", 0, bytesRead);
    };
    const head = await read(0);
    if (size <= endBytes) return { head, tail: "", whole: true };
    const start = Math.max(endBytes, size - endBytes);
    const tail = await read(start);
    return { head, tail: tail.slice(tail.indexOf("\n") + 1), whole: start === endBytes };
  } finally {
    await file.close();
  }
}
