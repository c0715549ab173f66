import { type FoundLine, lineAround, type Span } from "./found-lines.js";

/** A line with a match, or as much of it as is worth showing. */
export interface Excerpt {
  /** Without white space around it; "…" stands for what was cut off. */
  text: string;
  /** The matches in it that can be shown; none where a mask has taken their place. */
  matches: Span[];
  /** The number of matches in the line. */
  count: number;
  /** Lines before it, cut as it is, that come with no other excerpt; only where a context was asked for. */
  before?: string[];
  /** Lines behind it, in the same way. */
  after?: string[];
  /** It goes on where the excerpt before it ends, both with the lines around them. */
  isNext?: true;
}

/** A line of which there is to be an excerpt. */
export interface ShownLine extends FoundLine {
  /** The place that the excerpt is around; the first match where it is absent. */
  position?: number;
}

/** UTF-16 code units. */
const longest = 1000;
const longestLead = 300;
const longestWord = 40;

/** The line at a position of a text, in which no match is left. */
export function lineAt(text: string, position: number): ShownLine {
  const line = lineAround(text, { start: position, end: position });
  return { ...line, matches: [], count: 0, position };
}

/** The excerpts of some lines of a text, in their order, each with so many of the lines around it that no other has. */
export function excerptsOf(text: string, lines: readonly ShownLine[], context = 0): Excerpt[] {
  const excerpts = lines.map((line) => excerptOf(text, line));
  if (context === 0) return excerpts;
  // A line break at the end begins no line.
  const end = text.endsWith("\n") ? text.length : text.length + 1;
  const gaps = [...lines, { start: end }].map(({ start }, index) =>
    linesBetween(text, lines[index - 1]?.end ?? -1, start),
  );
  return excerpts.map((excerpt, index) => {
    const [gap = [], next = []] = gaps.slice(index);
    const taken = index === 0 ? 0 : context;
    const isNext = index > 0 && gap.length <= 2 * context;
    return {
      ...excerpt,
      before: gap.slice(Math.max(taken, gap.length - context)).map(shortened),
      after: next.slice(0, context).map(shortened),
      ...(isNext && { isNext }),
    };
  });
}

/** The lines between the end of one and the start of another one. */
function linesBetween(text: string, end: number, start: number): string[] {
  return end + 1 < start ? text.slice(end + 1, start - 1).split("\n") : [];
}

function shortened(line: string): string {
  return excerptOf(line, { start: 0, end: line.length, matches: [], count: 0 }).text;
}

/** The part of a line around its first match, or around a position in it. */
function excerptOf(text: string, line: ShownLine): Excerpt {
  const { matches, count, position = matches[0]?.start ?? line.start } = line;
  const shown = trimmed(text, window(text, line, position));
  const lead = shown.start > line.start && !isBlank(text, line.start, shown.start) ? "…" : "";
  const tail = shown.end < line.end && !isBlank(text, shown.end, line.end) ? "…" : "";
  return {
    text: lead + text.slice(shown.start, shown.end) + tail,
    matches: matches.flatMap((match) => {
      const start = Math.max(match.start, shown.start);
      const end = Math.min(match.end, shown.end);
      const offset = lead.length - shown.start;
      return start < end ? [{ start: start + offset, end: end + offset }] : [];
    }),
    count,
  };
}

/** The excerpts of the texts of a part, without the lines that an earlier one of its texts has. */
export function withoutRepeats(texts: Iterable<readonly Excerpt[]>): Excerpt[] {
  const lines: Excerpt[] = [];
  const seen = new Set<string>();
  for (const excerpts of texts) {
    // Results repeat what the input says; a text that says something twice does so.
    for (const excerpt of excerpts.filter(({ text }) => !seen.has(text))) lines.push(excerpt);
    for (const { text } of excerpts) seen.add(text);
  }
  return lines;
}

function window(text: string, line: Span, position: number): Span {
  if (line.end - line.start <= longest) return line;
  const start = Math.max(line.start, Math.min(position - longestLead, line.end - longest));
  const end = Math.min(start + longest, line.end);
  // Cut at a blank near by, if there is one: half a word is none.
  const [before = ""] =
    /^\S+(?=\s)/.exec(text.slice(start, Math.min(start + longestWord, position))) ?? [];
  const [behind = ""] = /(?<=\s)\S+$/.exec(text.slice(end - longestWord, end)) ?? [];
  return {
    start: start === line.start ? start : whole(text, start + before.length),
    end: end === line.end ? end : whole(text, end - behind.length),
  };
}

/** A position that is not inside of a surrogate pair. */
function whole(text: string, position: number): number {
  return /[\udc00-\udfff]/.test(text[position] ?? "") ? position - 1 : position;
}

function trimmed(text: string, { start, end }: Span): Span {
  const slice = text.slice(start, end);
  const left = slice.length - slice.trimStart().length;
  const right = slice.length - slice.trimEnd().length;
  return left === slice.length ? { start, end: start } : { start: start + left, end: end - right };
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === "";
}
