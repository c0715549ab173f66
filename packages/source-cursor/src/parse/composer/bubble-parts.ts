import {
  type FilePart,
  type Json,
  type JsonObject,
  type NoticePart,
  nonEmpty,
  present,
  type ReasoningPart,
} from "@chatexport/core";
import {
  fieldsWhere,
  listOf,
  nameInPath,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import type { StoreFiles } from "../../locate/store-files.js";
import { imageTypeOfData, imageTypeOfPath } from "../../values/image-types.js";
import { eachOf, firstText, jsonObjectOf } from "../../values/json-text.js";
import { pathOf } from "../../values/uri.js";
import { fieldsOf, leftOf } from "../fields.js";

/**
 * The model's thoughts: `thinking`, else `allThinkingBlocks`; a part without a text where none was
 * kept.
 */
export function reasoningOf(bubble: Fields, isThought: boolean): ReasoningPart[] {
  const thought = bubble.made(thoughtOf, "thinking");
  if (thought?.text !== undefined) return [thought];
  const blocks = bubble.made(thoughtsOf, "allThinkingBlocks");
  const [first] = blocks ?? [];
  if (blocks && first) {
    // A thought without a text says something all the same.
    if (thought) addNative(first, { thinking: { ...thought } });
    return blocks;
  }
  if (thought) return [thought];
  return isThought ? [{ type: "reasoning" }] : [];
}

function thoughtsOf(value: Json): ReasoningPart[] | undefined {
  return nonEmpty(eachOf(value, thoughtOf) ?? []);
}

function thoughtOf(value: Json): ReasoningPart | undefined {
  const fields = fieldsOf(objectOf(value) ?? writtenThought(value) ?? { value });
  const text = fields.text(...thoughtTexts, "value");
  const signature = fields.text("signature");
  const encrypted = fields.text("redactedThinking");
  const told = text?.trim() ? text : undefined;
  if (told === undefined && encrypted === undefined && signature === undefined) return undefined;
  return present({
    type: "reasoning",
    text: told,
    redacted: told === undefined && encrypted !== undefined ? true : undefined,
    encrypted,
    signature,
    native: leftOf(fields),
  });
}

/** A thought that came from the service is the JSON text of such an object (2026). */
function writtenThought(value: Json): JsonObject | undefined {
  const object = jsonObjectOf(textOf(value));
  return object && firstText(object, ...thoughtTexts) !== undefined ? object : undefined;
}

const thoughtTexts = ["text", "thinking", "content", "reasoning"] as const;

/**
 * Cursor's notices to its user in a bubble: an error (`errorDetails`), or a line about its own
 * state.
 */
export function noticesOf(bubble: Fields): NoticePart[] {
  return [
    bubble.made(errorNotice, "errorDetails"),
    bubble.made(statusNotice, "serviceStatusUpdate"),
  ].filter((notice) => notice !== undefined);
}

function statusNotice(value: Json): NoticePart | undefined {
  const fields = fieldsOf(objectOf(value) ?? {});
  const text = fields.text("message");
  if (text === undefined) return undefined;
  const native = leftOf(fields);
  return present({ type: "notice", level: "info", text, code: "service-status", native });
}

/** `errorDetails`, and the `error` in it with code and words that the user saw: objects or JSON in strings. */
function errorNotice(value: Json): NoticePart | undefined {
  const error = jsonObjectOf(value);
  const inner = jsonObjectOf(error?.error);
  const details = objectOf(inner?.details);
  const seen = [textOf(details?.title), textOf(details?.detail)].filter((text) => text);
  const messages = [error?.message, inner?.message, error?.error, value];
  const text = seen.join(": ") || textOf(messages.find(textOf));
  if (text === undefined) return undefined;
  const code = textOf(inner?.error) ?? numberOf(error?.statusCode)?.toString();
  const others = fieldsWhere(error ?? {}, (value) => value !== text);
  const native = others && leftOf(fieldsOf(others));
  return present({ type: "notice", level: "error", text, code, native });
}

/** The images in lists of a prompt, each once, from the record (base64, or bytes as numbers) or a file of Cursor's. */
export function imageParts(
  lists: readonly (readonly [record: Fields | undefined, name: string])[],
  files: StoreFiles,
): FilePart[] {
  const parts = new Map<string, FilePart>();
  for (const image of lists.flatMap(([record, name]) => record?.made(imagesOf, name) ?? [])) {
    const part = imagePart(image, files);
    const keys = [textOf(part.native?.uuid), part.path].filter((key) => key !== undefined);
    const known = keys.map((key) => parts.get(key)).find((found) => found !== undefined);
    if (known) addNative(known, part.native);
    for (const key of keys.length > 0 ? keys : [`image ${parts.size}`])
      parts.set(key, known ?? part);
  }
  return [...new Set(parts.values())];
}

function imagesOf(value: Json): Fields[] | undefined {
  const images = (listOf(value) ?? [value]).filter((image) => image !== null);
  return eachOf(images, objectOf)?.map(fieldsOf);
}

function imagePart(image: Fields, files: StoreFiles): FilePart {
  let path: string | undefined;
  for (const name of ["path", "uri"])
    image.fitting(name, (value) => {
      path ??= pathOf(value);
      // A path in another form stays.
      return pathOf(value) !== undefined && (name === "uri" || value === path);
    });
  const content = image.made(inlineContent, "data") ?? fileContent(path, files);
  return present({
    type: "file",
    mediaType: imageTypeOfData(content.data) ?? imageTypeOfPath(path),
    name: nameInPath(path),
    path,
    ...content,
    from: "upload",
    native: leftOf(image),
  });
}

type Content = Pick<FilePart, "data" | "missing">;

function inlineContent(value: Json): Content | undefined {
  if (typeof value === "string") {
    const data = value.startsWith("data:") ? value.slice(value.indexOf(",") + 1) : value;
    return data === "" ? undefined : { data };
  }
  const bytes = bytesOf(value);
  return bytes && bytes.length > 0 ? { data: bytes.toString("base64") } : undefined;
}

/** Bytes as a list of numbers, as `{"0":137,…}`, or in a field `data` of either form. */
function bytesOf(value: Json | undefined): Buffer | undefined {
  const data =
    listOf(value) ?? listOf(objectOf(value)?.data) ?? Object.values(objectOf(value) ?? {});
  return data.every((byte) => typeof byte === "number") ? Buffer.from(data) : undefined;
}

function fileContent(path: string | undefined, files: StoreFiles): Content {
  if (path === undefined) return { missing: "not stored" };
  const content = files.read(path);
  if (!(content instanceof Uint8Array)) return content;
  const data = Buffer.from(content).toString("base64");
  // Cursor's folders also hold its tokens, and the path is untrusted text.
  return imageTypeOfData(data) === undefined ? { missing: "not an image" } : { data };
}

/** The kind of capability that runs tools. */
const toolFormer = 15;

/** Tool data by id of the bubble, on the composer (0.45 to 0.49): `bubbleDataMap` of the capability 15. */
export function composerTools({ capabilities }: JsonObject): Fields {
  const own = objectsOf(capabilities).filter(({ type }) => type === toolFormer);
  const [bubbleDataMap] = own.flatMap(({ data }) => objectOf(data)?.bubbleDataMap ?? []);
  return fieldsOf(jsonObjectOf(bubbleDataMap) ?? present({ bubbleDataMap }));
}

/** The still older `toolResults` of a bubble, in the shape of the later tool data. */
export function oldToolResults(bubble: Fields, id: string): JsonObject[] {
  const read = (value: Json) =>
    eachOf(value, (item, index) => oldToolResult(item, `${id}-${index + 1}`));
  return bubble.made(read, "toolResults") ?? [];
}

function oldToolResult(value: Json, id: string): JsonObject | undefined {
  const fields = fieldsOf(objectOf(value) ?? {});
  const name = fields.text("toolName", "name");
  if (name === undefined) return undefined;
  const data: JsonObject = present({
    name,
    toolCallId: fields.text("toolCallId") ?? id,
    params: fields.json("args", "params"),
    result: fields.json("result", "content"),
    status: fields.text("status") ?? "completed",
  });
  return { ...fields.rest(), ...data };
}
