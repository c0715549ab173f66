import { type JsonObject, present } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import type { Fields, StoredRecord } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";

/** A line of a chat. The type of what the tool noted has its subtype: "system/custom_title", "event/api_error". */
export interface ChatRecord extends StoredRecord {
  /** The record before it in the tree; null for the first one. */
  parentId?: string;
  envelope: Fields;
  /** The cause of it, as 0.24 says. */
  provenance?: (typeof provenances)[number];
}

const provenances = [
  "real_user",
  "assistant_output",
  "tool_result",
  "goal_control",
  "goal_runtime",
  "system",
] as const;

/** A record from its line. */
export function chatRecordOf(raw: JsonObject, at: number): ChatRecord {
  const envelope = fieldsOf(raw);
  const own = envelope.text("type") ?? "none";
  const isNote = own === "system";
  const payload = isNote ? envelope.object("systemPayload") : undefined;
  const event = payload?.object("uiEvent");
  const subtype = isNote ? envelope.text("subtype") : undefined;
  const name = event?.text("event.name");
  // The record has its time.
  event?.time("event.timestamp");
  return present<ChatRecord>({
    id: envelope.text("uuid"),
    parentId: envelope.text("parentUuid"),
    createdAt: envelope.time("timestamp"),
    type: name ? `event/${name.replace("qwen-code.", "")}` : isNote ? `system/${subtype}` : own,
    provenance: envelope.word(provenances, "provenance"),
    at,
    fields: event ?? payload ?? envelope,
    envelope,
    raw,
  });
}

/**
 * True when a line looks like one of a chat: other tools keep records with the same names around other
 * contents.
 */
export function isChatRecord(raw: JsonObject): boolean {
  const isContent = Array.isArray(objectOf(raw.message)?.parts) || raw.systemPayload !== undefined;
  return isContent && (textOf(raw.sessionId) ?? textOf(raw.uuid)) !== undefined;
}
