import type { ToolCall } from "@chatexport/core";
import type {
  Card,
  Content,
  DocumentNode,
  Fold,
  Label,
  MessageNode,
  Notice,
  Section,
  Turn,
} from "@chatexport/document";
import type { List } from "mdast";
import { isImage, type PlacedAsset } from "./asset.js";
import { codeMarkup } from "./code.js";
import { html, type Markup } from "./escape.js";
import { bodyMarkup } from "./markdown/body.js";
import { type Element, OpenElements } from "./open-elements.js";
import { clockMarkup, type PageContext, turnElement } from "./turn.js";
import { boxMarkup, lineMarkup, wordsMarkup } from "./words.js";

/** A piece of a page; what becomes of a file depends on the host, which takes its time. */
export type Piece = Markup | PlacedAsset;

type ContentOf<T extends Content["type"]> = { [K in T]: Content & { type: K } }[T];
type Handlers = {
  [T in Content["type"]]: (node: ContentOf<T>, page: PageContext) => Iterable<Piece>;
};

const handlers: Handlers = {
  fold,
  card,
  call: ({ call, line }) => [html`<li${callAttributes(call)}>${lineMarkup(line)}</li>\n`],
  body: ({ value }) => [bodyMarkup(value)],
  code: ({ value, lang }) => [codeMarkup(value, lang ?? undefined)],
  list: checklist,
  label,
  paragraph: ({ children }, page) => [html`<p>${wordsMarkup(children, page)}</p>\n`],
  remark: ({ children }, page) => [html`<p class="remark">${wordsMarkup(children, page)}</p>\n`],
  omission: ({ value }) => [html`<p class="remark">${value}</p>\n`],
  notice,
  asset: (node, page) => [isImage(node.part) ? { ...node, image: nextImage(page) } : node],
};

/** A node as pieces of the page. */
function handle<T extends Content["type"]>(node: ContentOf<T>, page: PageContext): Iterable<Piece> {
  return handlers[node.type](node, page);
}

/** A section beside the conversation. A branch is folded, so that it is not read as a part of it. */
function* section(node: Section, page: PageContext): Generator<Piece> {
  const { what, title, branch, isNested, children } = node;
  yield* page.forks.before(branch?.messages[0]);
  const heading = isNested ? html`<b>${title}</b>` : html`<h2>${title}</h2>`;
  if (branch) {
    const id = page.forks.idOf(branch);
    yield html`<section class="branch"${id !== undefined && html` id="${id}"`}>`;
    yield html`<details class="fold branch"><summary>${heading}</summary><div class="inside">\n`;
    yield* flow(children, page);
    yield* page.forks.atEndOf(branch.messages);
    yield html`</div></details></section>\n`;
    return;
  }
  yield html`<section class="${what}">${heading}\n`;
  yield* flow(children, page);
  yield html`</section>\n`;
}

/** A line that opens; one that holds nothing does not. */
function* fold({ what, line, call, children }: Fold, page: PageContext): Generator<Piece> {
  if (children.length === 0) {
    yield html`<p class="line ${what}"${callAttributes(call)}>${lineMarkup(line)}</p>\n`;
    return;
  }
  yield html`<details class="fold ${what}"${callAttributes(call)}><summary>${lineMarkup(line)}</summary><div class="inside">\n`;
  yield* flow(children, page);
  yield html`</div></details>\n`;
}

/** A box around what is read as a whole. */
function* card({ title, children }: Card, page: PageContext): Generator<Piece> {
  yield html`<div class="card"><p class="label"><b>${title}</b></p>\n`;
  yield* flow(children, page);
  yield html`</div>\n`;
}

/** A todo list, or the options of a question. */
function checklist({ children }: List, page: PageContext): Markup[] {
  const lines = children.map(({ checked, children }) => {
    const words = children.flatMap((child) => (child.type === "paragraph" ? child.children : []));
    return html`<li>${boxMarkup(checked === true)} ${wordsMarkup(words, page)}</li>\n`;
  });
  return [html`<ul class="checklist">\n${lines}</ul>\n`];
}

/** A few words over what follows. */
function label({ title, rest }: Label): Markup[] {
  return [html`<p class="label"><b>${title}</b>${rest && html` <small>${rest}</small>`}</p>\n`];
}

/** Something the tool told its user. */
function notice({ level, value }: Notice): Markup[] {
  if (level === "info") return [html`<p class="remark">${value}</p>\n`];
  const word = level === "error" ? "Error:" : "Warning:";
  return [html`<p class="notice ${level}"><strong>${word}</strong> ${value}</p>\n`];
}

function nextImage({ images }: PageContext): PlacedAsset["image"] {
  return { id: `image-${++images.all}`, words: `Image ${++images.here}${images.place}` };
}

/** Nodes in their order: turns and messages in portions that a browser can skip. */
export function* flow(nodes: Iterable<DocumentNode>, page: PageContext): Generator<Piece> {
  const open = new OpenElements();
  for (const node of nodes) {
    if (node.type === "turn") yield* turn(node, open, page);
    else if (node.type === "message") yield* message(node, open, page);
    else {
      yield* open.endAll();
      if (node.type === "section") yield* section(node, page);
      else yield* content(node, open, page);
    }
  }
  yield* open.endAll();
}

function* turn(node: Turn, open: OpenElements, page: PageContext): Generator<Piece> {
  yield* open.endMessage();
  yield* page.forks.before(node.message);
  yield* open.beginTurn(turnElement(node, page));
  for (const child of node.children)
    if (child.type === "message") yield* message(child, open, page);
    else yield* content(child, open, page);
}

function* message(node: MessageNode, open: OpenElements, page: PageContext): Generator<Piece> {
  yield* open.endMessage();
  yield* page.forks.before(node.message);
  yield* open.beginMessage(messageElement(node, page));
  for (const child of node.children) yield* content(child, open, page);
}

/** Content inside what is open; calls that follow each other are one list. */
function* content(node: Content, open: OpenElements, page: PageContext): Generator<Piece> {
  yield* node.type === "call" ? open.beginCall() : open.beginOther();
  yield* handle(node, page);
}

function messageElement({ message, anchor }: MessageNode, page: PageContext): Element {
  return {
    start: html`<div class="message" id="${anchor}">${clockMarkup(message, page)}\n`,
    again: html`<div class="message">\n`,
    end: html`</div>\n`,
  };
}

/** The kind of a call and, unless it succeeded, its status, for the styles. */
function callAttributes(call: ToolCall | undefined): Markup | undefined {
  if (!call) return undefined;
  const { kind, status } = call;
  const isPlain = status === "completed" || status === "unknown";
  return html` data-kind="${kind}"${!isPlain && html` data-status="${status}"`}`;
}
