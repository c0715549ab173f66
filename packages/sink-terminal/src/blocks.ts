import type { FilePart } from "@chatexport/core";
import {
  type Asset,
  type Body,
  type CallLine,
  type Card,
  type Content,
  type DocumentNode,
  type Fold,
  type Label,
  type Notice,
  type Omission,
  oneLine,
  type Section,
  type Turn,
} from "@chatexport/document";
import width from "fast-string-width";
import type { Code, List, PhrasingContent } from "mdast";
import { hasFailed, lineRows, paintedWords } from "./lines/call-line.js";
import { code, excerpt, type Shown } from "./lines/code.js";
import { fit } from "./lines/fit.js";
import { harmlessLine } from "./lines/harmless.js";
import { quietInk } from "./lines/ink.js";
import { behind, inFold, isExcerpt, type Layout } from "./lines/layout.js";
import { formatBytes } from "./lines/numbers.js";
import { wrapped } from "./lines/wrap.js";
import { markdownLines } from "./markdown/blocks.js";

/** Nodes that have lines of their own, and not only those of their children. */
type Lined = Content | Section;

type Handlers = {
  [T in Lined["type"]]: (node: Lined & { type: T }, layout: Layout) => Iterable<string>;
};

const handlers: Handlers = {
  section,
  fold,
  card,
  call,
  body,
  code,
  list: checklist,
  asset,
  label,
  paragraph: ({ children }, layout) => paragraph(children, layout),
  remark: ({ children }, layout) => remark(children, layout),
  omission,
  notice,
};

/** A node in lines that are no wider than its layout. */
function linesOf<T extends Lined["type"]>(
  node: Lined & { type: T },
  layout: Layout,
): Iterable<string> {
  return handlers[node.type](node, layout);
}

/** A remark of chatexport. */
export function remark(words: readonly PhrasingContent[], layout: Layout): string[] {
  return paragraph(words, { ...layout, ink: quietInk(layout.ink) });
}

function paragraph(words: readonly PhrasingContent[], { ink, columns }: Layout): string[] {
  return wrapped(paintedWords(words, ink), columns);
}

function omission({ value, option }: Omission, { ink, columns }: Layout): string[] {
  const quiet = quietInk(ink);
  const remedy = quiet.text(", ") + quiet.code(option) + quiet.text(" shows all");
  return wrapped(quiet.text(value) + remedy, columns);
}

function call({ line, call }: CallLine, layout: Layout): Iterable<string> {
  return lineRows(line, hasFailed(call), layout);
}

function* checklist({ children }: List, layout: Layout): Generator<string> {
  for (const { checked, children: paragraphs } of children)
    yield* behind([checked ? "☑ " : "☐ ", "  "], 2, layout, (inner) =>
      paragraphs.flatMap((each) =>
        each.type === "paragraph" ? paragraph(each.children, inner) : [],
      ),
    );
}

function label({ title, rest }: Label, { ink, columns }: Layout): string[] {
  const words = rest === undefined ? "" : ink.quiet(` · ${harmlessLine(rest)}`);
  return wrapped(ink.title(harmlessLine(title)) + words, columns);
}

function notice({ level, value }: Notice, { ink, columns }: Layout): string[] {
  const words = harmlessLine(value);
  if (level === "info") return wrapped(ink.quiet(words), columns);
  const lead = level === "error" ? ink.failed("Error:") : ink.warned("Warning:");
  return wrapped(`${lead} ${ink.text(words)}`, columns);
}

/**
 * The spacing of a node among others: rows are one below the other, and nothing parts a title from
 * what follows.
 */
type Shape = "row" | "title" | "text";

const shapes: Partial<Record<Lined["type"], Shape>> = {
  call: "row",
  fold: "row",
  asset: "row",
  label: "title",
};

/** Nodes in their order, with blank lines where something else begins and a bar beside prompts. */
export function* flow(nodes: Iterable<DocumentNode>, layout: Layout): Generator<string> {
  yield* flowAfter({ before: undefined }, nodes, layout);
}

/** The shape of the node before. */
interface Position {
  before: Shape | undefined;
}

function* flowAfter(
  position: Position,
  nodes: Iterable<DocumentNode>,
  layout: Layout,
): Generator<string> {
  for (const node of nodes) {
    // A terminal opens no folds, so the calls of this one stand below each other.
    const isOpen = node.type === "message" || (node.type === "fold" && node.what === "calls");
    if (isOpen) yield* flowAfter(position, node.children, layout);
    else if (node.type === "turn") yield* turn(node, position, layout);
    else {
      const shape = shapes[node.type] ?? "text";
      if (isApart(position.before, shape)) yield "";
      yield* linesOf(node, layout);
      position.before = shape;
    }
  }
}

