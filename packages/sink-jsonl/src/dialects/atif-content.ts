import type { FilePart, SinkContext } from "@chatexport/core";
import { nameSet } from "@chatexport/core/read";
import { type Content, describedFile, mediaTypeOf, nameOf, urlOf } from "../content.js";

/** Content as the format has it, and files that it cannot hold. */
export interface Placed<Parts> {
  content: Parts;
  files?: object[];
}

type AtifPart = { type: "text"; text: string } | { type: "image" | "audio"; source: object };
type Asset = SinkContext["asset"];

/** Content as a text, unless there are images. */
export async function contentIn(
  parts: readonly Content[],
  asset: Asset,
): Promise<Placed<string | AtifPart[]>> {
  const placed = await partsIn(parts, asset);
  const texts = placed.content.flatMap((part) => (part.type === "text" ? part.text : []));
  return texts.length === parts.length ? { ...placed, content: texts.join("\n\n") } : placed;
}

/** Content as parts. Images, recordings and other files lie beside the document where that is possible. */
export async function partsIn(
  parts: readonly Content[],
  asset: Asset,
): Promise<Placed<AtifPart[]>> {
  const content: AtifPart[] = [];
  const files: object[] = [];
  for (const part of parts) {
    const source = part.type === "file" ? await sourceOf(part, asset) : undefined;
    const type = source && mediaKind(source.media_type);
    if (type) {
      content.push({ type, source });
      continue;
    }
    if (source && part.type === "file") files.push({ ...source, name: nameOf(part) });
    content.push({ type: "text", text: part.type === "text" ? part.text : describedFile(part) });
  }
  return { content, ...(files.length > 0 && { files }) };
}

/** The images that the format allows, and, since 1.8, the recordings. */
const imageTypes = nameSet("image/jpeg image/png image/gif image/webp");
const audioTypes = nameSet(
  "audio/aac audio/aiff audio/flac audio/m4a audio/mp3 audio/mp4 audio/mpeg audio/ogg audio/wav audio/webm",
);

function mediaKind(mediaType: string): "image" | "audio" | undefined {
  if (imageTypes.has(mediaType)) return "image";
  return audioTypes.has(mediaType) ? "audio" : undefined;
}

async function sourceOf(file: FilePart, asset: Asset) {
  const url = urlOf(file);
  if (url === undefined) return undefined;
  const mediaType = mediaTypeOf(file);
  const bytes = file.data === undefined ? undefined : Buffer.from(file.data, "base64");
  const link = bytes && (await asset(bytes, mediaType, nameOf(file)));
  return { media_type: mediaType, path: link ?? url };
}
