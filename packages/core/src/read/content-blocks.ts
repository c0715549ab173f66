import { type Json, type JsonObject, objectOf, stringOf } from "../json.js";
import type { FilePart, Part } from "../model.js";
import { present } from "../present.js";

/** An image or document block, whose `source` holds the data or names a URL, as a file. */
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
  });
}

/** A block of a type that a reader does not know, kept as it is. */
export function unknownBlock(block: Json): Part {
  const type = stringOf(objectOf(block)?.type) ?? typeof block;
  return { type: "unknown", recordType: `block/${type}`, native: block };
}
