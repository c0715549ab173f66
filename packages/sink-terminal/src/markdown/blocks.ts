import { codeLines } from "../code.js";
import { harmlessLine, harmlessLines } from "../harmless.js";
import { behind, type Layout } from "../layout.js";
import { wrapped } from "../wrap.js";
import { inlineText, wordsIn } from "./inline.js";
import { list } from "./list.js";
import { tokensOf } from "./parser.js";
import { table } from "./table.js";
import { type Node, treeOf } from "./tree.js";

/** What somebody wrote in Markdown, for a terminal; what cannot be understood stays as it was written. */
export function* markdownLines(markdown: string, layout: Layout): Generator<string> {
  const tokens = tokensOf(markdown);
  if (tokens) yield* nodeLines(treeOf(tokens), layout, markdown.split("\n"));
  else
    for (const line of harmlessLines(markdown))
      yield* wrapped(layout.ink.text(line), layout.columns);
}

type Handler = (node: Node, layout: Layout, source: readonly string[]) => Iterable<string>;

const handlers: Readonly<Record<string, Handler>> = {
  heading_open: heading,
  paragraph_open: paragraph,
  bullet_list_open: list,
  ordered_list_open: list,
  blockquote_open: quote,
  fence: code,
  code_block: code,
  hr: (_, { ink, columns }) => [ink.quiet("─".repeat(Math.min(columns, 40)))],
  table_open: table,
};

/** Blocks with a blank line between them, unless they are parts of a dense list. */
export function* nodeLines(
  nodes: readonly Node[],
  layout: Layout,
  source: readonly string[],
): Generator<string> {
  let isFirst = true;
  let isDense = false;
  for (const node of nodes) {
    if (!isFirst && !isDense) yield "";
    isFirst = false;
    isDense = node.token.hidden;
    yield* handlers[node.token.type]?.(node, layout, source) ?? [];
  }
}

function paragraph({ children }: Node, { ink, columns }: Layout): string[] {
  return wrapped(inlineText(wordsIn(children), ink), columns);
}

function heading({ token, children }: Node, { ink, columns }: Layout): string[] {
  const mark = "#".repeat(Number(token.tag.slice(1)));
  return wrapped(ink.title(`${mark} ${inlineText(wordsIn(children), ink)}`), columns);
}

function* quote(node: Node, layout: Layout, source: readonly string[]): Generator<string> {
  const bar = layout.ink.quiet("│ ");
  yield* behind([bar, bar], 2, layout, (inner) => nodeLines(node.children, inner, source));
}

/** Code, below what its fence says about it unless that is only a language. */
function* code({ token }: Node, layout: Layout): Generator<string> {
  const info = harmlessLine(token.info.trim());
  const isLanguage = /^[\w+#.-]*$/.test(info);
  yield* behind(["    ", "    "], 4, layout, function* (inner) {
    if (!isLanguage) yield* wrapped(layout.ink.quiet(info), inner.columns);
    yield* codeLines(token.content.replace(/\n$/, ""), isLanguage ? info : undefined, inner);
  });
}
