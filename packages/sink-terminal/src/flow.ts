import type { Block } from "@chatexport/document";
import { linesOf } from "./blocks.js";
import { behind, type Layout } from "./layout.js";

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
