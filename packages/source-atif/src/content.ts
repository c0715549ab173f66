import { type FilePart, type Part, present, type TextPart } from "@chatexport/core";
import { dataUrl, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";

/** The parts of a text, or of a list of contents, under a name; undefined when it is neither. */
export function partsIn(
  fields: Fields,
  name: string,
  from: FilePart["from"] = "upload",
): Part[] | undefined {
  const text = fields.string(name);
  if (text !== undefined) return text === "" ? [] : [{ type: "text", text }];
  const contents = fields.objects(name);
  const isEmpty = (value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0);
  if (contents.length === 0) {
    const isThere = fields.names.includes(name);
    return !isThere || fields.fitting(name, isEmpty) !== undefined ? [] : undefined;
  }
  return contents.map((content) => partOf(content, from));
}

function partOf(content: Fields, from: FilePart["from"]): Part {
  const type = content.text("type") ?? "unknown";
  const part: TextPart | FilePart | undefined =
    type === "text" ? textPart(content) : filePart(content, from);
  if (part) {
    addNative(part, content.rest());
    return part;
  }
  // A content of another type or shape stays as it is, and is told.
  content.unknown.push("content");
  return { type: "unknown", recordType: `content/${type}`, native: content.all() };
}

function textPart(content: Fields): TextPart | undefined {
  const text = content.string("text");
  return text === undefined ? undefined : { type: "text", text };
}

/** An image, or, since 1.8, a recording: at a path beside the document, at a URL, or in it. */
function filePart(content: Fields, from: FilePart["from"]): FilePart | undefined {
  const source = content.object("source");
  const place = source?.text("path");
  if (!source || place === undefined) return undefined;
  const inside = dataUrl(place);
  const isUrl = /^[a-z][\w+.-]+:/i.test(place);
  return present<FilePart>({
    type: "file",
    mediaType: source.text("media_type") ?? inside?.mediaType,
    data: inside?.data,
    url: isUrl && !inside ? place : undefined,
    path: isUrl ? undefined : place,
    from,
  });
}

/** The first text of a stored content. */
export function textIn(content: unknown): string | undefined {
  return stringOf(content) ?? textOf(objectsOf(content).find(({ type }) => type === "text")?.text);
}
