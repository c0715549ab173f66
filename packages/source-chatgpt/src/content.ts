import {
  type Citation,
  type FilePart,
  type Json,
  type JsonObject,
  type Part,
  present,
  type Synthetic,
  type TextPart,
} from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { says } from "./conversations.js";
import { fieldsOf } from "./fields.js";

/** The state of the message that readers of contents need. */
export interface ContentContext {
  from: FilePart["from"];
  /** The attachments of the message; each is taken out when a part shows it. */
  attachments: JsonObject[];
}

/** Reads the content of a message of one type. Undefined when it has not the shape of its type. */
type ContentReader = (content: Fields, context: ContentContext) => Part[] | undefined;

const readers: Readonly<Record<string, ContentReader>> = {
  text: partsOf,
  multimodal_text: partsOf,
  code(content) {
    const text = content.string("text");
    const language = content.text("language") ?? "";
    return text === undefined ? undefined : [{ type: "text", text: fenced(text, language) }];
  },
  execution_output: (content) => said(content.string("text")),
  thoughts(content) {
    return content.objects("thoughts").map((thought): Part => {
      const texts = [thought.text("summary"), thought.text("content")];
      thought.flag("finished");
      const text = texts.filter((one) => one !== undefined).join("\n\n");
      return present({ type: "reasoning", text: text || undefined, native: thought.rest() });
    });
  },
  reasoning_recap(content) {
    const text = content.text("content");
    return [{ type: "notice", level: "info", text: text ?? says.recap, code: "reasoning_recap" }];
  },
  tether_quote: quotation,
  sonic_webpage: quotation,
  tether_browsing_display: (content) => said(content.text("result", "summary") ?? ""),
  system_error(content) {
    const text = content.text("text");
    const code = content.text("name");
    return text === undefined
      ? undefined
      : [present({ type: "notice", level: "error", text, code })];
  },
  user_editable_context: (content) =>
    ["user_profile", "user_instructions"].flatMap(
      (name) => said(content.text(name) ?? "", "instructions") ?? [],
    ),
  model_editable_context: (content) => said(content.text("model_set_context") ?? "", "context"),
};

/** The parts that the content of a message is; undefined when its type, or its shape, is not known. */
export function contentParts(content: Fields, context: ContentContext): Part[] | undefined {
  const type = content.text("content_type") ?? "";
  return Object.hasOwn(readers, type) ? readers[type]?.(content, context) : undefined;
}

function partsOf(content: Fields, context: ContentContext): Part[] | undefined {
  const isPart = (item: Json) => typeof item === "string" || objectOf(item) !== undefined;
  const list = listOf(content.fitting("parts", (value) => listOf(value)?.every(isPart) ?? false));
  return list?.flatMap((part) => partOf(part, context)) ?? said(content.text("text"));
}

function partOf(value: Json, context: ContentContext): Part[] {
  if (typeof value === "string") return said(value) ?? [];
  const fields = fieldsOf(objectOf(value) ?? {});
  const type = fields.text("content_type") ?? "";
  const text = type === "audio_transcription" ? fields.text("text") : undefined;
  const part: TextPart | FilePart | undefined =
    text === undefined ? filePart(type, fields, context) : { type: "text", text };
  if (!part) return [{ type: "unknown", recordType: `part/${type || "(none)"}`, native: value }];
  addNative(part, fields.rest());
  return [part];
}

/** A file that lies beside the conversations in the export, or nowhere. */
function filePart(
  type: string,
  fields: Fields,
  { from, attachments }: ContentContext,
): FilePart | undefined {
  if (!/^[a-z_]{1,60}_asset_pointer$/.test(type)) return undefined;
  const pointer = fields.text("asset_pointer");
  const id = pointer?.replace(/^[a-z-]{1,40}:\/\//, "") ?? "";
  const index = attachments.findIndex((attachment) => attachment.id === id);
  const [attached] = index === -1 ? [] : attachments.splice(index, 1);
  const file: FilePart = attached
    ? attachmentPart(attached, from)
    : { type: "file", missing: says.inExport, from };
  if (pointer !== undefined) addNative(file, { asset_pointer: pointer });
  if (!type.startsWith("image")) addNative(file, { content_type: type });
  return file;
}

/** A file that was attached to a message. */
export function attachmentPart(attachment: JsonObject, from: FilePart["from"]): FilePart {
  const fields = fieldsOf(attachment);
  return present<FilePart>({
    type: "file",
    name: fields.text("name"),
    mediaType: fields.text("mime_type", "mimeType"),
    missing: says.inExport,
    from,
    native: fields.rest(),
  });
}

/** The quotation of a page on the web. */
function quotation(content: Fields): Part[] | undefined {
  const cited = present<Citation>({ url: content.text("url"), title: content.text("title") });
  const text = content.string("text") ?? content.string("snippet");
  if (text === undefined) return undefined;
  const isNamed = Object.keys(cited).length > 0;
  return [present({ type: "text", text, citations: isNamed ? [cited] : undefined })];
}

function said(text: string | undefined, synthetic?: Synthetic): TextPart[] | undefined {
  if (text === undefined) return undefined;
  return text === "" ? [] : [present<TextPart>({ type: "text", text, synthetic })];
}

/** Code as a block of Markdown, which nothing in it ends. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const name = language === "unknown" ? "" : language;
  return `${fence}${name}\n${text.replace(/\n$/, "")}\n${fence}`;
}
