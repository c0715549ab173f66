import { closeSync, readSync } from "node:fs";
import { present } from "@chatexport/core";
import { openFile } from "@chatexport/core/read";
import {
  beginsLikeBody,
  beginsLikeOurSession,
  beginsLikeSession,
  dialectAt,
} from "./line-beginnings.js";

/** What the beginning of a file tells. */
export interface Beginning {
  /** Its first line may begin a session of ours, or that is damaged and one soon after it is ours. */
  seemsOurs: boolean;
  /** A line soon after the beginning is ours. */
  hasOurs: boolean;
  /** The dialect of `@chatexport/sink-jsonl` in which the line seems to be, if it is not our own shape. */
  dialect?: string;
  /** The number of the first line that is not blank, counted from 1. */
  line: number;
}

/** Somebody else's file has none: in a text the ends of lines are escaped. */
function hasLineOfOurs(text: string): boolean {
  return text.split("\n").some((line) => beginsLikeBody(line) || beginsLikeOurSession(line));
}

const headLength = 64 * 1024;

/** Looks at the first line of a file that is not blank. Throws when the file cannot be read. */
export function beginningOf(path: string): Beginning {
  const file = openFile(path);
  try {
    const head = Buffer.alloc(headLength);
    const text = head.toString("latin1", 0, readSync(file, head));
    const blank = /^(?:\xef\xbb\xbf)?\s*/.exec(text)?.[0] ?? "";
    const rest = text.slice(blank.length);
    const dialect = dialectAt(rest);
    const hasOurs = dialect === undefined && hasLineOfOurs(rest);
    return present({
      seemsOurs: hasOurs || beginsLikeSession(rest),
      hasOurs,
      dialect,
      line: blank.split("\n").length,
    });
  } finally {
    closeSync(file);
  }
}
