import type { JsonObject } from "@chatexport/core";
import { parseJson } from "@chatexport/core/read";
import type { KeyValues, StoredValue } from "@chatexport/sqlite";
import { jsonObjectOf, objectAt } from "../../values/json-text.js";
import { bytesOfText, readFields } from "../../values/protobuf.js";
import { type AgentRecord, agentRecord } from "./agent-record.js";
import { conversationState, idOf } from "./conversation-state.js";
import { fieldsOf } from "./fields.js";

/** The blob by an id, the SHA-256 of its content in lower-case hex; undefined: there is none, or it cannot be read. */
export type Blobs = (id: string) => Uint8Array | undefined;

/** The blobs in `agentKv:blob:…` rows of `cursorDiskKV`. */
export function agentKvBlobs(rows: KeyValues): Blobs {
  return (id) => bytesOf(rows.value(`agentKv:blob:${id}`));
}

/** A stored blob: bytes, or their hex digits (2025), or text; one zero byte stands for none. */
export function bytesOf(value: StoredValue): Uint8Array | undefined {
  if (value.kind !== "bytes" && value.kind !== "text") return undefined;
  const bytes = value.kind === "bytes" ? value.bytes : bytesOfText(value.text, "utf8");
  return bytes.length === 1 && bytes[0] === 0 ? new Uint8Array() : bytes;
}

/** The content of a blob; of a part of the tree, nothing. */
interface BlobContent {
  /** Its JSON, where that is no object in the field `value`. */
  json?: JsonObject;
  isMessage?: boolean;
  /** The ids of the messages before a message, in old versions of the command line. */
  before?: string[];
  /** It begins like JSON and is none. */
  isMalformed?: boolean;
}

/** True when the JSON is a message of the conversation, of whatever role. */
function isMessage(value: JsonObject | undefined): value is JsonObject {
  return value !== undefined && ("role" in value || "content" in value);
}

/** The content of a blob, from its bytes. */
export function contentOf(bytes: Uint8Array): BlobContent {
  if (bytes[0] === brace) {
    const json = jsonOf(bytes);
    return json ? { json, isMessage: isMessage(json) } : { isMalformed: true };
  }
  const value = isQuoted(bytes) ? parseJson(Buffer.from(bytes).toString("utf8")) : undefined;
  if (value !== undefined) return { json: { value } };
  const message = embeddedMessage(bytes);
  return message ? { json: message, isMessage: true, before: refsOf(bytes) } : {};
}

/** The byte that begins a blob of JSON. */
export const brace = 0x7b;

/** True when a blob begins like a JSON text or list. */
export function isQuoted(bytes: Uint8Array): boolean {
  return bytes[0] === quote || bytes[0] === bracket;
}

const quote = 0x22;
const bracket = 0x5b;

function jsonOf(bytes: Uint8Array): JsonObject | undefined {
  return jsonObjectOf(Buffer.from(bytes).toString("utf8"));
}

/** A message behind a binary head, or in a field of one (early command line); deeper it is a quotation. */
function embeddedMessage(bytes: Uint8Array): JsonObject | undefined {
  const { fields, complete } = readFields(bytes);
  if (!complete) return messageBehindHead(bytes);
  return fields
    .map(({ bytes }) => (bytes?.[0] === brace ? jsonOf(bytes) : undefined))
    .find(isMessage);
}

function messageBehindHead(bytes: Uint8Array): JsonObject | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = ['{"id":', '{"role":'].map((start) => buffer.indexOf(start));
  const start = Math.min(...starts.filter((at) => at !== -1));
  if (start === Number.POSITIVE_INFINITY) return undefined;
  const found = objectAt(buffer.toString("utf8", start), 0)?.object;
  return isMessage(found) ? found : undefined;
}

/** The ids in a blob, whatever the field. */
export function refsOf(bytes: Uint8Array): string[] {
  return readFields(bytes).fields.flatMap(({ bytes }) => (bytes && idOf(bytes)) ?? []);
}

/** The messages below the root of a conversation. */
export interface OrderedMessages {
  records: AgentRecord[];
  /** Ids that the root names as messages and that are in no blob. */
  missing: string[];
  /** Ids of blobs that should be messages and are no JSON. */
  malformed: string[];
  /** Ids of the blobs of the tree that were read on the way. */
  visited: Set<string>;
}

/** The type of a record in the place of a message that names no role. */
export const noRole = "no-role";

/** A message, or the record in the place of one: that is unknown. */
function recordOf(raw: JsonObject, id: string): AgentRecord {
  return (
    agentRecord(raw, id, id) ?? { id, at: id, type: noRole, fields: fieldsOf(raw), raw, parts: [] }
  );
}

/** A step of the walk, which has no recursion because a chain is as long as the conversation. */
type Step =
  | { visit: string; isMessage: boolean }
  | { emit: AgentRecord }
  /** Only when nothing came since there were `count` records. */
  | { otherwise: string[]; count: number };

/**
 * The messages that ids lead to, in the order of the conversation: blobs that are messages, the messages
 * that a state names, and in early versions of the command line those that a message names as before it.
 * Versions differ in what else a state holds, so that subtrees count only when it names no message.
 */
export function messagesUnder(ids: readonly string[], blobs: Blobs): OrderedMessages {
  const found: OrderedMessages = { records: [], missing: [], malformed: [], visited: new Set() };
  const steps: Step[] = [];
  const push = (ids: readonly string[], isMessage: boolean) => {
    for (const visit of [...ids].reverse()) steps.push({ visit, isMessage });
  };
  push(ids, true);
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ("emit" in step) found.records.push(step.emit);
    else if ("otherwise" in step) {
      if (found.records.length === step.count) push(step.otherwise, false);
    } else visit(step);
  }
  return found;

  function visit({ visit: id, isMessage }: Extract<Step, { visit: string }>): void {
    const bytes = blobs(id);
    if (!bytes) {
      if (isMessage) found.missing.push(id);
      return;
    }
    const { json, before, ...content } = contentOf(bytes);
    if (content.isMalformed && !found.visited.has(id)) found.malformed.push(id);
    // A state names a message as often as it was said; two of the same words are one blob.
    const isSaid = isMessage && content.isMessage && !before?.length;
    if (found.visited.has(id) && !isSaid) return;
    found.visited.add(id);
    if (json) {
      if (content.isMessage || isMessage) steps.push({ emit: recordOf(json, id) });
      push(before ?? [], false);
    } else if (!content.isMalformed) {
      if (isMessage && !readFields(bytes).complete) found.malformed.push(id);
      const state = conversationState(bytes);
      steps.push({ otherwise: state.oldTurns, count: found.records.length });
      push(state.messages, true);
    }
  }
}
