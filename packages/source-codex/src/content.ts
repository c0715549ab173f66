import { defined, type FilePart, type JsonObject, type Part, present } from "@chatexport/core";
import { dataUrl, listOf, pathOfUrl, unknownBlock } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";

/** A text as a list of parts: none when it is empty. */
export function textParts(text: string): Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** The texts of parts, a line each. */
export function textIn(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

const textType = /^(?:input|output|summary|reasoning)?_?text$/i;

/** Takes the text of a block, which may be empty. */
export function blockText(block: Fields): string | undefined {
  const text = block.string("text");
  if (text !== undefined)
    block.fitting("type", (type) => typeof type === "string" && textType.test(type));
  return text;
}

/** The texts of the content of a message, one for each block: empty where it has none. */
export function blockTexts(message: Fields): string[] {
  const text = message.string("content");
  if (text !== undefined) return [text];
  return message.objects("content").map((block) => blockText(block) ?? "");
}

/** The texts of a message, without the tags that the tool puts around images. */
export function textsOf(message: Fields): string[] {
  return blockTexts(message).filter((text) => text !== "" && !isImageTag(text));
}

function isImageTag(text: string): boolean {
  return text === "</image>" || /^<image(?: name=[^<>]{1,1000})?>$/.test(text);
}

/** The content of a message; the tag before an image names its file. Undefined when it is neither text nor blocks. */
export function contentParts(message: Fields): Part[] | undefined {
  const whole = message.string("content");
  if (whole !== undefined) return textParts(whole);
  const blocks = message.objects("content");
  if (blocks.length === 0 && !hasEmptyList(message, "content")) return undefined;
  let path: string | undefined;
  return blocks.flatMap((block): Part[] => {
    const text = blockText(block);
    if (text !== undefined && isImageTag(text)) {
      path = /path="([^"]{1,4096})"/.exec(text)?.[1] ?? path;
      return [];
    }
    if (text === "") return [];
    if (text !== undefined) return [present({ type: "text", text, native: block.rest() })];
    if (!block.word(["input_image"], "type")) return [unknownBlock(block.all())];
    const image = imagePart(block, "upload", path);
    path = undefined;
    return [image];
  });
}

/** Takes a list without items, or null in the place of one. */
export function hasEmptyList(object: Fields, name: string): boolean {
  return object.fitting(name, (list) => listOf(list ?? [])?.length === 0) !== undefined;
}

/** A block of what a tool returned. */
export function outputParts(block: Fields): Part[] {
  const type = block.text("type") ?? "";
  const text = textType.test(type) ? block.string("text") : undefined;
  if (text === "") return [];
  if (text !== undefined) return [present({ type: "text", text, native: block.rest() })];
  if (/^input_?image$/i.test(type)) return [imagePart(block, "tool")];
  if (type !== "image") return [unknownBlock(block.all())];
  return [imageOf(block.text("data"), block.text("mimeType"), block.rest())];
}

/** An image that a tool made, from its data. */
export function imageOf(data?: string, mediaType?: string, native?: JsonObject): FilePart {
  const missing = data === undefined ? "not stored" : undefined;
  return present({ type: "file", mediaType, data, missing, from: "tool", native });
}

/** An image in a block. */
export function imagePart(block: Fields, from: FilePart["from"], path?: string): FilePart {
  const address =
    block.text("image_url", "imageUrl", "url") ?? block.object("image_url")?.text("url");
  return { ...imageAt(address, from), ...defined({ path, native: block.rest() }) };
}

/** An image by its address or the data in it. */
export function imageAt(address: string | undefined, from: FilePart["from"]): FilePart {
  const inline = dataUrl(address ?? "");
  return present({
    type: "file",
    mediaType: inline?.mediaType,
    data: inline?.data,
    url: inline ? undefined : address,
    missing: address === undefined ? "not stored" : undefined,
    from,
  });
}

/** True when two values are written alike. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A path, also one that is written as an address. */
export function pathOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : pathOfUrl(text);
}
