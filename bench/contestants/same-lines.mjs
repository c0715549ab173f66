import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { documents } from "../checks.mjs";

/** Less, and the floor would be one of another program. */
const leastShare = 0.9;

/** Compares the lines that a floor and an export left in the same folder, one after the other. */
export function openLines(out) {
  const known = new Set();
  return {
    /** Keeps the lines that are there. */
    remember() {
      known.clear();
      for (const { hash } of linesIn(out)) known.add(hash);
    },
    /** A complaint when too few bytes of the lines that are there now stood in the folder then. */
    missing() {
      if (known.size === 0) return undefined;
      let same = 0;
      let all = 0;
      for (const { hash, length } of linesIn(out)) {
        all += length;
        if (known.has(hash)) same += length;
      }
      const share = same / all;
      return share < leastShare
        ? `${(share * 100).toFixed(1)} % of the bytes are those of the floor of the same output`
        : undefined;
    },
  };
}

function* linesIn(folder) {
  for (const path of documents(folder, ".jsonl"))
    for (const line of readFileSync(path, "utf8").split("\n"))
      yield { hash: createHash("sha1").update(line).digest("base64"), length: line.length };
}
