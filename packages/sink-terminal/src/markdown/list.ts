import { behind, type Layout } from "../layout.js";
import { nodeLines } from "./blocks.js";
import type { Node } from "./tree.js";

/** A list; items of a task list have a box. */
export function* list(node: Node, layout: Layout, source: readonly string[]): Generator<string> {
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
