import { type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { fieldsWhere, objectOf, stringOf } from "@chatexport/core/read";

/**
 * An image or document block, whose `source` holds the data or names a URL, as a file. What else is in
 * the block or in its source is `native`.
 */
export function filePart(block: JsonObject, from: FilePart["from"]): FilePart {
  const source = objectOf(block.source);
  const isText = source?.type === "text";
  const data = stringOf(source?.data);
  const url = stringOf(source?.url);
  return present({
    type: "file",
    mediaType: stringOf(source?.media_type),
    name: stringOf(block.title),
    url,
    data: isText ? undefined : data,
    text: isText ? data : undefined,
    missing: data === undefined && url === undefined ? "not stored" : undefined,
    from,
    native: nativeOf(block, source),
  });
}

function nativeOf(block: JsonObject, source: JsonObject = {}): JsonObject | undefined {
  // A value of another kind than a text is in none of the part's fields.
  const isOwn = (names: readonly string[]) => (value: Json, name: string) =>
    value !== null && value !== source && !(names.includes(name) && typeof value === "string");
  const ofBlock = fieldsWhere(block, isOwn(["type", "title"]));
  const ofSource = fieldsWhere(source, isOwn(["type", "media_type", "data", "url"]));
  return ofSource ? { ...ofBlock, source: ofSource } : ofBlock;
}
