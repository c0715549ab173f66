/**
 * The plain floor: reads each line, parses it and writes the same bytes back.
 * node copying.mjs HOME OUT
 */
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { linesOf, transcriptsBelow } from "./transcripts.mjs";

const [home, out] = process.argv.slice(2);
const newline = Buffer.from("\n");
const bufferedBytes = 1 << 20;

mkdirSync(out, { recursive: true });
for (const [index, path] of transcriptsBelow(home).entries()) {
  const file = openSync(join(out, `${index}.jsonl`), "w");
  let pending = [];
  let bytes = 0;
  const flush = () => {
    writeSync(file, Buffer.concat(pending));
    pending = [];
    bytes = 0;
  };
  for (const line of linesOf(path)) {
    JSON.parse(line.toString());
    pending.push(Buffer.from(line), newline);
    bytes += line.length + 1;
    if (bytes >= bufferedBytes) flush();
  }
  flush();
  closeSync(file);
}
