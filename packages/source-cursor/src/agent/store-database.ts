import { type JsonObject, objectOf, textOf } from "@chatexport/core";
import type { Database } from "../sqlite/database.js";
import { type Blobs, bytesOf, contentOf, refsOf } from "./blobs.js";
import { type ConversationState, conversationState } from "./conversation-state.js";
import { messagesUnder, type OrderedMessages } from "./message-order.js";

/** What the row "0" of `meta` says about a conversation; the key of its blobs is left out. */
export interface StoreMeta extends JsonObject {}

/** The meta row of a `store.db`: JSON in hex, as text or as bytes. Undefined: no row, or no JSON. */
export function storeMeta(database: Database): StoreMeta | undefined {
  if (!database.tables().has("meta")) return undefined;
  const stored = database.get("SELECT value FROM meta WHERE key = '0'")?.value;
  const text = stored instanceof Uint8Array ? Buffer.from(stored).toString("utf8") : stored;
  if (typeof text !== "string") return undefined;
  const isHex = /^[0-9a-f]+$/i.test(text);
  try {
    const meta = objectOf(JSON.parse(isHex ? Buffer.from(text, "hex").toString("utf8") : text));
    const { blobEncryptionKey: _, ...rest } = meta ?? {};
    return meta && rest;
  } catch {
    return undefined;
  }
}

/** The keys of `meta`, of which all but "0" are unknown. */
export function metaKeys(database: Database): string[] {
  if (!database.tables().has("meta")) return [];
  return database.all("SELECT key FROM meta").map(({ key }) => String(key));
}

/** Whether there is a blob. */
export function hasBlobs(database: Database): boolean {
  return (
    database.tables().has("blobs") &&
    database.get("SELECT 1 AS one FROM blobs LIMIT 1") !== undefined
  );
}

/** The messages of a `store.db`, and how their order was found. */
export interface StoreMessages extends OrderedMessages {
  /**
   * "root": from the root that the meta row names. "guessed-root": that one is missing, and the blob that
   * names most others stands in for it. "rowid": there is none, so that messages stand as they were stored.
   */
  order: "root" | "guessed-root" | "rowid";
  /** The state that the root is, where there is one. */
  state?: ConversationState;
  reader: Blobs;
  /** What each blob is, by its id; those behind a binary head are "other". */
  blobs: Map<string, "message" | "empty" | "other">;
}

/** The messages in the order of the conversation. */
export function storeMessages(database: Database, meta: StoreMeta | undefined): StoreMessages {
  const blobs = storeBlobs(database);
  const all = database.tables().has("blobs") ? blobRows(database) : [];
  const kinds: StoreMessages["blobs"] = new Map();
  for (const { id, first } of all)
    kinds.set(id, first === "" ? "empty" : isMessageBlob(id, first, blobs) ? "message" : "other");
  const isKnown = (id: string) => kinds.has(id);
  const latest = textOf(meta?.latestRootBlobId)?.toLowerCase();
  if (latest !== undefined && isKnown(latest)) {
    const found = messagesUnder([latest], blobs);
    if (found.records.length > 0)
      return { ...found, order: "root", ...stateAt(latest, blobs), blobs: kinds, reader: blobs };
  }
  let guess: { id: string; count: number } | undefined;
  for (const { id } of all) {
    const bytes = kinds.get(id) === "other" ? blobs.get(id) : undefined;
    const count = bytes ? new Set(refsOf(bytes).filter(isKnown)).size : 0;
    // Of equals the newest counts.
    if (count > 0 && count >= (guess?.count ?? 0)) guess = { id, count };
  }
  const guessed = guess && messagesUnder([guess.id], blobs);
  if (guess && guessed && guessed.records.length > 0)
    return {
      ...guessed,
      order: "guessed-root",
      ...stateAt(guess.id, blobs),
      blobs: kinds,
      reader: blobs,
    };
  const stored = all.flatMap(({ id }) => (kinds.get(id) === "message" ? [id] : []));
  return { ...messagesUnder(stored, blobs), order: "rowid", blobs: kinds, reader: blobs };
}

/** The state of the conversation, where the root is stored that the meta row names. */
export function rootState(
  database: Database,
  meta: StoreMeta | undefined,
): ConversationState | undefined {
  const root = textOf(meta?.latestRootBlobId)?.toLowerCase();
  return root === undefined ? undefined : stateAt(root, storeBlobs(database)).state;
}

function stateAt(root: string, blobs: Blobs): { state?: ConversationState } {
  const bytes = blobs.get(root);
  return bytes ? { state: conversationState(bytes) } : {};
}

function storeBlobs(database: Database): Blobs {
  return {
    get: (id) => bytesOf(database.get("SELECT data FROM blobs WHERE id = ?", id)?.data),
  };
}

/** All blobs in the order in which they were stored, with the first byte of each in hex. */
function blobRows(database: Database): { id: string; first: string }[] {
  return database
    .all("SELECT id, hex(substr(data, 1, 1)) AS first FROM blobs ORDER BY rowid")
    .map(({ id, first }) => ({ id: String(id), first: String(first) }));
}

function isMessageBlob(id: string, first: string, blobs: Blobs): boolean {
  const bytes = first === "7B" ? blobs.get(id) : undefined;
  return bytes !== undefined && contentOf(bytes).kind === "message";
}
