import { type JsonObject, present } from "@chatexport/core";
import type { Fields, StoredRecord } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";

/** An entry of a session. The type of a message has its role: "message/user". */
export interface Entry extends StoredRecord {
  /** The entry before it in the tree; null for the first one. */
  parentId?: string;
  envelope: Fields;
}

/** An entry from its line. */
export function entryOf(raw: JsonObject, at: number): Entry {
  const envelope = fieldsOf(raw);
  const own = envelope.text("type") ?? "none";
  const message = own === "message" ? envelope.object("message") : undefined;
  return present<Entry>({
    id: envelope.text("id"),
    parentId: envelope.text("parentId"),
    createdAt: envelope.time("timestamp"),
    type: message ? `message/${message.text("role") ?? "none"}` : own,
    at,
    fields: message ?? envelope,
    envelope,
    raw,
  });
}
