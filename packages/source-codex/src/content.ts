import { type FilePart, type Json, type JsonObject, type Part, present } from "@chatexport/core";
import {
  dataUrl,
  listOf,
  nameSet,
  objectOf,
  objectsOf,
  pathOfUrl,
  stringOf,
  textOf,
  unknownBlock,
  wordOf,
} from "@chatexport/core/read";
import { unread } from "./fields.js";

/** A text as a list of parts: none when it is empty. */
export function textParts(text: string): Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** The texts of parts, a line each. */
export function textIn(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

/** The texts of a message, without the tags that the tool puts around images. */
export function textsOf(content: Json | undefined): string[] {
  if (typeof content === "string") return [content];
  return objectsOf(content)
    .flatMap(({ text }) => textOf(text) ?? [])
    .filter((text) => !isImageTag(text));
}

function isImageTag(text: string): boolean {
  return text === "</image>" || /^<image(?: name=[^<>]{1,1000})?>$/.test(text);
}

/** The content of a message; the tag before an image names its file. */
export function contentParts(content: Json | undefined): Part[] {
  if (typeof content === "string") return textParts(content);
  let path: string | undefined;
  return (listOf(content) ?? []).flatMap((item): Part[] => {
    const block = objectOf(item) ?? {};
    const text = stringOf(block.text);
    if (text !== undefined && isImageTag(text)) {
      path = /path="([^"]{1,4096})"/.exec(text)?.[1] ?? path;
      return [];
    }
    if (text === "") return [];
    if (text !== undefined)
      return [present({ type: "text", text, native: unread(block, blockFields) })];
    if (block.type !== "input_image") return [unknownBlock(item)];
    const image = imagePart(block, "upload", path);
    path = undefined;
    return [image];
  });
}

const blockFields = nameSet("type text annotations");

/** A block of what a tool returned. */
export function outputParts(value: Json): Part[] {
  const block = objectOf(value) ?? {};
  const type = wordOf(block.type);
  const text = stringOf(block.text);
  if (/^(?:input|output)?_?text$/i.test(type) && text !== undefined) return textParts(text);
  if (/^input_?image$/i.test(type)) return [imagePart(block, "tool")];
  if (type !== "image") return [unknownBlock(value)];
  return [imageOf(textOf(block.data), textOf(block.mimeType))];
}

/** An image that a tool made, from its data. */
export function imageOf(data: string | undefined, mediaType: string | undefined): FilePart {
  const missing = data === undefined ? "not stored" : undefined;
  return present({ type: "file", mediaType, data, missing, from: "tool" });
}

/** An image by its address or the data in it. */
export function imagePart(block: JsonObject, from: FilePart["from"], path?: string): FilePart {
  const given = block.image_url ?? block.imageUrl;
  const address = textOf(given) ?? textOf(objectOf(given)?.url);
  const inline = dataUrl(address ?? "");
  return present({
    type: "file",
    mediaType: inline?.mediaType,
    path,
    data: inline?.data,
    url: inline ? undefined : address,
    missing: address === undefined ? "not stored" : undefined,
    from,
    native: unread(block, imageFields),
  });
}

const imageFields = nameSet("type image_url imageUrl");

/** A path, also one that is written as an address. */
export function pathOf(value: Json | undefined): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : pathOfUrl(text);
}
