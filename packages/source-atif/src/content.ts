import { type FilePart, type Part, present } from "@chatexport/core";
import { dataUrl, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import { blockPart, type Fields, textOrBlocks, textPart } from "@chatexport/core/source";

/** The parts of a text, or of a list of contents, under a name; undefined when it is neither. */
export function partsIn(
  fields: Fields,
  name: string,
  from: FilePart["from"] = "upload",
): Part[] | undefined {
  const isNone =
    !fields.names.includes(name) || fields.fitting(name, (value) => value === null) === null;
  return isNone ? [] : textOrBlocks(fields, name, (content) => partOf(content, from));
}

function partOf(content: Fields, from: FilePart["from"]): Part {
  const type = content.text("type") ?? "unknown";
  const part = type === "text" ? textPart(content) : filePart(content, from);
  return blockPart(part, content, "content", type);
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
