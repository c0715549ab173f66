/** A line of a text in which the pattern stands; lines over which a match goes are one. */
export interface FoundLine {
  /** Where it begins and ends in the text. */
  start: number;
  end: number;
  /** The first matches in it. */
  matches: Span[];
  /** How many there are. */
  count: number;
}

/** A piece of a text. */
export interface Span {
  start: number;
  end: number;
}

/** More than anybody looks at in one line. */
const mostMatches = 50;

/** The lines in which the pattern stands. */
export function foundLines(text: string, expression: RegExp): FoundLine[] {
  const lines: FoundLine[] = [];
  let last: FoundLine | undefined;
  for (const { 0: match, index: start } of text.matchAll(expression)) {
    if (match === "") continue;
    const end = start + match.length;
    if (last === undefined || start >= last.end) {
      last = { ...lineAround(text, { start, end }), matches: [], count: 0 };
      lines.push(last);
    } else if (end > last.end) last.end = lineEnd(text, end);
    last.count++;
    if (last.matches.length < mostMatches) last.matches.push({ start, end });
  }
  return lines;
}

/** The number of lines in which a pattern stands that finds no line break and no empty text. */
export function countLines(text: string, expression: RegExp): number {
  expression.lastIndex = 0;
  let count = 0;
  while (expression.test(text)) {
    count++;
    const end = text.indexOf("\n", expression.lastIndex);
    expression.lastIndex = end === -1 ? text.length : end;
  }
  return count;
}

/** Whether the pattern stands in a text. */
export function isIn(text: string, expression: RegExp): boolean {
  // Most texts are without it, and this makes nothing for them.
  if (text.search(expression) === -1) return false;
  for (const [match] of text.matchAll(expression)) if (match !== "") return true;
  return false;
}

/** The line, or lines, that a piece of a text stands in. */
export function lineAround(text: string, { start, end }: Span): Span {
  const before = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return { start: before + 1, end: lineEnd(text, end) };
}

function lineEnd(text: string, from: number): number {
  // A match may end with the line break itself.
  const at = text.indexOf("\n", Math.max(from - 1, 0));
  return at === -1 ? text.length : Math.max(at, from);
}
