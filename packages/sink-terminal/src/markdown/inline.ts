import { harmlessLine } from "../lines/harmless.js";
import type { Ink } from "../lines/ink.js";
import type { Node } from "./parser.js";

type Handler = (node: Node, ink: Ink) => string;

const handlers: Readonly<Record<string, Handler>> = {
  code_inline: ({ token }, ink) => ink.code(harmlessLine(token.content)),
  strong_open: ({ children }, ink) => ink.strong(inlineText(children, ink)),
  em_open: ({ children }, ink) => ink.emphasis(inlineText(children, ink)),
  s_open: ({ children }, ink) => ink.struck(inlineText(children, ink)),
  softbreak: () => "\n",
  hardbreak: () => "\n",
  link_open: link,
  image: ({ token }, ink) =>
    ink.text(harmlessLine(`Image: ${token.content}`.trimEnd())) +
    target(token.attrGet("src"), "", ink),
};

/** Inline nodes as painted text; line breaks stay. */
export function inlineText(nodes: readonly Node[], ink: Ink): string {
  return nodes
    .map(
      (node) =>
        handlers[node.token.type]?.(node, ink) ?? ink.text(harmlessLine(node.token.content)),
    )
    .join("");
}

/** The inline nodes of blocks. */
export function wordsIn(blocks: readonly Node[]): Node[] {
  return blocks.flatMap(({ children }) => children);
}

function link({ token, children }: Node, ink: Ink): string {
  return inlineText(children, ink) + target(token.attrGet("href"), wordsOf(children), ink);
}

/** The target of a link, unless its words are the target. */
function target(url: string | number | null, words: string, ink: Ink): string {
  const address = harmlessLine(readable(String(url ?? "")));
  if (address === "" || address === words || address === `mailto:${words}`) return "";
  return ` ${ink.quiet(`(${address})`)}`;
}

/** An address; of one that is a file itself, what kind of file. */
function readable(url: string): string {
  return url.startsWith("data:") ? `${url.slice(0, url.indexOf(",") + 1).slice(0, 60)}…` : url;
}

function wordsOf(nodes: readonly Node[]): string {
  return nodes.map(({ token, children }) => token.content + wordsOf(children)).join("");
}
