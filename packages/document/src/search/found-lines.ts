/** A line of a text in which something was found; lines over which a match goes are one. */
export interface FoundLine {
  /** The beginning in the text; `end` is the end. */
  start: number;
  end: number;
  /** The first matches in it. */
  matches: Span[];
  /** The number of all matches in it. */
  count: number;
}

/** A piece of a text. */
export interface Span {
  start: number;
  end: number;
}

/** More than anybody looks at in one line. */
const mostMatches = 50;

/** The lines in which one of the expressions is found. */
export function foundLines(text: string, ...expressions: RegExp[]): FoundLine[] {
  const lines: FoundLine[] = [];
  let last: FoundLine | undefined;
  for (const { start, end } of matchesIn(text, expressions)) {
    if (last === undefined || start >= last.end) {
      last = { ...lineAround(text, { start, end }), matches: [], count: 0 };
      lines.push(last);
    } else if (end > last.end) last.end = lineEnd(text, end);
    last.count++;
    if (last.matches.length < mostMatches) last.matches.push({ start, end });
  }
  return lines;
}

/** The number of lines with a pattern that finds no line break and no empty text. */
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

/** The matches of all expressions in their order; those that overlap are one. */
function matchesIn(text: string, expressions: readonly RegExp[]): Span[] {
  const matches: Span[] = [];
  for (const expression of expressions)
    for (const { 0: match, index: start } of text.matchAll(expression))
      if (match !== "") matches.push({ start, end: start + match.length });
  if (expressions.length < 2) return matches;
  const apart: Span[] = [];
  for (const match of matches.sort((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && match.start < last.end) last.end = Math.max(last.end, match.end);
    else apart.push(match);
  }
  return apart;
}

/**
 * The expressions of the alternatives that fit a part of a session: all of such an alternative are in its texts, in any
 * order. None where no alternative fits.
 */
export function fittingExpressions(
  texts: readonly string[],
  alternatives: readonly (readonly { expression: RegExp }[])[],
): RegExp[] {
  const fitting = alternatives.filter((terms) =>
    terms.every(({ expression }) => texts.some((text) => isIn(text, expression))),
  );
  return fitting.flat().map(({ expression }) => expression);
}

/** Tells if something is found in a text. */
export function isIn(text: string, expression: RegExp): boolean {
  // Most texts are without it, and this makes nothing for them.
  if (text.search(expression) === -1) return false;
  for (const [match] of text.matchAll(expression)) if (match !== "") return true;
  return false;
}

/** The line, or lines, that hold a piece of a text. */
export function lineAround(text: string, { start, end }: Span): Span {
  const before = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return { start: before + 1, end: lineEnd(text, end) };
}

function lineEnd(text: string, from: number): number {
  // A match may end with the line break itself.
  const at = text.indexOf("\n", Math.max(from - 1, 0));
  return at === -1 ? text.length : Math.max(at, from);
}
