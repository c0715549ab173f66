import width from "fast-string-width";
import { type Options, wrapAnsi } from "fast-wrap-ansi";

const escapeCharacter = "\u001b";
const sequence = new RegExp(`${escapeCharacter}\\[(\\d+)m`, "g");

/** Painted words in lines that are no wider than so many columns. */
export function wrapped(painted: string, columns: number): string[] {
  // Many spaces in a row say nothing in prose and take the library minutes.
  return withOwnColors(cutLines(painted.replace(/ {2,}/g, " "), columns, { hard: true }));
}

/** A line of code, or if it is wider, its pieces, which leave room for a mark; not one space is lost. */
export function broken(line: string, columns: number, mark: number): string[] {
  if (width(line) <= columns) return [line];
  return cutLines(line, columns - mark, { hard: true, trim: false, wordWrap: false });
}

function cutLines(text: string, columns: number, style: Options): string[] {
  const lines = wrapAnsi(text, columns, style).split("\n");
  // A sign that is wide because of what follows it counts half where a long word is cut.
  const isTooWide = text.includes("\ufe0f") && lines.some((line) => width(line) > columns);
  return isTooWide ? wrapAnsi(text, columns >> 1, style).split("\n") : lines;
}

/**
 * Lines that each set and end the colours they need, so that marks can be put before them and pagers
 * show them alone.
 */
function withOwnColors(lines: readonly string[]): string[] {
  let open: number[] = [];
  return lines.map((line) => {
    if (open.length === 0 && !line.includes(escapeCharacter)) return line;
    const start = open.map(sequenceOf).join("");
    for (const [, code] of line.matchAll(sequence)) open = after(open, Number(code));
    return start + line + open.map(endOf).reverse().map(sequenceOf).join("");
  });
}

function after(open: readonly number[], code: number): number[] {
  const isEnd = open.some((earlier) => endOf(earlier) === code);
  if (isEnd) return open.filter((earlier) => endOf(earlier) !== code);
  return endOf(code) === code ? [...open] : [...open, code];
}

/** The code that ends a colour or style; a code that begins none ends itself. */
function endOf(code: number): number {
  if (code === 1 || code === 2) return 22;
  if (code === 3 || code === 4 || code === 9) return code + 20;
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return 39;
  return code;
}

function sequenceOf(code: number): string {
  return `${escapeCharacter}[${code}m`;
}
