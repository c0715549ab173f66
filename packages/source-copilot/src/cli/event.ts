import type { JsonObject } from "@chatexport/core";
import type { JsonLine } from "@chatexport/core/read";

/** A record of a session, in the shape of a line of `events.jsonl`. */
export interface CliEvent {
  /** Line of the file, or place in the document. */
  at: number | string;
  id: string;
  type: string;
  createdAt?: string;
  /** The sub-agent that it is about. */
  agentId?: string;
  data: JsonObject;
  /** As it is stored. */
  raw: JsonObject;
}

/** An event, or what is wrong with its line. */
export type EventOrFault = CliEvent | Extract<JsonLine, { malformed: string }>;

/** What became of an event; the ones that are pending count when it shows what they belong to. */
export type Fate = "kept" | "unknown" | "pending" | { skipped: string };
