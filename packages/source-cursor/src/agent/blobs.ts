import type { JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import type { KeyValues, StoredValue } from "@chatexport/sqlite";
import { idOf } from "./conversation-state.js";
import { objectAt } from "./embedded-json.js";
import { readFields } from "./protobuf.js";

/** Blobs by id, the SHA-256 of their content in lower-case hex. */
export interface Blobs {
  /** Undefined: there is none, or it cannot be read. */
  get(id: string): Uint8Array | undefined;
}

/** The blobs in `agentKv:blob:…` rows of `cursorDiskKV`. */
export function agentKvBlobs(rows: KeyValues): Blobs {
  return {
    get: (id) => bytesOf(rows.value(`agentKv:blob:${id}`)),
  };
}

/** A stored blob: bytes, or their hex digits (2025), or text; one zero byte stands for none. */
export function bytesOf(value: StoredValue): Uint8Array | undefined {
  if (value.kind !== "bytes" && value.kind !== "text") return undefined;
  const bytes = value.kind === "bytes" ? value.bytes : textBytes(value.text);
  return bytes.length === 1 && bytes[0] === 0 ? new Uint8Array() : bytes;
}

function textBytes(stored: string): Uint8Array {
  const isHex = stored.length % 2 === 0 && /^[0-9a-f]*$/i.test(stored);
  return Buffer.from(stored, isHex ? "hex" : "utf8");
}

/** What a blob is. */
export type BlobContent =
  /** A message; in old versions of the command line with the ids of those before it. */
  | { kind: "message"; message: JsonObject; before: string[] }
  /** JSON that is no message (a notebook), or text. */
  | { kind: "other" }
  /** It begins like JSON and is none. */
  | { kind: "malformed" }
  /** A part of the tree. */
  | { kind: "structure"; bytes: Uint8Array };

const roles: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool"]);

/** Whether the JSON is a message of the conversation. */
export function isMessage(value: JsonObject | undefined): value is JsonObject {
  return roles.has(value?.role);
}

/** What a blob is, from its bytes. */
export function contentOf(bytes: Uint8Array): BlobContent {
  if (bytes[0] === brace) {
    const value = jsonOf(bytes);
    if (isMessage(value)) return { kind: "message", message: value, before: [] };
    return { kind: value ? "other" : "malformed" };
  }
  const message = embeddedMessage(bytes);
  if (message) return { kind: "message", message, before: refsOf(bytes) };
  return { kind: "structure", bytes };
}

const brace = 0x7b;

function jsonOf(bytes: Uint8Array): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch {
    return undefined;
  }
}

/**
 * A message behind a binary head, or in a field of one, as early versions of the command line wrote it.
 * Deeper inside a state it is a quotation.
 */
function embeddedMessage(bytes: Uint8Array): JsonObject | undefined {
  const { fields, complete } = readFields(bytes);
  if (!complete) return messageBehindHead(bytes);
  for (const field of fields) {
    const value = "bytes" in field && field.bytes[0] === brace ? jsonOf(field.bytes) : undefined;
    if (isMessage(value)) return value;
  }
  return undefined;
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
  return readFields(bytes).fields.flatMap((field) =>
    "bytes" in field ? (idOf(field.bytes) ?? []) : [],
  );
}

/** The bytes themselves, or the blob that they are the id of. */
export function resolved(bytes: Uint8Array, blobs: Blobs): Uint8Array {
  const id = idOf(bytes);
  return (id === undefined ? undefined : blobs.get(id)) ?? bytes;
}
