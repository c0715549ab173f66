import type { FilePart, SinkContext } from "@chatexport/core";
import { type AssetBlock, count, oneLine } from "@chatexport/document";
import type { List, Paragraph, RootContent } from "mdast";
import { inlineCode, paragraph, text } from "./nodes.js";
import { plainMarkdown } from "./plain.js";

// Blocks are handed over together: one by one, the host would spend its time on taking them.
const pieceCharacters = 65_536;

/** Blocks as Markdown, in pieces with a blank line before each; throws when the host aborts. */
export async function* pieces(
  blocks: Iterable<RootContent | AssetBlock>,
  context: SinkContext,
): AsyncGenerator<string> {
  let waiting: string[] = [];
  let characters = 0;
  let last: RootContent | undefined;
  for (const block of withLists(blocks)) {
    const placed = block.type === "asset" ? await assetBlocks(block.part, context) : [block];
    for (const node of placed) {
      // An empty comment keeps apart what Markdown would take for one list or one code block.
      if (last && wouldMerge(last, node)) waiting.push("<!-- -->");
      const text = plainMarkdown(node) ?? (await anyMarkdown(node));
      waiting.push(text);
      characters += text.length;
      last = node;
    }
    if (characters < pieceCharacters) continue;
    context.signal.throwIfAborted();
    yield pieceOf(waiting);
    waiting = [];
    characters = 0;
  }
  if (waiting.length > 0) yield pieceOf(waiting);
}

/** The same blocks, with items that follow each other in one list. */
function* withLists(
  blocks: Iterable<RootContent | AssetBlock>,
): Generator<RootContent | AssetBlock> {
  let list: List | undefined;
  for (const block of blocks) {
    if (block.type === "listItem") {
      list ??= { type: "list", spread: false, children: [] };
      list.children.push(block);
      continue;
    }
    if (list) yield list;
    list = undefined;
    yield block;
  }
  if (list) yield list;
}

function wouldMerge(last: RootContent, next: RootContent): boolean {
  const isOpen = last.type === "list" || (last.type === "verbatim" && last.open === true);
  if (!isOpen) return false;
  return (
    next.type === "list" || (next.type === "verbatim" && /^(?:[ \t]|[-+*]|\d)/.test(next.value))
  );
}

async function anyMarkdown(block: RootContent): Promise<string> {
  // The library is for words that need escapes, and nobody has to wait for it who has none.
  const { blockMarkdown } = await import("./stringify.js");
  return blockMarkdown(block);
}

// Halves of characters cannot be written as UTF-8.
function pieceOf(texts: readonly string[]): string {
  const text = texts.join("\n\n");
  return `\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}`.toWellFormed();
}

/** In bytes. Editors and viewers of Markdown get slow with documents that hold more in a line. */
const largestInlineImage = 4 * 1024 * 1024;

/** The bytes of a file: beside the document, or a small image in it when the host cannot hold files. */
async function assetBlocks(part: FilePart, context: SinkContext): Promise<Paragraph[]> {
  const mediaType = part.mediaType ?? "application/octet-stream";
  const name = oneLine(part.name ?? part.path?.replace(/^.*[/\\]/, "") ?? mediaType);
  const bytes = Buffer.from(part.data ?? "", "base64");
  const link = await context.asset(bytes, mediaType, part.name);
  const isImage = /^image\/[\w.+-]+$/.test(mediaType);
  const isLarge = bytes.length > largestInlineImage;
  if (isImage && (link !== undefined || !isLarge)) {
    const url = link ?? `data:${mediaType};base64,${bytes.toString("base64")}`;
    return [paragraph({ type: "image", url, alt: name })];
  }
  if (link !== undefined)
    return [paragraph(text("File: "), { type: "link", url: link, children: [text(name)] })];
  const size = `${mediaType}, ${count(bytes.length, "byte")}`;
  const missing = `not in this document${isImage ? ": larger than 4 MB" : ""}`;
  const lead = isImage ? "Image: " : "File: ";
  return [paragraph(text(lead), inlineCode(name), text(` — ${size}, ${missing}`))];
}
