import { formatCount } from "@chatexport/core/read";
import type { Code } from "mdast";
import { fit } from "./fit.js";
import { harmlessLines } from "./harmless.js";
import type { Ink } from "./ink.js";
import { isExcerpt, type Layout } from "./layout.js";
import { broken } from "./wrap.js";

const continued = "↪ ";

/** Code, output, data or a diff as it is; in a fold, a part of it. */
export function* code({ value, lang }: Code, layout: Layout): Generator<string> {
  const language = lang ?? undefined;
  if (!isExcerpt(layout)) {
    yield* codeLines(value, language, layout);
    return;
  }
  const lines = harmlessLines(value);
  const isRead = language === "diff" || language === "sh";
  yield* excerpt(lines, shownOf(language), layout, (line, index) => {
    const paint = paintOf(language, line, index, layout.ink);
    return isRead ? piecesOf(line, paint, layout) : [paint(fit(line, layout.widest))];
  });
}

/** A change is read from its start; what a command printed last says how it ended. */
function shownOf(language: string | undefined): Shown {
  if (language === "diff") return { first: 16, last: 0 };
  return language === undefined || language === "sh"
    ? { first: 4, last: 2 }
    : { first: 6, last: 0 };
}

/** Lines of code as they are. */
export function* codeLines(
  text: string,
  language: string | undefined,
  layout: Layout,
): Generator<string> {
  for (const [index, line] of harmlessLines(text).entries())
    yield* piecesOf(line, paintOf(language, line, index, layout.ink), layout);
}

/** A line of code; one that is wider than the terminal goes on behind an arrow. */
function* piecesOf(
  line: string,
  paint: (text: string) => string,
  { ink, widest, isTerminal }: Layout,
): Generator<string> {
  const [first = "", ...others] = isTerminal ? broken(line, widest, continued.length) : [line];
  yield first === "" ? "" : paint(first);
  for (const piece of others) yield ink.quiet(continued) + paint(piece);
}

/**
 * The paint of a line: in a diff, by its sign; the names of the files are in its first two lines.
 */
function paintOf(
  language: string | undefined,
  line: string,
  index: number,
  ink: Ink,
): (text: string) => string {
  if (language !== "diff") return ink.text;
  if (index < 2 && /^(?:---|\+\+\+) /.test(line)) return ink.quiet;
  if (line.startsWith("+")) return ink.added;
  if (line.startsWith("-")) return ink.removed;
  return line.startsWith("@@") ? ink.position : ink.text;
}

/** The number of lines of a long text that are shown, at its beginning and at its end. */
export interface Shown {
  first: number;
  last: number;
}

/**
 * The first and last of many lines, with a note instead of the others; `show` makes rows of a line
 * that is shown, given its index.
 */
export function* excerpt(
  lines: readonly string[],
  { first, last }: Shown,
  { ink, widest }: Layout,
  show: (line: string, index: number) => Iterable<string>,
): Generator<string> {
  const hidden = lines.length - first - last;
  for (const [index, line] of lines.entries()) {
    // A note takes as much room as a line.
    if (hidden < 2 || index < first || index >= first + hidden) yield* show(line, index);
    else if (index === first)
      yield ink.quiet(fit(`… ${formatCount(hidden)} more lines (--detail full)`, widest));
  }
}
