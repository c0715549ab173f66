import type { Context, IndexEntry } from "@chatexport/core";
import { entriesIn } from "@chatexport/document";
import type { RootContent } from "mdast";
import type { MarkdownOptions } from "../options.js";
import { writer } from "../stringify.js";
import { blocksOf, type IndexBlock } from "./index-blocks.js";

// Blocks are written in batches: one by one, the writer's own preparation would take most time.
const batchSize = 64;

/** Renders the index in pieces; throws when the host aborts, so that no half is taken for all. */
export async function* sessionIndex(
  entries: readonly IndexEntry[],
  { timezone }: Pick<Required<MarkdownOptions>, "timezone">,
  context: Context,
): AsyncGenerator<string> {
  let batch: IndexBlock[] = [];
  let last: IndexBlock | undefined;
  for (const block of blocksOf(entriesIn(timezone, entries))) {
    batch.push(block);
    if (batch.length < batchSize) continue;
    context.signal.throwIfAborted();
    yield written(batch, last);
    last = block;
    batch = [];
  }
  if (batch.length > 0) yield written(batch, last);
}

/** A batch as Markdown. Items that go on with a list must follow it without a blank line. */
function written(batch: readonly IndexBlock[], last: IndexBlock | undefined): string {
  const blocks: RootContent[] = [];
  for (const block of batch) {
    const list = blocks.at(-1);
    if (block.type !== "listItem") blocks.push(block);
    else if (list?.type === "list") list.children.push(block);
    else blocks.push({ type: "list", spread: false, children: [block] });
  }
  const goesOn = last?.type === "listItem" && batch[0]?.type === "listItem";
  return `${last && !goesOn ? "\n" : ""}${stringify(blocks)}`;
}

const inConstruct = "phrasing" as const;

/**
 * Writes blocks as Markdown in which untrusted text stays text: no address in a title keeps its link
 * from ending, nothing is struck out, and no second line makes a table of the first.
 */
const stringify = writer([
  { character: ":", before: "[PpSs]", after: "//", inConstruct },
  { character: ".", before: "[Ww]{3}", inConstruct },
  { character: "@", before: "[\\w.+-]", after: "[\\w-]", inConstruct },
  { character: "~", inConstruct },
  { character: "-", atBreak: true },
  { character: ":", atBreak: true },
  { character: "|", atBreak: true },
]);
