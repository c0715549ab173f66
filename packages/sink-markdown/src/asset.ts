import type { FilePart, SinkContext } from "@chatexport/core";
import type { Paragraph } from "mdast";
import { inlineCode, paragraph, text } from "./block.js";
import { count, oneLine } from "./line.js";

/** The bytes of a file: beside the document, or an image in it when the host cannot hold files. */
export async function assetBlocks(part: FilePart, context: SinkContext): Promise<Paragraph[]> {
  const mediaType = part.mediaType ?? "application/octet-stream";
  const name = oneLine(part.name ?? part.path?.replace(/^.*[/\\]/, "") ?? mediaType);
  const bytes = Buffer.from(part.data ?? "", "base64");
  const link = await context.asset(bytes, mediaType, part.name);
  const isImage = /^image\/[\w.+-]+$/.test(mediaType);
  if (isImage) {
    const url = link ?? `data:${mediaType};base64,${bytes.toString("base64")}`;
    return [paragraph({ type: "image", url, alt: name })];
  }
  if (link !== undefined)
    return [paragraph(text("File: "), { type: "link", url: link, children: [text(name)] })];
  const size = `${mediaType}, ${count(bytes.length, "byte")}`;
  return [paragraph(text("File: "), inlineCode(name), text(` — ${size}, not in this document`))];
}
