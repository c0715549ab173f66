/**
 * The floor of listing: asks for the size and time of every file and reads the first and the last
 * 64 KiB of each transcript. node list.mjs HOME
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { filesBelow } from "../files.mjs";

const endBytes = 64 * 1024;
const end = Buffer.allocUnsafe(endBytes);
let bytes = 0;

for (const path of filesBelow(process.argv[2])) {
  const { size } = statSync(path);
  if (!path.endsWith(".jsonl")) continue;
  const file = openSync(path);
  bytes += readSync(file, end, 0, endBytes, 0);
  if (size > endBytes) bytes += readSync(file, end, 0, endBytes, size - endBytes);
  closeSync(file);
}
console.log(bytes);
