import type { JsonObject } from "../json.js";
import type { Fields } from "./fields.js";
import type { Holder } from "./holder.js";

/** A record of a store while it is read. */
export interface StoredRecord {
  /** Its own, if it has one. */
  id?: string;
  /** Its type, as the tool calls it. */
  type: string;
  /** Its place: the number of its line, or a position in a document. */
  at: number | string;
  /** The time when it was written, in RFC 3339. */
  createdAt?: string;
  fields: Fields;
  /** The object around its fields, where a record has one; what is left of both is kept side by side. */
  envelope?: Fields;
  /** As it is stored. */
  raw: JsonObject;
  /** True when its tool wrote it twice, and this is the second time. */
  isRepeated?: boolean;
}

/**
 * The fate of a record: something keeps what is left of its fields; or it has not the shape that
 * its type promises; or it counts when it shows what it belongs to; or it is left out for a reason.
 */
export type Fate = { kept: Holder } | "unknown" | "later" | { skipped: string };

/** The fate of a record that a reader leaves out: unknown where a field is of another kind than the reader wanted. */
export function checkedFate({ fields, envelope = fields }: StoredRecord, fate: Fate): Fate {
  const isLeftOut = typeof fate === "object" && "skipped" in fate;
  return isLeftOut && (fields.otherKinds.length > 0 || envelope.otherKinds.length > 0)
    ? "unknown"
    : fate;
}

/** The fate of a record that its own reader may leave out: then it has no field that is unknown. */
export function knownFate(record: StoredRecord, fate: Fate): Fate {
  const { fields, envelope = fields } = record;
  return typeof fate === "object" && "skipped" in fate
    ? checkedFate(record, leaveOut(envelope, fate.skipped))
    : fate;
}

/** Leaves out a record that says nothing of the conversation, unless a field of it is unknown, or of another kind. */
export function leaveOut(fields: Fields, reason = "bookkeeping"): "unknown" | { skipped: string } {
  return fields.areKnown() ? { skipped: reason } : "unknown";
}
