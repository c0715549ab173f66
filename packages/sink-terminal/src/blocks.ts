import type {
  Block,
  CallBlock,
  ChecklistBlock,
  EndBlock,
  LabelBlock,
  MessageBlock,
  NoticeBlock,
  Words,
} from "@chatexport/document";
import { asset } from "./asset.js";
import { body } from "./body.js";
import { code } from "./code.js";
import { fold } from "./fold.js";
import { harmlessLine } from "./harmless.js";
import { quietInk } from "./ink.js";
import { behind, type Layout } from "./layout.js";
import { hasFailed, lineRows, paintedWords } from "./line.js";
import { section } from "./section.js";
import { turn } from "./turn.js";
import { wrapped } from "./wrap.js";

/** The blocks of which something is to be read. */
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
export function linesOf<T extends Legible["type"]>(
  block: Legible & { type: T },
  layout: Layout,
): Iterable<string> {
  return handlers[block.type](block, layout);
}

/** A remark of ours. */
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
