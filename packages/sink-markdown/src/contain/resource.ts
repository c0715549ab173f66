/** The text after the `]` of a link: `(destination "title")`. */
export interface Resource {
  /** Index of the destination, after its `<`. */
  start: number;
  /** Index after the closing parenthesis. */
  end: number;
  /** True when a link to it may stay a link. */
  safe: boolean;
}

const deepestParentheses = 32;
// A reader that searches the rest of the text for the end of each title takes quadratic time.
const longestTitle = 1000;

/** Reads the resource whose `(` is at an index; undefined when it makes no link. */
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

/** The place where the parenthesis closes after a destination and, maybe, a title. */
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

/** True when a backslash before the character escapes it. */
export function isPunctuation(character: string | undefined): boolean {
  return character !== undefined && /[!-/:-@[-`{-~]/.test(character);
}

/** A scheme; one letter is a drive, and digits behind the colon are a line of a file or a port. */
const scheme = /^[a-z][a-z0-9+.-]+:(?!\d)/i;

const toPages = /^(?:https?|mailto):/i;

/**
 * True when a link destination, as it is written in Markdown, has a scheme that leads to neither a page nor
 * a mailbox: others run code, or open programs of the reader's machine with the text behind them. Character
 * references, escapes and white space are seen through.
 */
export function isDangerousUrl(destination: string): boolean {
  // A scheme ends before the first of these, and only these can hide one.
  const start = /^[^/?#]*/.exec(destination)?.[0] ?? "";
  if (!/[:&\\]/.test(start)) return false;
  const address = decode(destination).replace(/[^!-~]/g, "");
  return scheme.test(address) && !toPages.test(address);
}

function decode(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&#([0-9]{1,7});/g, (_, code: string) => character(Number.parseInt(code, 10)))
    .replace(/&colon;/g, ":")
    .replace(/&(?:Tab|NewLine);/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
