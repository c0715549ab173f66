import type { Detail } from "./options.js";
import { count, lineBreaks } from "./text.js";

/** A text, or its ends. */
export interface Cut {
  text: string;
  /** The text, when `text` is only its ends. */
  whole?: string;
}

/** How much of a text is shown unless everything is: the beginning and the end. */
export interface Limit {
  headLines: number;
  tailLines: number;
  headCharacters: number;
  tailCharacters: number;
}

/** For commands and their outputs: 20 lines or 2,000 characters. */
export const outputLimit: Limit = {
  headLines: 12,
  tailLines: 8,
  headCharacters: 1200,
  tailCharacters: 800,
};

/** For what was found in files, which are there to be read: the first 8 lines. */
export const excerptLimit: Limit = {
  headLines: 8,
  tailLines: 0,
  headCharacters: 800,
  tailCharacters: 0,
};

/** For changes of files and prose: 200 lines or 20,000 characters. */
export const changeLimit: Limit = {
  headLines: 150,
  tailLines: 50,
  headCharacters: 15_000,
  tailCharacters: 5_000,
};

const longLine = 300;
// Less than this is not worth a note.
const fewCharacters = 400;
const fewLines = 5;

/** The text, or its ends with a line between them that says how much is left out. */
export function cut(text: string, detail: Detail, limit: Limit): Cut {
  const { headLines, tailLines, headCharacters, tailCharacters } = limit;
  if (detail === "full" || text.length < headLines) return { text };
  const head = Math.min(lineEnd(text, headLines), headCharacters);
  const tail = Math.max(lineStart(text, tailLines), text.length - tailCharacters);
  if (head >= tail) return { text };
  const from = endOfLine(text, head);
  const to = startOfLine(text, tail);
  const left = text.slice(from, to);
  const lines = lineBreaks(left) - (left.endsWith("\n") ? 1 : 0);
  if (left.length < fewCharacters && lines < fewLines) return { text };
  const isWhole = left.startsWith("\n") && (left.endsWith("\n") || to >= text.length);
  const amount = isWhole ? count(lines, "line") : count(left.length, "character");
  const note = `[… ${amount} left out, --detail full shows all …]`;
  const ends = `${text.slice(0, from).trimEnd()}\n${note}\n${text.slice(to)}`;
  return { text: ends, whole: text };
}

/** The index at which so many lines end. */
function lineEnd(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf("\n", at + 1);
    if (at === -1) return text.length;
  }
  return at;
}

/** The index at which the last lines begin. */
function lineStart(text: string, lines: number): number {
  let at = text.length;
  for (let line = 0; line < lines; line++) {
    at = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
    if (at === -1) return 0;
  }
  return at + 1;
}

/** The end of the line before an index, unless that line is long; never within a character. */
function endOfLine(text: string, at: number): number {
  const end = text.lastIndexOf("\n", at);
  if (at - end <= longLine) return Math.max(end, 0);
  return isPairSplit(text, at) ? at - 1 : at;
}

/** The start of the line after an index, unless its line is long; never within a character. */
function startOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at - 1);
  if (end !== -1 && end - at < longLine) return end + 1;
  return isPairSplit(text, at) ? at + 1 : at;
}

/** Whether an index lies between the two halves of a character. */
function isPairSplit(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00;
}
