import type { FilePart } from "@chatexport/core";
import {
  type AssetBlock,
  type Block,
  type BodyBlock,
  type CallBlock,
  type ChecklistBlock,
  type CodeBlock,
  type EndBlock,
  type FoldBlock,
  type LabelBlock,
  type MessageBlock,
  type NoticeBlock,
  oneLine,
  type SectionBlock,
  type TurnBlock,
  visible,
  type Words,
} from "@chatexport/document";
import width from "fast-string-width";
import { hasFailed, lineRows, paintedWords } from "./lines/call-line.js";
import { code, excerpt, type Shown } from "./lines/code.js";
import { fit } from "./lines/fit.js";
import { harmlessLine } from "./lines/harmless.js";
import { quietInk } from "./lines/ink.js";
import { behind, inFold, isExcerpt, type Layout } from "./lines/layout.js";
import { formatBytes } from "./lines/numbers.js";
import { wrapped } from "./lines/wrap.js";
import { markdownLines } from "./markdown/blocks.js";

/** Blocks that have text. */
type Legible = Exclude<Block, MessageBlock | EndBlock>;

type Handlers = {
  [T in Legible["type"]]: (block: Legible & { type: T }, layout: Layout) => Iterable<string>;
};

const handlers: Handlers = {
  turn,
  section,
  fold,
  call,
  body,
  code,
  checklist,
  asset,
  label,
  paragraph: ({ words }, layout) => paragraph(words, layout),
  remark: ({ words }, layout) => remark(words, layout),
  notice,
};

/** A block in lines that are no wider than its layout. */
function linesOf<T extends Legible["type"]>(
  block: Legible & { type: T },
  layout: Layout,
): Iterable<string> {
  return handlers[block.type](block, layout);
}

/** A remark of chatexport. */
export function remark(words: Words, layout: Layout): string[] {
  return paragraph(words, { ...layout, ink: quietInk(layout.ink) });
}

function paragraph(words: Words, { ink, columns }: Layout): string[] {
  return wrapped(paintedWords(words, ink), columns);
}

function call({ line, call }: CallBlock, layout: Layout): Iterable<string> {
  return lineRows(line, hasFailed(call), layout);
}

function* checklist({ items }: ChecklistBlock, layout: Layout): Generator<string> {
  for (const { isChecked, words } of items)
    yield* behind([isChecked ? "☑ " : "☐ ", "  "], 2, layout, (inner) => paragraph(words, inner));
}

function label({ title, rest }: LabelBlock, { ink, columns }: Layout): string[] {
  const words = rest === undefined ? "" : ink.quiet(` · ${harmlessLine(rest)}`);
  return wrapped(ink.title(harmlessLine(title)) + words, columns);
}

function notice({ level, text }: NoticeBlock, { ink, columns }: Layout): string[] {
  const words = harmlessLine(text);
  if (level === "info") return wrapped(ink.quiet(words), columns);
  const lead = level === "error" ? ink.failed("Error:") : ink.warned("Warning:");
  return wrapped(`${lead} ${ink.text(words)}`, columns);
}

/** How a block stands among others: rows are one below the other, and nothing parts a title from what follows. */
type Shape = "row" | "title" | "text";

const shapes: Partial<Record<Block["type"], Shape>> = {
  call: "row",
  fold: "row",
  asset: "row",
  turn: "title",
  label: "title",
};

/** Blocks in their order, with blank lines where something else begins and a bar beside prompts. */
export function* flow(blocks: Iterable<Block>, layout: Layout): Generator<string> {
  const bar = layout.ink.prompt("┃");
  let isPrompt = false;
  let before: Shape | undefined;
  for (const block of blocks) {
    if (block.type === "message") continue;
    if (block.type === "end" || block.type === "turn") isPrompt = false;
    if (block.type === "end") continue;
    const shape = shapes[block.type] ?? "text";
    if (isApart(before, shape, block.type === "turn")) yield isPrompt ? bar : "";
    if (block.type === "turn") isPrompt = block.role === "prompt";
    if (isPrompt)
      yield* behind([`${bar} `, `${bar} `], 2, layout, (inner) => linesOf(block, inner));
    else yield* linesOf(block, layout);
    before = shape;
  }
}

function isApart(before: Shape | undefined, shape: Shape, isTurn: boolean): boolean {
  if (before === undefined) return false;
  return isTurn || (before !== "title" && !(before === "row" && shape === "row"));
}

