import type { FilePart, SinkContext } from "@chatexport/core";
import {
  type Asset,
  count,
  lineBreaks,
  type Omission,
  oneLine,
  visible,
} from "@chatexport/document";
import type { Link, Nodes, Paragraph } from "mdast";
import { emphasis, inlineCode, paragraph, text } from "./nodes.js";

/** In bytes. Editors and viewers of Markdown get slow with documents that hold more in a line. */
const largestInlineImage = 4 * 1024 * 1024;

/**
 * Lets the host put files beside the document, in their order: those of the session and, in a
 * folder, the texts of which the document shows only the ends.
 */
export async function placeFiles(
  node: Nodes,
  { asset }: SinkContext,
  isFolder: boolean,
): Promise<void> {
  for (const file of filesIn(node)) {
    if (file.type === "asset") {
      const { part } = file;
      const url = await asset(bytesOf(part), mediaTypeOf(part), part.name);
      if (url !== undefined) file.url = url;
    } else if (isFolder) {
      const url = await asset(Buffer.from(visible(file.whole)), "text/plain");
      if (url !== undefined) file.url = url;
    }
  }
}

type CutText = Omission & { whole: string };

function filesIn(node: Nodes, found: (Asset | CutText)[] = []): (Asset | CutText)[] {
  if (node.type === "asset" || isCut(node)) found.push(node);
  else if ("children" in node) for (const child of node.children) filesIn(child, found);
  return found;
}

function isCut(node: Nodes): node is CutText {
  return node.type === "omission" && node.whole !== undefined;
}

/**
 * The line that says what is left out, with a link to all of it where the host has put that beside
 * the document.
 */
export function omissionParagraph({ value, whole = "", url }: Omission): Paragraph {
  const words = emphasis(value);
  if (url === undefined) return paragraph(words);
  const amount = whole.includes("\n")
    ? count(lineBreaks(whole.trimEnd()) + 1, "line")
    : count(whole.length, "character");
  const link: Link = { type: "link", url, children: [text(`all ${amount}`)] };
  return paragraph(words, text(" · "), link);
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
