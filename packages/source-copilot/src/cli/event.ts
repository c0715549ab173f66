import type { JsonObject } from "@chatexport/core";
import type { DamagedText } from "@chatexport/core/read";
import { Fields, type Holder } from "@chatexport/core/source";
import { named } from "../fields.js";

/** A record of a session, in the shape of a line of `events.jsonl`. */
export interface CliEvent {
  /** Line of the file, or place in the document. */
  at: number | string;
  id: string;
  type: string;
  createdAt?: string;
  /** The sub-agent that it is about. */
  agentId?: string;
  /** The record, with the data in it. */
  record: Fields;
  data: Fields;
  /** As it is stored. */
  raw: JsonObject;
}

/** An event, or what is wrong with its line. */
export type EventOrFault = CliEvent | DamagedText;

/** What became of an event; the ones that are pending count when it shows what they belong to. */
export type Fate = { kept: Holder } | "unknown" | "pending" | { skipped: string };

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
    record,
    data: record.object("data") ?? new Fields({}, named),
    raw,
  };
}
