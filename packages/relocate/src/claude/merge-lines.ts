import { createHash } from "node:crypto";
import { byteOrderMark } from "./line-edit.js";
import type { Content } from "./raw-lines.js";

const newline = 10;

/**
 * All lines of several files, of which the one that was changed last comes last: first those of the
 * first file, then those of each other that the files before it do not have. A line that a file has
 * twice is there twice.
 */
export function mergedLines(files: readonly Content[]): Content {
  return function* () {
    const written = new Map<string, number>();
    let isOpen = false;
    for (const [index, lines] of files.entries()) {
      const counts = new Map<string, number>();
      let isFirst = true;
      for (const line of lines()) {
        const bare = bareLine(line, isFirst && index > 0);
        isFirst = false;
        const key = keyOf(bare);
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        if (count <= (written.get(key) ?? 0)) continue;
        written.set(key, count);
        // What was cut off must not swallow what comes after it.
        if (isOpen) yield lineEnd;
        yield line.subarray(line.length - bare.length - (endsLine(line) ? 1 : 0));
        isOpen = !endsLine(line);
      }
    }
  };
}

const lineEnd = Buffer.from("\n");

function endsLine(line: Buffer): boolean {
  return line.at(-1) === newline;
}

/** A line without its end, and without a mark that may only stand before a file. */
function bareLine(line: Buffer, hasNoMark: boolean): Buffer {
  const start = hasNoMark && line.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  return line.subarray(start, endsLine(line) ? -1 : undefined);
}

function keyOf(line: Buffer): string {
  return createHash("sha1").update(line).digest("base64");
}

/** Whether a file begins with all that another one holds, or is the same. */
export function continues(longer: Content, shorter: Content): boolean {
  const pieces = longer()[Symbol.iterator]();
  let left: Buffer = Buffer.alloc(0);
  for (const piece of shorter()) {
    let at = 0;
    while (at < piece.length) {
      if (left.length === 0) {
        const next = pieces.next();
        if (next.done) return false;
        left = next.value;
        continue;
      }
      const size = Math.min(left.length, piece.length - at);
      if (!left.subarray(0, size).equals(piece.subarray(at, at + size))) return end(false);
      at += size;
      left = left.subarray(size);
    }
  }
  return end(true);

  /** Closes the file. */
  function end(result: boolean): boolean {
    pieces.return?.();
    return result;
  }
}
