import { codeLines } from "../lines/code.js";
import { harmlessLine, harmlessLines } from "../lines/harmless.js";
import { behind, type Layout } from "../lines/layout.js";
import { wrapped } from "../lines/wrap.js";
import { inlineText, wordsIn } from "./inline.js";
import { type Node, tokensOf, treeOf } from "./parser.js";
import { table } from "./table.js";

/** A Markdown text as lines for a terminal; one that is too long or too deep to be parsed stays as it is. */
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
function* nodeLines(
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

/** A list; items of a task list have a box. */
function* list(node: Node, layout: Layout, source: readonly string[]): Generator<string> {
  const first = Number(node.token.attrGet("start") ?? 1);
  const isOrdered = node.token.type === "ordered_list_open";
  const width = isOrdered ? `${first + node.children.length - 1}. `.length : 2;
  const isLoose = node.children.some(({ children }) => children.some(isParagraph));
  for (const [index, item] of node.children.entries()) {
    if (index > 0 && isLoose) yield "";
    const mark = isOrdered ? `${first + index}. `.padStart(width) : `${boxOf(item) ?? "•"} `;
    if (item.children.length === 0) yield layout.ink.quiet(mark.trimEnd());
    yield* behind([layout.ink.quiet(mark), " ".repeat(width)], width, layout, (inner) =>
      nodeLines(item.children, inner, source),
    );
  }
}

// In dense lists, paragraphs are hidden.
function isParagraph({ token }: Node): boolean {
  return token.type === "paragraph_open" && !token.hidden;
}

/** Takes the box that an item begins with out of its text. */
function boxOf(item: Node): string | undefined {
  const text = item.children[0]?.children[0]?.children[0]?.token;
  const box = text?.type === "text" ? /^\[([ xX])\]\s/.exec(text.content) : null;
  if (!text || !box) return undefined;
  text.content = text.content.slice(box[0].length);
  return box[1] === " " ? "☐" : "☑";
}
