import { type Session, type SinkContext, withSubagents } from "@chatexport/core";
import type { List, RootContent } from "mdast";
import { assetBlocks } from "./asset.js";
import { type Block, heading, html } from "./block.js";
import { frontMatter } from "./front-matter.js";
import type { MarkdownOptions } from "./options.js";
import { parentNote } from "./parent.js";
import { scopeOf } from "./scope.js";
import { sessionBlocks } from "./session.js";
import { stringify } from "./stringify.js";
import { titleOf } from "./title.js";

// Blocks are written in batches: one by one, the writer's own preparation would take most time.
const batchSize = 64;
const batchCharacters = 65_536;

/** Renders a session in pieces; throws when the host aborts, so that no half is taken for all. */
export async function* render(
  session: Session,
  settings: Required<MarkdownOptions>,
  context: SinkContext,
): AsyncGenerator<string> {
  yield frontMatter(session);
  const contained = new Set([...withSubagents(session)].map(({ id }) => id));
  const scope = scopeOf(session, { ...settings, index: context.index, contained });
  let batch: RootContent[] = [heading(1, titleOf(session)), ...parentNote(scope)];
  let characters = 0;
  let last: RootContent | undefined;
  for await (const node of nodesOf(sessionBlocks(scope), context)) {
    // An empty comment keeps apart what Markdown would take for one list or one code block.
    if (last && wouldMerge(last, node)) batch.push(html("<!-- -->"));
    batch.push(node);
    last = node;
    characters += "value" in node ? node.value.length : 0;
    if (batch.length < batchSize && characters < batchCharacters) continue;
    context.signal.throwIfAborted();
    yield `\n${stringify(batch)}`;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield `\n${stringify(batch)}`;
}

/** Blocks as what the writer knows: files have been placed, and items in a row are one list. */
async function* nodesOf(
  blocks: Iterable<Block>,
  context: SinkContext,
): AsyncGenerator<RootContent> {
  let lines: List | undefined;
  for (const block of blocks) {
    if (block.type === "listItem") {
      lines ??= { type: "list", spread: false, children: [] };
      lines.children.push(block);
      continue;
    }
    if (lines) yield lines;
    lines = undefined;
    if (block.type === "asset") yield* await assetBlocks(block.part, context);
    else yield block;
  }
  if (lines) yield lines;
}

function wouldMerge(last: RootContent, next: RootContent): boolean {
  const isOpen = last.type === "list" || (last.type === "verbatim" && last.open === true);
  if (!isOpen) return false;
  return (
    next.type === "list" || (next.type === "verbatim" && /^(?:[ \t]|[-+*]|\d)/.test(next.value))
  );
}
