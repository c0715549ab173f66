import { plural } from "@chatexport/core/read";
import type { Code } from "mdast";
import { body, code, omission } from "./builders.js";
import type { Limit, Limits } from "./limits.js";
import type { Body, Content, Omission } from "./nodes.js";
import type { Scope } from "./scope.js";
import { lineBreaks } from "./text.js";

const charactersOfLine = 100;
const longLine = 300;
// Less than this is not worth a note.
const fewCharacters = 400;
const fewLines = 5;

/** A text as code; of a long one the ends, with a note between them. */
export function cutCode(
  text: string,
  scope: Pick<Scope, "detail" | "limits">,
  what: Exclude<keyof Limits, "prose">,
  language?: string,
): (Code | Omission)[] {
  return cut(text, scope, what, (piece) => code(piece, language));
}

/** A Markdown text; of a long one the beginning, and a note below it. */
export function cutBody(
  text: string,
  scope: Pick<Scope, "detail" | "limits">,
): (Body | Omission)[] {
  return cut(text, scope, "prose", body);
}

function cut<T extends Content>(
  text: string,
  { detail, limits }: Pick<Scope, "detail" | "limits">,
  what: keyof Limits,
  block: (piece: string) => T,
): (T | Omission)[] {
  const ends = detail === "full" ? undefined : endsOf(text, limits[what]);
  if (!ends) return [block(text)];
  const note = omission(`${ends.left} left out`, "--detail full", text);
  return [block(ends.head), note, ...(ends.tail === "" ? [] : [block(ends.tail)])];
}

/** The ends of a text that are shown, and how much is between them; undefined when all is shown. */
function endsOf(
  text: string,
  limit: Limit,
): { head: string; left: string; tail: string } | undefined {
  if (text.length < limit.head) return undefined;
  const head = Math.min(lineEnd(text, limit.head), limit.head * charactersOfLine);
  const tail = Math.max(lineStart(text, limit.tail), text.length - limit.tail * charactersOfLine);
  if (head >= tail) return undefined;
  const from = endOfLine(text, head);
  const to = startOfLine(text, tail);
  const left = text.slice(from, to);
  const lines = lineBreaks(left) - (left.endsWith("\n") ? 1 : 0);
  if (left.length < fewCharacters && lines < fewLines) return undefined;
  const isWhole = left.startsWith("\n") && (left.endsWith("\n") || to >= text.length);
  return {
    head: text.slice(0, from).trimEnd(),
    left: isWhole ? plural(lines, "line") : plural(left.length, "character"),
    tail: text.slice(to),
  };
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

/** True when an index lies between the two halves of a character. */
function isPairSplit(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00;
}