/** A line with what it opens to below it, further in. */
function* fold(block: FoldBlock, layout: Layout): Generator<string> {
  const ink = block.what === "addition" ? quietInk(layout.ink) : layout.ink;
  yield* lineRows(block.line, hasFailed(block.call), { ...layout, ink });
  if (layout.detail === "conversation") return;
  if (layout.detail === "standard" && isSaidByLine(block, layout)) {
    takeAll(block.blocks);
    return;
  }
  const mark = isSpoken(block) ? `  ${layout.ink.quiet("│")} ` : "    ";
  yield* behind([mark, mark], 4, inFold(layout), (inner) => flow(newIn(block, layout), inner));
}

/** Whether the details of a fold would only stand in the way of somebody who reads what happened. */
function isSaidByLine({ what, call }: FoldBlock, { folds }: Layout): boolean {
  if (folds > 0) return true;
  if (what === "addition" || what === "copies") return true;
  return (call?.kind === "read" || call?.kind === "search") && !hasFailed(call);
}

/** Whether somebody speaks in a fold. */
function isSpoken({ what, call }: FoldBlock): boolean {
  return what === "subagent" || what === "copies" || call?.kind === "task";
}

/** The blocks of a fold without the text that its line already shows. */
function* newIn({ line, blocks }: FoldBlock, { detail }: Layout): Generator<Block> {
  let said = detail === "full" ? undefined : line.code;
  for (const block of blocks) {
    const rest = said !== undefined && block.type === "code" ? without(said, block) : block;
    said = undefined;
    if (rest) yield rest;
  }
}

/** Code without first lines that say no more than a line does; undefined if that is all of it. */
function without(said: string, block: CodeBlock): CodeBlock | undefined {
  const { text, whole = text } = block;
  if (text === said) return undefined;
  const names = block.language === "diff" ? `--- ${said}\n+++ ${said}\n` : `${said}\n`;
  if (!text.startsWith(names) || !whole.startsWith(names)) return block;
  return { ...block, text: text.slice(names.length), whole: whole.slice(names.length) };
}

/** Consumes blocks that are not shown: which sub-agents are shown later depends on those before. */
function takeAll(blocks: Iterable<Block>): void {
  for (const block of blocks) if ("blocks" in block) takeAll(block.blocks);
}

/** A section below a line across; a branch has a bar beside it. */
function* section({ what, title, blocks }: SectionBlock, layout: Layout): Generator<string> {
  const { ink, columns } = layout;
  const words = fit(harmlessLine(title), columns);
  const rest = Math.max(columns - width(words) - 1, 0);
  yield `${ink.title(words)} ${ink.quiet("─".repeat(rest))}`;
  yield "";
  if (what !== "branch") yield* flow(blocks, layout);
  else {
    const bar = ink.quiet("│");
    yield* behind([`${bar} `, `${bar} `], 2, layout, (inner) => flow(blocks, inner));
  }
}

/** The speaker of a turn, with its time or model. */
function turn(block: TurnBlock, { ink, columns }: Layout): string[] {
  const { role, number, speaker, time, model } = block;
  const facts = [time, model].filter((fact) => fact !== undefined).map(harmlessLine);
  const name = number === undefined ? speaker : `${number} · ${speaker}`;
  const painted = role === "prompt" ? ink.prompt(name) : ink.quiet(name);
  return wrapped(painted + facts.map((fact) => ink.quiet(` · ${fact}`)).join(""), columns);
}

/** A file of which a terminal can only show the name. */
function asset({ part }: AssetBlock, layout: Layout): Iterable<string> {
  const { mediaType = "", data = "" } = part;
  const lead = mediaType.startsWith("image/") ? "Image" : "File";
  const size = formatBytes(Buffer.byteLength(data, "base64"));
  const outcome = [mediaType, size].filter((fact) => fact !== "").join(", ");
  return lineRows({ lead, code: nameOf(part), outcome }, false, layout);
}

function nameOf({ name, path, mediaType = "" }: FilePart): string {
  return oneLine(name ?? path?.replace(/^.*[/\\]/s, "") ?? mediaType);
}

const shownProse: Shown = { first: 4, last: 0 };

/** A Markdown text; in a fold, its first lines. */
function* body({ markdown, whole }: BodyBlock, layout: Layout): Generator<string> {
  if (!isExcerpt(layout)) {
    yield* markdownLines(markdown, layout);
    return;
  }
  const lines = [...markdownLines(whole === undefined ? markdown : visible(whole), layout)];
  // An excerpt of a long text has no blank lines.
  const isLong = lines.length > shownProse.first + 1;
  const legible = isLong ? lines.filter((line) => line !== "") : lines;
  yield* excerpt(legible, shownProse, layout, (line) => [line]);
}
