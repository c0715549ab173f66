import type { Session } from "@chatexport/core";
import {
  type DocumentNode,
  type DocumentOptions,
  documentTree,
  firstWords,
  type Line,
  settingsOf,
  summaryOf,
  titleOf,
} from "@chatexport/document";
import type { Nodes, PhrasingContent, Root, RootContent } from "mdast";
import { nodesOf, readAlone, textOf } from "./document.js";

/**
 * The pieces of a document in the order of reading: headings, anchors, ends of folds, and the text
 * between them.
 */
export function sequence(pieces: Iterable<string>): string[] {
  const result: string[] = [];
  let text = "";
  for (const piece of pieces) {
    if (!/^(?:#|@|<)/.test(piece)) {
      text += piece.slice(1).replace(/\s+/g, "");
      continue;
    }
    if (text !== "") result.push(text);
    text = "";
    result.push(piece.replace(/\s+/g, ""));
  }
  return text === "" ? result : [...result, text];
}

/** The contents of a document, as a reader of Markdown sees it. */
export function* read(document: Root): Generator<string> {
  for (const node of document.children) {
    const anchor = anchorIn(node);
    if (anchor !== undefined) yield `@${anchor}`;
    else if (node.type === "heading" && node.depth <= 3)
      yield `${"#".repeat(node.depth)} ${textOf(node)}`;
    else if (node.type === "html" && node.value !== "<!-- -->") yield htmlText(node.value);
    else if (node.type !== "html") yield `.${textOf(node)}`;
  }
}

function anchorIn(node: RootContent): string | undefined {
  if (node.type !== "paragraph" || node.children.length !== 2) return undefined;
  const [start, end] = node.children;
  if (start?.type !== "html" || end?.type !== "html" || end.value !== "</a>") return undefined;
  return /^<a id="(p\d+)">$/.exec(start.value)?.[1];
}

function htmlText(html: string): string {
  const text = html.replace(/^<details><summary>|<\/?code>|<\/summary>$/g, "");
  const decoded = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return html === "</details>" ? html : `<details> ${decoded}`;
}

/** The contents that a document has to hold. */
export function* wanted(session: Session, options: DocumentOptions): Generator<string> {
  yield `# ${titleOf(session)}`;
  yield `.${summaryOf(session).join(" · ")}`;
  yield* piecesOf(documentTree(session, settingsOf(options)));
}

function* piecesOf(nodes: Iterable<DocumentNode>): Generator<string> {
  for (const node of nodes) yield* piecesOfNode(node);
}

function* piecesOfNode(node: DocumentNode): Generator<string> {
  switch (node.type) {
    case "turn": {
      const { role, number, speaker, isNested, message, children } = node;
      const words = firstWords(message);
      if (isNested) yield `.${speaker}`;
      else if (role === "answer") yield `### ${speaker}`;
      else yield* [`@p${number}`, `## ${number} · ${speaker}${words ? `: ${words}` : ""}`];
      yield* piecesOf(children);
      break;
    }
    case "section":
      yield node.isNested ? `.${node.title}` : `## ${node.title}`;
      yield* piecesOf(node.children);
      break;
    case "fold": {
      const inside = [...piecesOf(node.children)];
      const line = lineText(node.line);
      if (inside.length === 0) yield `.${line}`;
      else yield* [`<details> ${line}`, ...inside, "</details>"];
      break;
    }
    case "body":
      yield `.${textOf(readAlone(node.value))}`;
      break;
    case "card":
      yield `.${node.title}`;
      yield* piecesOf(node.children);
      break;
    case "code":
      yield `.${node.value}`;
      break;
    case "label":
      yield `.${node.title}${node.rest === undefined ? "" : ` · ${node.rest}`}`;
      break;
    case "list":
      for (const { checked, children } of node.children)
        yield `.[${checked ? "x" : " "}]${children.map(textOf).join("")}`;
      break;
    case "paragraph":
    case "remark":
      yield `.${wordsOf(node.children)}`;
      break;
    case "notice":
      yield `.Error: ${node.value}`;
      break;
    case "message":
      yield* piecesOf(node.children);
      break;
    default:
      throw new Error(`No ${node.type} is expected`);
  }
}

function wordsOf(words: readonly PhrasingContent[]): string {
  return words.map((word) => (word.type === "session" ? word.value : textOf(word))).join("");
}

function lineText({ lead, code, words, outcome }: Line): string {
  const subject = code ?? words;
  return `${lead}${subject ? `: ${subject}` : ""}${outcome ? ` — ${outcome}` : ""}`;
}

/** Headings like ours and HTML that are no blocks of the document. */
export function hiddenMarks(document: Root): Nodes[] {
  const outer = new Set<Nodes>(document.children);
  for (const node of document.children)
    if (anchorIn(node) !== undefined) for (const child of nodesOf(node)) outer.add(child);
  return [...nodesOf(document)].filter(
    (node) =>
      !outer.has(node) && (node.type === "html" || (node.type === "heading" && node.depth <= 3)),
  );
}
