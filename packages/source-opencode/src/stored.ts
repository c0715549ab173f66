import { compareStrings, type JsonObject } from "@chatexport/core";
import { fieldsWhere, nameSet } from "@chatexport/core/read";

/** A message, part or event as it is stored: a row of a database, or a file. */
export interface StoredRecord {
  id: string;
  /** Milliseconds since 1970, by which it has its place; 0 where the store does not say. */
  time: number;
  /** Of a message of the second form: its type, and its number in the session. */
  second?: { type: string; seq: number };
  /** The file that it is, or the key of its row. */
  origin: { path?: string; at?: string };
  /** Its content, without the ids that the row or path has. */
  data: JsonObject;
}

const ids = nameSet("id sessionID messageID");

/** The content of a record without the ids that its place or name tells; those that are no text stay in it. */
export function contentOf(object: JsonObject): JsonObject {
  const isLeft = (value: unknown, name: string) => typeof value !== "string" || !ids.has(name);
  return fieldsWhere(object, isLeft) ?? {};
}

/** A part, with the message that it belongs to. */
export interface StoredPart extends StoredRecord {
  messageId: string;
}

/** A record that cannot be read. */
interface BrokenRecord {
  origin: { path?: string; at?: string };
  cause?: unknown;
}

/** Everything that is stored of one session. */
export interface StoredSession {
  /** The session as the tool describes it to its own programs; absent where that record is gone or damaged. */
  info?: JsonObject | undefined;
  messages: StoredRecord[];
  parts: StoredPart[];
  /** The todo list as it was last. */
  todos: JsonObject[];
  /** The log of changes of messages and parts, as far as it says more than these. */
  events: StoredRecord[];
  broken: BrokenRecord[];
  /** The number of records that were read. */
  read: number;
  /** The number of records that were left out, by the reason. */
  skipped: Record<string, number>;
  /** The tool's own sums of tokens and cost leave messages out. */
  areSumsPartial?: true;
}

/** A message with its parts, in their order. */
export interface WholeMessage {
  message: StoredRecord;
  parts: StoredPart[];
  /** There is no record of the message itself. */
  isMissing?: true;
  /** The other parts of the message are on another line, and with them its tokens. */
  isRest?: true;
}

/**
 * In the order in which they were stored. The id alone does not tell: ids count milliseconds and begin again
 * every 2^36 of them.
 */
export function byTime(one: StoredRecord, other: StoredRecord): number {
  return (
    one.time - other.time ||
    (one.second?.seq ?? 0) - (other.second?.seq ?? 0) ||
    compareStrings(one.id, other.id)
  );
}
