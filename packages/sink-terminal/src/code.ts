import { type CodeBlock, visible } from "@chatexport/document";
import { excerpt, type Shown } from "./excerpt.js";
import { fit } from "./fit.js";
import { harmlessLines } from "./harmless.js";
import type { Ink } from "./ink.js";
import { isExcerpt, type Layout } from "./layout.js";
import { broken } from "./wrap.js";

const continued = "↪ ";

/** Code, output, data or a diff as it is; in a fold, a part of it. */
export function* code({ text, language, whole }: CodeBlock, layout: Layout): Generator<string> {
  if (!isExcerpt(layout)) {
    yield* codeLines(text, language, layout);
    return;
  }
  const lines = harmlessLines(whole === undefined ? text : visible(whole).trimEnd());
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

/** How a line looks: in a diff, by its sign; the names of the files stand in its first two lines. */
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
