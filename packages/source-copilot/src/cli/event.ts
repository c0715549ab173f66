import type { JsonObject } from "@chatexport/core";
import { Fields, type StoredRecord } from "@chatexport/core/source";
import { named } from "../fields.js";

/** A record of a session, in the shape of a line of `events.jsonl`. */
export interface CliEvent extends StoredRecord {
  id: string;
  /** The sub-agent that it is about. */
  agentId?: string;
  envelope: Fields;
}

/** An event in the shape of a line. */
export function eventOf(raw: JsonObject, at: number | string): CliEvent {
  const record = new Fields(raw, named);
  const createdAt = record.time("timestamp");
  const agentId = record.text("agentId");
  return {
    at,
    id: record.text("id") ?? `event-${at}`,
    type: record.text("type") ?? "none",
    ...(createdAt !== undefined && { createdAt }),
    ...(agentId !== undefined && { agentId }),
    fields: record.object("data") ?? new Fields({}, named),
    envelope: record,
    raw,
  };
}
