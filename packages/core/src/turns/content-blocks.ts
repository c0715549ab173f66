import { type Json, type JsonObject, objectsOf } from "../json.js";
import type { FilePart } from "../model.js";

/** A piece of a message as the Messages API takes it. */
export type Block = JsonObject & { type: string };

/** A text as a block; none for blanks alone, which the API refuses. */
export function textBlocks(text: string): Block[] {
  // The API refuses half a character, too.
  return text.trim() === "" ? [] : [{ type: "text", text: text.toWellFormed() }];
}

/** Blocks as content; a text that is alone as it is. */
export function contentOf(blocks: Block[]): Json {
  const [only, ...others] = blocks;
  const isText = only?.type === "text" && others.length === 0;
  return isText && only.text !== undefined ? only.text : blocks;
}

/** Content as blocks. */
export function blocksIn(content: Json): Block[] {
  if (typeof content === "string") return textBlocks(content);
  return objectsOf(content).filter((each): each is Block => typeof each.type === "string");
}

/** A file as a block of its own; undefined when the API takes none of its kind or size. */
export function mediaBlock({ data, mediaType }: FilePart): Block | undefined {
  if (data === undefined || data.length > largest || !isBase64(data)) return undefined;
  const image = images.find(({ start }) => data.startsWith(start))?.mediaType;
  if (image !== undefined) return { type: "image", source: base64(image, data) };
  if (mediaType !== "application/pdf" || !data.startsWith("JVBERi0")) return undefined;
  return { type: "document", source: base64(mediaType, data) };
}

/** 5 MiB, which an image may have in base64 (2026-11). */
const largest = 5 * 1024 * 1024;

// Told from the bytes, as the API does it: a name or a type may be wrong.
const images = [
  { start: "iVBOR", mediaType: "image/png" },
  { start: "/9j/", mediaType: "image/jpeg" },
  { start: "R0lGOD", mediaType: "image/gif" },
  { start: "UklGR", mediaType: "image/webp" },
] as const;

function isBase64(data: string): boolean {
  return /^[a-z\d+/]+={0,2}$/i.test(data);
}

function base64(media_type: string, data: string): JsonObject {
  return { type: "base64", media_type, data };
}

/** "[file src/a.ts, lines 3 to 10]", with its content below it when that is text. */
export function describedFile(file: FilePart): string {
  const { path, name, url, mediaType, range, missing, text } = file;
  // The whole content would be no name.
  const address = url === undefined || /^data:/i.test(url) ? undefined : url;
  const names = [path ?? name, address].filter((each) => each !== undefined);
  const facts = [
    names.length > 0 ? names.join(" at ") : (mediaType ?? "without a name"),
    range &&
      (range.end === undefined
        ? `from line ${range.start}`
        : `lines ${range.start} to ${range.end}`),
    missing,
  ].filter((each) => each !== undefined);
  const label = `[file ${facts.join(", ")}]`;
  return text === undefined ? label : `${label}\n${text}`;
}
