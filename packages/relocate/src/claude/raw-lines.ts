import { closeSync, openSync } from "node:fs";
import { writeWhole } from "@chatexport/core/host";
import { rawChunks } from "../disk/look-at.js";

const chunkBytes = 1024 * 1024;
const newline = 10;

/** The bytes of a file, in the pieces in which they are handled; each is valid until the next one. */
export type Content = () => Iterable<Buffer>;

/**
 * The lines of a file, each with its end, as far as it has one. A line is valid until the next one is
 * asked for. Throws for a file that cannot be read.
 */
export function* rawLines(path: string): Generator<Buffer> {
  // The beginning of a line that no chunk has ended yet; joined once, or a long line costs its square.
  let pending: Buffer[] = [];
  for (const chunk of rawChunks(path)) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = chunk.subarray(start, end + 1);
      yield pending.length > 0 ? Buffer.concat([...pending, line]) : line;
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(Buffer.from(chunk.subarray(start)));
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

/** Writes a file that does not exist yet, and that only its owner can read. */
export function writeContent(target: string, content: Content): void {
  const file = openSync(target, "wx", 0o600);
  try {
    const staged = Buffer.allocUnsafe(chunkBytes);
    let size = 0;
    for (const piece of content()) {
      if (size + piece.length > staged.length) {
        writeWhole(file, staged.subarray(0, size));
        size = 0;
      }
      if (piece.length > staged.length) writeWhole(file, piece);
      else size += piece.copy(staged, size);
    }
    writeWhole(file, staged.subarray(0, size));
  } finally {
    closeSync(file);
  }
}

/** The bytes of a file in one piece. */
export function wholeOf(content: Content): Buffer {
  return Buffer.concat(Array.from(content(), (piece) => Buffer.from(piece)));
}
