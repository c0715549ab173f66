import {
  type FilePart,
  type Part,
  resultParts,
  type TextPart,
  type ToolResult,
} from "@chatexport/core";

/** Content that every format has. */
export type Content = TextPart | FilePart;

/** The texts and files among parts. */
function contentOf(parts: readonly Part[]): Content[] {
  return parts.filter((part) => part.type === "text" || part.type === "file");
}

/** Content as one text, in which a file is described and a file of text is whole. */
export function plainText(content: readonly Content[]): string {
  return content
    .map((part) => (part.type === "text" ? part.text : describedFile(part)))
    .join("\n\n");
}

/** The texts and files of a result as one text. */
export function resultText(result: ToolResult): string {
  return plainText(resultContent(result));
}

/** The texts and files of a result. */
export function resultContent(result: ToolResult): Content[] {
  return contentOf(resultParts(result));
}

/**
 * The content of a file that is not text as a data URL, or its address in the web; undefined where
 * there is neither. Addresses of other kinds are left out: they may be code that a viewer would run.
 */
export function urlOf(file: FilePart): string | undefined {
  if (file.data !== undefined) return dataUrl(mediaTypeOf(file), file.data);
  return file.url !== undefined && /^(?:https?:\/\/|data:)/i.test(file.url) ? file.url : undefined;
}

/** A data URL of content in base64. */
export function dataUrl(mediaType: string, base64: string): string {
  return `data:${mediaType};base64,${base64}`;
}

/** The media type, or the one for unknown content when there is none or it is not well-formed. */
export function mediaTypeOf({ mediaType = "" }: FilePart): string {
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mediaType)
    ? mediaType
    : "application/octet-stream";
}

/** The name of a file, else where it lay. */
export function nameOf({ name, path }: FilePart): string | undefined {
  return name ?? path;
}

/** A line that stands for a file in a text, followed by its content when that is text. */
export function describedFile(file: FilePart): string {
  const { text } = file;
  return text === undefined ? labelOf(file) : `${labelOf(file)}\n${text}`;
}

/** "[file src/a.ts:3-10]", "[file a.png: the image is gone]", "[file a.ogg at https://…]" */
function labelOf(file: FilePart): string {
  const { mediaType, url, range, missing } = file;
  const own = file.path ?? file.name;
  // The whole content would be no label.
  const at = own === undefined || url === undefined || /^data:/i.test(url) ? "" : ` at ${url}`;
  const name = `${own ?? url ?? mediaType ?? "without a name"}${at}`;
  const lines = range ? `:${range.start}${range.end === undefined ? "" : `-${range.end}`}` : "";
  return `[file ${name}${lines}${missing === undefined ? "" : `: ${missing}`}]`;
}
