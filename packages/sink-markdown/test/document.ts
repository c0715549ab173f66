import type { IndexEntry, Session, SinkContext } from "@chatexport/core";
import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import markdown, { type MarkdownOptions } from "../src/index.js";

/** The document of a session, from a host that puts no files beside it unless told how. */
export async function documentOf(
  session: Session,
  options: MarkdownOptions = {},
  host: Partial<SinkContext> = {},
): Promise<string> {
  return (await piecesOf(session, options, host)).join("");
}

/** The pieces in which a document comes. */
export async function piecesOf(
  session: Session,
  options: MarkdownOptions = {},
  host: Partial<SinkContext> = {},
): Promise<string[]> {
  const { signal } = new AbortController();
  const context = { report() {}, signal, asset: async () => undefined, ...host };
  const pieces: string[] = [];
  for await (const piece of markdown(options).render(session, context)) pieces.push(String(piece));
  return pieces;
}

/** The index of a folder. */
export async function indexOf(entries: readonly IndexEntry[]): Promise<string> {
  return (await indexPiecesOf(entries)).join("");
}

/** The pieces in which an index comes. */
export async function indexPiecesOf(
  entries: readonly IndexEntry[],
  { signal }: AbortController = new AbortController(),
): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of markdown().index?.(entries, { report() {}, signal }) ?? [])
    pieces.push(String(piece));
  return pieces;
}

/** A reader of Markdown as GitHub knows it, for which some of its constructs are nothing but text. */
function readerWithout(...constructs: string[]): (markdown: string) => Root {
  const parser = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(function () {
      const data = this.data();
      const extension = { disable: { null: constructs } };
      data.micromarkExtensions = [...(data.micromarkExtensions ?? []), extension];
    })
    .freeze();
  return (markdown) => parser.parse(markdown);
}

/** Reads a body alone, when HTML, definitions and images are nothing but text. */
export const readAlone = readerWithout(
  "tasklistCheck",
  "htmlFlow",
  "htmlText",
  "definition",
  "gfmFootnoteDefinition",
  "labelStartImage",
);

// An assertion in the parser fails on some check boxes ("-\n[x] a").
const read = readerWithout("tasklistCheck");

/** A document as GitHub reads it, without its front matter. */
export function parse(document: string): Root {
  return read(document.replace(/^---\n[\s\S]*?\n---\n/, ""));
}

/** The HTML of a document, without the anchors of prompts. */
export function* htmlOf(document: Nodes): Generator<string> {
  for (const node of nodesOf(document))
    if (node.type === "html" && !/^<a id="p\d+">$|^<\/a>$/.test(node.value)) yield node.value;
}

/** All nodes of a tree, in order. */
export function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* nodesOf(child);
}

/** The text of a tree as a reader sees it. */
export function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  if (node.type === "break") return "\n";
  if ("children" in node) return node.children.map(textOf).join("");
  return "";
}
