import { lineAround, type Span } from "./found-lines.js";

/** A line with a match, or as much of it as is worth showing. */
export interface Excerpt {
  /** Without white space around it; "…" stands for what was cut off. */
  text: string;
  /** The matches in it that can be shown; none where a mask has taken their place. */
  matches: Span[];
  /** How many matches there are in the line. */
  count: number;
}

/** UTF-16 code units. */
const longest = 1000;
const longestLead = 300;

/** The part of a line around its first match, or around a position in it. */
export function excerptOf(
  text: string,
  line: Span,
  { matches, count }: Pick<Excerpt, "matches" | "count">,
  position = matches[0]?.start ?? line.start,
): Excerpt {
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

/** The excerpt of the line at a position, in which no match is left. */
export function excerptAround(text: string, position: number): Excerpt {
  const line = lineAround(text, { start: position, end: position });
  return excerptOf(text, line, { matches: [], count: 0 }, position);
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
  return { start: whole(text, start), end: whole(text, Math.min(start + longest, line.end)) };
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
