import { defined, type Json, type JsonObject } from "@chatexport/core";
import { listOf, objectOf, objectsOf } from "@chatexport/core/read";
import type { Fields, StoredRecord } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";

/** A line of a log, or what stands for one in a document. */
export interface GeminiRecord extends StoredRecord {
  /** The file it was read from, where that is not the first one of its session. */
  path?: string;
}

/** A record from its object. The type of a message has its author: "message/user". */
export function recordOf(raw: JsonObject, at: number | string): GeminiRecord {
  const change = objectOf(raw.$set);
  const envelope = fieldsOf(withLists(change ? { ...raw, $set: withLists(change) } : raw));
  // In the order in which the tool asks.
  if (envelope.text("$rewindTo")) return { type: "rewind", at, fields: envelope, raw };
  if (typeof raw.id === "string") return { ...messageOf(envelope), at, raw };
  const fields = change && envelope.object("$set");
  if (fields) return { type: "change", at, fields, envelope, raw };
  return { type: typeof raw.sessionId === "string" ? "header" : "none", at, fields: envelope, raw };
}

/** A message from its fields. */
export function messageOf(
  fields: Fields,
): Pick<GeminiRecord, "id" | "type" | "createdAt" | "fields"> {
  const [id, author] = [fields.text("id"), fields.text("type")];
  const createdAt = fields.time("timestamp");
  return defined({ id, type: `message/${author ?? "none"}`, createdAt, fields });
}

/** The content of a message is a text, a part, or a list of both: everywhere a list of parts. */
function withLists(object: JsonObject): JsonObject {
  const own = { ...object };
  for (const name of ["content", "displayContent", "result"])
    if (Object.hasOwn(own, name)) own[name] = partsOf(own[name]);
  for (const name of ["messages", "toolCalls"])
    if (isObjects(own[name])) own[name] = objectsOf(own[name]).map(withLists);
  return own;
}

function partsOf(value: Json = null): Json {
  if (Array.isArray(value)) return value.flatMap((item) => partsOf(item));
  if (typeof value === "string") return value === "" ? [] : [{ text: value }];
  return objectOf(value) ? [value] : value;
}

/** True when a value is a list of objects. */
function isObjects(list: unknown): boolean {
  return objectsOf(list).length === listOf(list)?.length;
}
