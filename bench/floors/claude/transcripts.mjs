import { closeSync, openSync, readSync } from "node:fs";
import { filesBelow } from "../files.mjs";

const chunkBytes = 1 << 20;
const newline = 0x0a;

/** The paths of all transcripts below a folder. */
export function transcriptsBelow(folder) {
  return filesBelow(folder).filter((path) => path.endsWith(".jsonl"));
}

/** The lines of a file, as buffers without the newline, read in pieces of 1 MB. */
export function* linesOf(path) {
  const file = openSync(path);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let rest = [];
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const read = chunk.subarray(0, size);
      let start = 0;
      for (let end = read.indexOf(newline); end !== -1; end = read.indexOf(newline, start)) {
        const line = read.subarray(start, end);
        yield rest.length > 0 ? Buffer.concat([...rest, line]) : line;
        rest = [];
        start = end + 1;
      }
      // A copy, because the next piece is read into the same memory.
      if (start < size) rest.push(Buffer.from(read.subarray(start)));
    }
    if (rest.length > 0) yield Buffer.concat(rest);
  } finally {
    closeSync(file);
  }
}