function isApart(before: Shape | undefined, shape: Shape): boolean {
  return before !== undefined && before !== "title" && !(before === "row" && shape === "row");
}

/** The speaker of a turn, with its time or model, and what is said; prompts have a bar beside them. */
function* turn(turn: Turn, position: Position, layout: Layout): Generator<string> {
  if (position.before !== undefined) yield "";
  position.before = "title";
  if (turn.role === "answer") {
    yield* speaker(turn, layout);
    yield* flowAfter(position, turn.children, layout);
    return;
  }
  const bar = `${layout.ink.prompt("┃")} `;
  yield* behind([bar, bar], 2, layout, function* (inner) {
    yield* speaker(turn, inner);
    yield* flowAfter(position, turn.children, inner);
  });
}

/** A line with what it opens to below it, further in. */
function* fold(node: Fold, layout: Layout): Generator<string> {
  const ink = node.what === "addition" ? quietInk(layout.ink) : layout.ink;
  yield* lineRows(node.line, hasFailed(node.call), { ...layout, ink });
  if (layout.detail === "conversation") return;
  if (layout.detail === "standard" && isSaidByLine(node, layout)) return;
  const mark = isSpoken(node) ? `  ${layout.ink.quiet("│")} ` : "    ";
  yield* behind([mark, mark], 4, inFold(layout), (inner) => flow(newIn(node, layout), inner));
}

function* card({ title, children }: Card, layout: Layout): Generator<string> {
  yield* label({ type: "label", title }, layout);
  yield* flow(children, layout);
}

/** True when the details of a fold would only distract a reader. */
function isSaidByLine({ what, call }: Fold, { folds }: Layout): boolean {
  if (folds > 0) return true;
  if (what === "addition" || what === "copies") return true;
  return (
    (call?.kind === "read" || call?.kind === "search" || call?.kind === "plan") && !hasFailed(call)
  );
}

/** True when somebody speaks in a fold. */
function isSpoken({ what, call }: Fold): boolean {
  return what === "subagent" || what === "copies" || call?.kind === "task";
}

/** The content of a fold, without the text that its line already shows. */
function newIn({ line, children }: Fold, { detail }: Layout): DocumentNode[] {
  const [first, ...others] = children;
  if (detail === "full" || line.code === undefined || first?.type !== "code") return children;
  return [...without(line.code, first), ...others];
}

/** Code without first lines that say no more than a line does; nothing if that is all of it. */
function without(said: string, node: Code): Code[] {
  const { value } = node;
  if (value === said) return [];
  const first = `${said}\n`;
  return value.startsWith(first) ? [{ ...node, value: value.slice(first.length) }] : [node];
}

/** A section below a line across; a branch has a bar beside it. */
function* section({ what, title, children }: Section, layout: Layout): Generator<string> {
  const { ink, columns } = layout;
  const words = fit(harmlessLine(title), columns);
  const rest = Math.max(columns - width(words) - 1, 0);
  yield `${ink.title(words)} ${ink.quiet("─".repeat(rest))}`;
  yield "";
  if (what !== "branch") yield* flow(children, layout);
  else {
    const bar = ink.quiet("│");
    yield* behind([`${bar} `, `${bar} `], 2, layout, (inner) => flow(children, inner));
  }
}

function speaker(turn: Turn, { ink, columns }: Layout): string[] {
  const { role, number, speaker, time, model } = turn;
  const facts = [time, model].filter((fact) => fact !== undefined).map(harmlessLine);
  const name = number === undefined ? speaker : `${number} · ${speaker}`;
  const painted = role === "prompt" ? ink.prompt(name) : ink.quiet(name);
  return wrapped(painted + facts.map((fact) => ink.quiet(` · ${fact}`)).join(""), columns);
}

/** A file of which a terminal can only show the name. */
function asset({ part }: Asset, layout: Layout): Iterable<string> {
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
function* body({ value }: Body, layout: Layout): Generator<string> {
  if (!isExcerpt(layout)) {
    yield* markdownLines(value, layout);
    return;
  }
  const lines = [...markdownLines(value, layout)];
  // An excerpt of a long text has no blank lines.
  const isLong = lines.length > shownProse.first + 1;
  const legible = isLong ? lines.filter((line) => line !== "") : lines;
  yield* excerpt(legible, shownProse, layout, (line) => [line]);
}
