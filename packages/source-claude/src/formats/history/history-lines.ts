import { closeSync, openSync, readSync } from "node:fs";
import type { RowRun } from "../../head/locator.js";

const newline = 10;
const chunkBytes = 1024 * 1024;

/** A line of a text file, without its end, with its place. */
export interface PlacedLine extends RowRun {
  text: string;
}

/** The lines of a file one by one, so that memory does not grow with the file. */
export function* placedLines(path: string): Generator<PlacedLine> {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let line = 1;
    let start = 0;
    // The pieces of a line over several chunks, joined once: else a long line would cost its square.
    let pieces: Buffer[] = [];
    const place = () => {
      const bytes = Buffer.concat(pieces);
      return { line, start, end: start + bytes.length, text: bytes.toString() };
    };
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const read = chunk.subarray(0, size);
      let from = 0;
      for (let end = read.indexOf(newline); end !== -1; end = read.indexOf(newline, from)) {
        pieces.push(read.subarray(from, end));
        const placed = place();
        yield placed;
        pieces = [];
        line++;
        start = placed.end + 1;
        from = end + 1;
      }
      if (from < size) pieces.push(Buffer.from(read.subarray(from)));
    }
    if (pieces.length > 0) yield place();
  } finally {
    closeSync(file);
  }
}

/** The lines of the given runs alone; the rest of the file is not read. */
export function* linesOfRuns(
  path: string,
  runs: readonly RowRun[],
): Generator<{ line: number; text: string }> {
  const file = openSync(path, "r");
  try {
    for (const { line, start, end } of runs) {
      const bytes = Buffer.alloc(end - start);
      const size = readSync(file, bytes, 0, bytes.length, start);
      const texts = bytes.toString("utf8", 0, size).split("\n");
      for (const [index, text] of texts.entries()) yield { line: line + index, text };
    }
  } finally {
    closeSync(file);
  }
}
