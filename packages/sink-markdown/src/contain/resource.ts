import { isDangerousUrl } from "./url.js";

/** What follows the `]` of a link: `(destination "title")`. */
export interface Resource {
  /** Index of the destination, after its `<`. */
  start: number;
  /** Index after the closing parenthesis. */
  end: number;
  /** Whether a link to it may stay a link. */
  safe: boolean;
}

const deepestParentheses = 32;
// A reader that searches the rest of the text for the end of each title takes quadratic time.
const longestTitle = 1000;

/** Reads the resource whose `(` stands at an index; undefined when it makes no link. */
export function resourceAt(text: string, open: number): Resource | undefined {
  const before = skipSpace(text, open + 1);
  const pointed = text[before] === "<";
  const start = pointed ? before + 1 : before;
  const end = pointed ? pointedEnd(text, start) : rawEnd(text, start);
  const close = end && closingIndex(text, end);
  if (!end || !close) return undefined;
  const destination = text.slice(start, pointed ? end - 1 : end);
  return { start, end: close + 1, safe: !isDangerousUrl(destination) };
}

/** Where the parenthesis closes after a destination and, maybe, a title. */
function closingIndex(text: string, end: number): number | undefined {
  let at = skipSpace(text, end);
  const quote = at > end ? text[at] : undefined;
  if (quote === '"' || quote === "'" || quote === "(") {
    const titleEnd = quotedEnd(text, at + 1, quote === "(" ? ")" : quote);
    if (!titleEnd) return undefined;
    at = skipSpace(text, titleEnd);
  }
  return text[at] === ")" ? at : undefined;
}

function pointedEnd(text: string, start: number): number | undefined {
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === ">") return index + 1;
    if (character === "<" || character === "\n") return undefined;
    if (character === "\\" && text[index + 1] !== "\n") index++;
  }
  return undefined;
}

function rawEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let index = start;
  for (; index < text.length; index++) {
    const character = text[index];
    if (character === " " || character === "\t" || character === "\n") break;
    if (character === "(" && ++depth > deepestParentheses) return undefined;
    if (character === ")" && --depth < 0) return index;
    if (character === "\\" && isPunctuation(text[index + 1])) index++;
  }
  return depth > 0 ? undefined : index;
}

function quotedEnd(text: string, start: number, quote: string): number | undefined {
  const limit = Math.min(text.length, start + longestTitle);
  for (let index = start; index < limit; index++) {
    if (text[index] === quote) return index + 1;
    if (text[index] === "\\") index++;
  }
  return undefined;
}

function skipSpace(text: string, start: number): number {
  let index = start;
  while (text[index] === " " || text[index] === "\t" || text[index] === "\n") index++;
  return index;
}

/** Whether a backslash before the character escapes it. */
export function isPunctuation(character: string | undefined): boolean {
  return character !== undefined && /[!-/:-@[-`{-~]/.test(character);
}
