import type { ToolCall } from "@chatexport/core";
import type {
  AssetBlock,
  Block,
  CallBlock,
  ChecklistBlock,
  FoldBlock,
  LabelBlock,
  MessageBlock,
  NoticeBlock,
  SectionBlock,
} from "@chatexport/document";
import { codeMarkup } from "./code.js";
import { html, type Markup } from "./escape.js";
import { bodyMarkup } from "./markdown/body.js";
import { type Element, OpenElements } from "./open-elements.js";
import { clockMarkup, type PageContext, turnElement } from "./turn.js";
import { boxMarkup, lineMarkup, wordsMarkup } from "./words.js";

/** A piece of a page; what becomes of a file depends on the host, which takes its time. */
export type Piece = Markup | AssetBlock;

/** A block of a type. */
type BlockOf<T extends Block["type"]> = { [K in T]: Block & { type: K } }[T];

/** The blocks that stand on their own: all but those that say where something begins or ends. */
type Standing = Exclude<Block["type"], "turn" | "message" | "call" | "end">;

type Handlers = { [T in Standing]: (block: BlockOf<T>, page: PageContext) => Iterable<Piece> };

const handlers: Handlers = {
  section,
  fold,
  body: ({ markdown }) => [bodyMarkup(markdown)],
  code: ({ text, language }) => [codeMarkup(text, language)],
  checklist,
  label,
  paragraph: ({ words }, page) => [html`<p>${wordsMarkup(words, page)}</p>\n`],
  remark: ({ words }, page) => [html`<p class="remark">${wordsMarkup(words, page)}</p>\n`],
  notice,
  asset: (block) => [block],
};

/** A block as pieces of the page. */
function handleBlock<T extends Standing>(block: BlockOf<T>, page: PageContext): Iterable<Piece> {
  return handlers[block.type](block, page);
}

/** A section beside the conversation. A branch is folded, so that it is not read as a part of it. */
function* section(block: SectionBlock, page: PageContext): Generator<Piece> {
  const { what, title, branch, isNested } = block;
  const heading = isNested ? html`<b>${title}</b>` : html`<h2>${title}</h2>`;
  if (branch) {
    const id = page.forks.idOf(branch);
    yield html`<section class="branch"${id !== undefined && html` id="${id}"`}>`;
    yield html`<details class="fold branch"><summary>${heading}</summary><div class="inside">\n`;
    yield* flow(block.blocks, page);
    yield* page.forks.atEndOf(branch.messages);
    yield html`</div></details></section>\n`;
    return;
  }
  yield html`<section class="${what}">${heading}\n`;
  yield* flow(block.blocks, page);
  yield html`</section>\n`;
}

/** A line that opens; one that holds nothing does not. */
function* fold(block: FoldBlock, page: PageContext): Generator<Piece> {
  const blocks = begun(block.blocks);
  const line = lineMarkup(block.line);
  if (!blocks) {
    yield html`<p class="line ${block.what}"${callAttributes(block.call)}>${line}</p>\n`;
    return;
  }
  yield html`<details class="fold ${block.what}"${callAttributes(block.call)}><summary>${line}</summary><div class="inside">\n`;
  yield* flow(blocks, page);
  yield html`</div></details>\n`;
}

/** A todo list, or the options of a question. */
function checklist({ items }: ChecklistBlock, page: PageContext): Markup[] {
  const lines = items.map(
    ({ isChecked, words }) => html`<li>${boxMarkup(isChecked)} ${wordsMarkup(words, page)}</li>\n`,
  );
  return [html`<ul class="checklist">\n${lines}</ul>\n`];
}

/** A few words over what follows. */
function label({ title, rest }: LabelBlock): Markup[] {
  return [html`<p class="label"><b>${title}</b>${rest && html` <small>${rest}</small>`}</p>\n`];
}

/** Something the tool told its user. */
function notice({ level, text }: NoticeBlock): Markup[] {
  if (level === "info") return [html`<p class="remark">${text}</p>\n`];
  const word = level === "error" ? "Error:" : "Warning:";
  return [html`<p class="notice ${level}"><strong>${word}</strong> ${text}</p>\n`];
}

/** Blocks in their order, as turns that hold messages that hold what was said and done. */
export function* flow(blocks: Iterable<Block>, page: PageContext): Generator<Piece> {
  const open = new OpenElements();
  for (const block of blocks) {
    switch (block.type) {
      case "turn":
        yield* open.endMessage();
        yield* page.forks.before(block.message);
        yield* open.beginTurn(turnElement(block, page));
        break;
      case "message":
        yield* open.endMessage();
        yield* page.forks.before(block.message);
        yield* open.beginMessage(messageElement(block, page));
        break;
      case "end":
        yield* open.endAll();
        break;
      case "call":
        yield* open.beginCall();
        yield callItem(block);
        break;
      case "section":
        yield* open.endMessage();
        yield* page.forks.before(block.branch?.messages[0]);
        yield* open.endAll();
        yield* handleBlock(block, page);
        break;
      default:
        yield* open.beginOther();
        yield* handleBlock(block, page);
    }
  }
  yield* open.endAll();
}

function messageElement({ message, anchor }: MessageBlock, page: PageContext): Element {
  const link = html`<a class="permalink" href="#${anchor}" aria-label="Link to this message">#</a>`;
  return {
    start: html`<div class="message" id="${anchor}">${link}${clockMarkup(message, page)}\n`,
    again: html`<div class="message">\n`,
    end: html`</div>\n`,
  };
}

function callItem({ call, line }: CallBlock): Markup {
  return html`<li${callAttributes(call)}>${lineMarkup(line)}</li>\n`;
}

/** The kind of a call and, unless it succeeded, its status, for the styles. */
function callAttributes(call: ToolCall | undefined): Markup | undefined {
  if (!call) return undefined;
  const { kind, status } = call;
  const isPlain = status === "completed" || status === "unknown";
  return html` data-kind="${kind}"${!isPlain && html` data-status="${status}"`}`;
}

/** Things in their order, the first of which was taken already; undefined when there is none. */
function begun<T>(things: Iterable<T>): Iterable<T> | undefined {
  const rest = things[Symbol.iterator]();
  const first = rest.next();
  return first.done ? undefined : resumed(first.value, rest);
}

function* resumed<T>(first: T, rest: Iterator<T>): Generator<T> {
  yield first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}
