import type { Block, CodeBlock, FoldBlock } from "@chatexport/document";
import { flow } from "./flow.js";
import { quietInk } from "./ink.js";
import { behind, inFold, type Layout } from "./layout.js";
import { hasFailed, lineRows } from "./line.js";

/** A line with what it opens to below it, further in. */
export function* fold(block: FoldBlock, layout: Layout): Generator<string> {
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

/** What a fold holds besides that which its line says: there, its first block may be said again. */
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

/** Takes blocks that are not shown: which sub-agents are shown later depends on those before. */
function takeAll(blocks: Iterable<Block>): void {
  for (const block of blocks) if ("blocks" in block) takeAll(block.blocks);
}
