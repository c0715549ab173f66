import type { FilePart, SinkContext } from "@chatexport/core";
import { type Asset, count, oneLine } from "@chatexport/document";
import type { Nodes, Paragraph } from "mdast";
import { inlineCode, paragraph, text } from "./nodes.js";

/** In bytes. Editors and viewers of Markdown get slow with documents that hold more in a line. */
const largestInlineImage = 4 * 1024 * 1024;

/** Lets the host put the bytes of all files in these nodes beside the document, in their order. */
export async function placeAssets(nodes: readonly Nodes[], { asset }: SinkContext): Promise<void> {
  for (const node of assetsIn(nodes)) {
    const { part } = node;
    const url = await asset(bytesOf(part), mediaTypeOf(part), part.name);
    if (url !== undefined) node.url = url;
  }
}

function* assetsIn(nodes: readonly Nodes[]): Generator<Asset> {
  for (const node of nodes)
    if (node.type === "asset") yield node;
    else if ("children" in node) yield* assetsIn(node.children);
}

/** A file beside the document, or a small image in it when the host cannot hold files. */
export function assetParagraph({ part, url: link }: Asset): Paragraph {
  const mediaType = mediaTypeOf(part);
  const name = oneLine(part.name ?? part.path?.replace(/^.*[/\\]/, "") ?? mediaType);
  const bytes = bytesOf(part);
  const isImage = /^image\/[\w.+-]+$/.test(mediaType);
  const isLarge = bytes.length > largestInlineImage;
  if (isImage && (link !== undefined || !isLarge)) {
    const url = link ?? `data:${mediaType};base64,${bytes.toString("base64")}`;
    return paragraph({ type: "image", url, alt: name });
  }
  if (link !== undefined)
    return paragraph(text("File: "), { type: "link", url: link, children: [text(name)] });
  const size = `${mediaType}, ${count(bytes.length, "byte")}`;
  const missing = `not in this document${isImage ? ": larger than 4 MB" : ""}`;
  const lead = isImage ? "Image: " : "File: ";
  return paragraph(text(lead), inlineCode(name), text(` — ${size}, ${missing}`));
}

function bytesOf({ data = "" }: FilePart): Buffer {
  return Buffer.from(data, "base64");
}

function mediaTypeOf({ mediaType = "application/octet-stream" }: FilePart): string {
  return mediaType;
}
