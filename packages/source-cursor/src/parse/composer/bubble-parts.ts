import {
  type FilePart,
  type Json,
  type JsonObject,
  type NoticePart,
  present,
  type ReasoningPart,
} from "@chatexport/core";
import {
  fieldsWhere,
  listOf,
  nameSet,
  numberOf,
  objectOf,
  objectsOf,
  once,
  textOf,
} from "@chatexport/core/read";
import type { StoreFiles } from "../../locate/store-files.js";
import { imageTypeOfData, imageTypeOfPath } from "../../values/image-types.js";
import { firstText, firstValue, jsonObjectOf } from "../../values/json-text.js";
import { nameOf, pathOf } from "../../values/uri.js";
import { unread } from "../known-fields.js";

/** What the model thought: `thinking`, else `allThinkingBlocks`; a part without a text where none was kept. */
export function reasoningOf(bubble: JsonObject): ReasoningPart[] {
  const thought = thoughtOf(bubble.thinking);
  if (thought?.text !== undefined) return [thought];
  const blocks = (listOf(bubble.allThinkingBlocks) ?? []).flatMap(
    (block) => thoughtOf(block) ?? [],
  );
  if (blocks.length > 0) return blocks;
  if (thought) return [thought];
  const isThought = (numberOf(bubble.thinkingDurationMs) ?? 0) > 0 && bubble.capabilityType === 30;
  return isThought ? [{ type: "reasoning" }] : [];
}

function thoughtOf(value: Json | undefined): ReasoningPart | undefined {
  const object = objectOf(value) ?? writtenThought(value);
  const text = firstText(object ?? { value: value ?? null }, ...thoughtTexts, "value");
  const signature = textOf(object?.signature);
  const encrypted = textOf(object?.redactedThinking);
  const told = text?.trim() ? text : undefined;
  if (told === undefined && encrypted === undefined && signature === undefined) return undefined;
  return present({
    type: "reasoning",
    text: told,
    redacted: told === undefined && encrypted !== undefined ? true : undefined,
    encrypted,
    signature,
    native: object && unread(object, { read: thoughtFields }),
  });
}

/** A thought that came from the service is the JSON text of such an object (2026). */
function writtenThought(value: Json | undefined): JsonObject | undefined {
  const object = jsonObjectOf(textOf(value));
  return object && firstText(object, ...thoughtTexts) !== undefined ? object : undefined;
}

const thoughtTexts = ["text", "thinking", "content", "reasoning"] as const;
const thoughtFields = nameSet("text thinking content reasoning signature redactedThinking");

/** What Cursor told its user in a bubble: an error (`errorDetails`), or a line about its own state. */
export function noticesOf(bubble: JsonObject): NoticePart[] {
  const notices: NoticePart[] = [];
  if (bubble.errorDetails) notices.push(...errorNotice(bubble.errorDetails));
  const status = textOf(objectOf(bubble.serviceStatusUpdate)?.message);
  if (status !== undefined)
    notices.push({ type: "notice", level: "info", text: status, code: "service-status" });
  return notices;
}

/** `errorDetails`, and the `error` in it with code and words that the user saw: objects or JSON in strings. */
function errorNotice(value: Json): NoticePart[] {
  const error = jsonObjectOf(value);
  const inner = jsonObjectOf(error?.error);
  const details = objectOf(inner?.details);
  const seen = [textOf(details?.title), textOf(details?.detail)].filter((text) => text);
  const messages = [error?.message, inner?.message, error?.error, value];
  const text = seen.join(": ") || textOf(messages.find(textOf));
  if (text === undefined) return [];
  const code = textOf(inner?.error) ?? numberOf(error?.statusCode)?.toString();
  return [present({ type: "notice", level: "error", text, code, native: otherThan(text, error) })];
}

function otherThan(text: string, error: JsonObject | undefined): JsonObject | undefined {
  return error && unread(fieldsWhere(error, (value) => value !== text) ?? {});
}

/** The images of a prompt, each once, from the record (base64, or bytes as numbers) or a file of Cursor's. */
export function imageParts(images: readonly Json[], files: StoreFiles): FilePart[] {
  const parts: FilePart[] = [];
  const seen = new Set<string>();
  for (const image of objectsOf(images)) {
    const path = pathOf(image.path ?? image.uri);
    const keys = [textOf(image.uuid), path].filter((key) => key !== undefined);
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    const content = inlineContent(image.data) ?? fileContent(path, files);
    const mediaType = imageTypeOfData(content.data) ?? imageTypeOfPath(path);
    parts.push(
      present({
        type: "file",
        mediaType,
        name: nameOf(path),
        path,
        ...content,
        from: "upload",
        native: unread(image, { read: image.path === path ? imageFields : dataFields }),
      }),
    );
  }
  return parts;
}

const dataFields = nameSet("data uri");
const imageFields = nameSet("data uri path");

type Content = Pick<FilePart, "data" | "missing">;

function inlineContent(value: Json | undefined): Content | undefined {
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
export function composerTools(data: JsonObject): (bubbleId: string) => JsonObject | undefined {
  const tools = once(() => {
    for (const capability of objectsOf(data.capabilities)) {
      if (capability.type !== toolFormer) continue;
      const map = jsonObjectOf(objectOf(capability.data)?.bubbleDataMap);
      if (map) return map;
    }
    return {};
  });
  return (bubbleId) => jsonObjectOf(firstValue(tools(), bubbleId));
}

/** The still older `toolResults` of a bubble, in the shape of the later tool data. */
export function oldToolResults(bubble: JsonObject): JsonObject[] {
  return (listOf(bubble.toolResults) ?? []).flatMap((value, index): JsonObject[] => {
    const result = objectOf(value) ?? {};
    const name = firstText(result, "toolName", "name");
    if (name === undefined) return [];
    const data: JsonObject = present({
      name,
      toolCallId: textOf(result.toolCallId) ?? `${textOf(bubble.bubbleId) ?? "call"}-${index + 1}`,
      params: result.args ?? result.params,
      result: result.result ?? result.content,
      status: textOf(result.status) ?? "completed",
    });
    return [data];
  });
}
