import { attempt } from "@chatexport/core/read";
import type { Parents, Root, RootContent } from "mdast";
import type { Plugin, Processor } from "unified";
import { keptApart } from "./lower.js";
import type { Verbatim } from "./nodes.js";

/** A text of the conversation, and the nodes that plugins find in its place. */
interface Body {
  leaf: Verbatim;
  nodes: readonly RootContent[];
  /** The content of the nodes before any plugin. */
  content: string;
}

// In characters. The parser takes a second for as many, and plugins take the rest of the stack for
// what is nested deeper; such texts stay one leaf.
const longest = 100_000;
const deepest = 100;

/**
 * Two plugins for one document. Behind `open`, the texts of the conversation, which are harmless, are
 * paragraphs, lists and code like all others. `close` puts back what no plugin has changed, as it was
 * written, and keeps apart what Markdown would join.
 */
export function bodyPlugins(): { open: Plugin<[], Root>; close: Plugin<[], Root> } {
  const bodies = new Map<RootContent, Body>();
  return {
    open(this: Processor) {
      const parse = (text: string) => {
        // A mark of the byte order, which a parser drops at the start, keeps what follows from its meaning.
        const { children } = this.parse(text.replace(/^\ufeff/, "$&$&")) as Root;
        onOneLine(children);
        return children;
      };
      return (root) => changeChildren(root, (children) => opened(children, parse, bodies));
    },
    close: () => (root) => changeChildren(root, (children) => keptApart(closed(children, bodies))),
  };
}

/** Replaces the children of a node, then those of the new children. */
function changeChildren(
  parent: Parents,
  change: (children: readonly RootContent[]) => RootContent[],
): void {
  parent.children = change(parent.children) as typeof parent.children;
  for (const child of parent.children) if ("children" in child) changeChildren(child, change);
}

function opened(
  children: readonly RootContent[],
  parse: (text: string) => RootContent[],
  bodies: Map<RootContent, Body>,
): RootContent[] {
  return children.flatMap((leaf) => {
    if (leaf.type !== "verbatim" || leaf.value.length > longest) return leaf;
    const nodes = attempt(() => parse(leaf.value));
    const [first] = nodes ?? [];
    if (!nodes || !first || isDeep(nodes, deepest)) return leaf;
    bodies.set(first, { leaf, nodes, content: contentOf(nodes) });
    return nodes;
  });
}

/** Has code between words in one line, so that what ends it cannot begin a line and a block of code. */
function onOneLine(nodes: readonly RootContent[]): void {
  for (const node of nodes)
    if (node.type === "inlineCode") node.value = node.value.replace(/[\r\n]+[\t ]*/g, " ");
    else if ("children" in node) onOneLine(node.children);
}

function isDeep(nodes: readonly RootContent[], levels: number): boolean {
  return (
    levels === 0 || nodes.some((node) => "children" in node && isDeep(node.children, levels - 1))
  );
}

function closed(
  children: readonly RootContent[],
  bodies: ReadonlyMap<RootContent, Body>,
): RootContent[] {
  const result: RootContent[] = [];
  for (let at = 0; at < children.length; at++) {
    const child = children[at];
    const body = child && bodies.get(child);
    const nodes = body ? children.slice(at, at + body.nodes.length) : [];
    const isWhole = body?.nodes.every((node, index) => node === nodes[index]);
    if (body && isWhole && contentOf(nodes) === body.content) {
      result.push(body.leaf);
      at += nodes.length - 1;
    } else if (child) result.push(child);
  }
  return result;
}

/** The content of nodes: all but their places, and what plugins note for each other. */
function contentOf(nodes: readonly RootContent[]): string {
  const isNote = (name: string) => name === "position" || name === "data";
  return JSON.stringify(nodes, (name, value) => (isNote(name) ? undefined : value));
}
