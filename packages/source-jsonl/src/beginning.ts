import { closeSync, openSync, readSync } from "node:fs";
import { beginsLikeBody, beginsLikeSession } from "./line-beginnings.js";

/** What the beginning of a file tells. */
export interface Beginning {
  /** Its first line begins like one of ours. */
  seemsOurs: boolean;
  /** The number of the first line that is not blank, counted from 1. */
  line: number;
}

const headLength = 4096;

/** Looks at the first line of a file that is not blank. Throws when the file cannot be read. */
export function beginningOf(path: string): Beginning {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(headLength);
    const text = head.toString("latin1", 0, readSync(file, head));
    const blank = /^(?:\xef\xbb\xbf)?\s*/.exec(text)?.[0] ?? "";
    const rest = text.slice(blank.length);
    return {
      seemsOurs: beginsLikeSession(rest) || beginsLikeBody(rest),
      line: blank.split("\n").length,
    };
  } finally {
    closeSync(file);
  }
}
