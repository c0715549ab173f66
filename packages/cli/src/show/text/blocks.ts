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
import { hasFailed, lineRows, paintedWords } from "./line.js";
import { behind, type Place } from "./place.js";
import { section } from "./section.js";
import { turn } from "./turn.js";
import { wrapped } from "./wrap.js";

/** The blocks of which something is to be read. */
type Legible = Exclude<Block, MessageBlock | EndBlock>;

type Handlers = {
  [T in Legible["type"]]: (block: Legible & { type: T }, place: Place) => Iterable<string>;
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
  paragraph: ({ words }, place) => paragraph(words, place),
  remark: ({ words }, place) => remark(words, place),
  notice,
};

/** A block in lines that are no wider than its place. */
export function linesOf<T extends Legible["type"]>(
  block: Legible & { type: T },
  place: Place,
): Iterable<string> {
  return handlers[block.type](block, place);
}

/** A remark of ours. */
export function remark(words: Words, place: Place): string[] {
  return paragraph(words, { ...place, ink: quietInk(place.ink) });
}

function paragraph(words: Words, { ink, columns }: Place): string[] {
  return wrapped(paintedWords(words, ink), columns);
}

function call({ line, call }: CallBlock, place: Place): Iterable<string> {
  return lineRows(line, hasFailed(call), place);
}

function* checklist({ items }: ChecklistBlock, place: Place): Generator<string> {
  for (const { isChecked, words } of items)
    yield* behind([isChecked ? "☑ " : "☐ ", "  "], 2, place, (inner) => paragraph(words, inner));
}

function label({ title, rest }: LabelBlock, { ink, columns }: Place): string[] {
  const words = rest === undefined ? "" : ink.quiet(` · ${harmlessLine(rest)}`);
  return wrapped(ink.title(harmlessLine(title)) + words, columns);
}

function notice({ level, text }: NoticeBlock, { ink, columns }: Place): string[] {
  const words = harmlessLine(text);
  if (level === "info") return wrapped(ink.quiet(words), columns);
  const lead = level === "error" ? ink.failed("Error:") : ink.warned("Warning:");
  return wrapped(`${lead} ${ink.text(words)}`, columns);
}
