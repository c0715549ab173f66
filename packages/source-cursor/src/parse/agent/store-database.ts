import { basename, dirname, join } from "node:path";
import { type JsonObject, type Parent, present } from "@chatexport/core";
import { objectOf, readTextFile, textOf } from "@chatexport/core/read";
import { type Database, type KeyValues, keyValues, type StoredValue } from "@chatexport/sqlite";
import type { Head } from "../../conversation/head.js";
import { files } from "../../locate/file-names.js";
import { statOf } from "../../locate/folders.js";
import { timeOf } from "../../values/times.js";
import { type Location, locationOfFolder, locationOfPath } from "../../workspaces/locations.js";
import {
  type Blobs,
  bytesOf,
  contentOf,
  messagesUnder,
  type OrderedMessages,
  refsOf,
} from "./blobs.js";
import { type ConversationState, conversationState } from "./conversation-state.js";

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
  for (const _ of blobRows(database)?.keys("") ?? []) return true;
  return false;
}

/** What a blob is; an "unreadable" one lies on a page that is corrupt. */
type BlobKind = "message" | "empty" | "other" | "unreadable";

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
  blobs: Map<string, BlobKind>;
}

/** The messages in the order of the conversation. */
export function storeMessages(database: Database, meta: StoreMeta | undefined): StoreMessages {
  const found = messagesInOrder(database, meta);
  const unreadable = [...found.blobs].flatMap(([id, kind]) => (kind === "unreadable" ? [id] : []));
  return {
    ...found,
    malformed: [...found.malformed, ...unreadable],
    missing: found.missing.filter((id) => !found.blobs.has(id)),
  };
}

function messagesInOrder(database: Database, meta: StoreMeta | undefined): StoreMessages {
  const blobs = storeBlobs(database);
  const all = blobIds(database);
  const rows = blobRows(database);
  const kinds: StoreMessages["blobs"] = new Map();
  for (const id of all) if (rows) kinds.set(id, kindOf(rows.value(id)));
  const isKnown = (id: string) => kinds.has(id);
  const latest = textOf(meta?.latestRootBlobId)?.toLowerCase();
  if (latest !== undefined && isKnown(latest)) {
    const found = messagesUnder([latest], blobs);
    if (found.records.length > 0)
      return { ...found, order: "root", ...stateAt(latest, blobs), blobs: kinds, reader: blobs };
  }
  let guess: { id: string; count: number } | undefined;
  for (const id of all) {
    const bytes = kinds.get(id) === "other" ? blobs.get(id) : undefined;
    const count = bytes ? new Set(refsOf(bytes).filter(isKnown)).size : 0;
    // The newest of equals counts.
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
  const stored = all.filter((id) => kinds.get(id) === "message");
  // Without blobs there is no order to guess.
  const order = all.length === 0 ? "root" : "rowid";
  return { ...messagesUnder(stored, blobs), order, blobs: kinds, reader: blobs };
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

/** The blobs by their ids. */
export function blobRows(database: Database): KeyValues | undefined {
  return keyValues(database, "blobs", { key: "id", value: "data" });
}

function storeBlobs(database: Database): Blobs {
  const rows = blobRows(database);
  return { get: (id) => rows && bytesOf(rows.value(id)) };
}

/** The ids of all blobs in the order in which they were stored. */
function blobIds(database: Database): string[] {
  const rows = [...(blobRows(database)?.keys("") ?? [])];
  return rows.sort((a, b) => a.rowid - b.rowid).map(({ key }) => key);
}

function kindOf(value: StoredValue): BlobKind {
  if (value.kind === "unreadable") return "unreadable";
  const bytes = bytesOf(value);
  if (!bytes || bytes.length === 0) return "empty";
  return bytes[0] === brace && contentOf(bytes).kind === "message" ? "message" : "other";
}

const brace = 0x7b;

/** The folder is named by the id; a database that was copied elsewhere only knows it itself. */
export function chatId(path: string, meta: StoreMeta | undefined): string {
  const folder = basename(dirname(path));
  const isNamed = basename(path) === files.store && /^[0-9a-f-]{36}$/i.test(folder);
  return isNamed ? folder : (textOf(meta?.agentId) ?? folder);
}

/**
 * What a database of the command line and the `meta.json` beside it say about the conversation. `hashed` is
 * the folder whose path the name of the parent folder is the hash of. "New Agent" is no title.
 */
export function chatHead(
  store: string,
  meta: StoreMeta | undefined,
  state: ConversationState | undefined,
  hashed?: string,
): Head {
  const sidecar = chatSidecar(store);
  const title = sidecar.title ?? textOf(meta?.name)?.trim();
  const isTitled = title !== undefined && title !== "" && title !== "New Agent";
  return present({
    ...(isTitled && { title, titleFrom: "generated" }),
    startedAt: timeOf(meta?.createdAt) ?? sidecar.startedAt,
    updatedAt: sidecar.updatedAt,
    ...chatLocation(sidecar, hashed, state),
    parent: chatParent(meta),
    branch: state?.branch,
  });
}

/** The conversation that started this one. */
function chatParent(meta: StoreMeta | undefined): Parent | undefined {
  const info = objectOf(meta?.subagentInfo);
  const sessionId = textOf(info?.parentAgentId) ?? textOf(info?.rootParentAgentId);
  if (sessionId === undefined) return undefined;
  const toolCallId = textOf(info?.toolCallId);
  return present({ sessionId, relation: "subagent", toolCallId });
}

/** What `meta.json` beside a database says (2026 on). */
interface ChatSidecar {
  title?: string;
  cwd?: string;
  startedAt?: string;
  updatedAt?: string;
}

/** Reads `meta.json`; without it, or when it is no JSON, nothing is known. */
function chatSidecar(store: string): ChatSidecar {
  let meta: JsonObject | undefined;
  try {
    meta = objectOf(JSON.parse(readTextFile(join(dirname(store), "meta.json"))));
  } catch {
    return {};
  }
  return present({
    title: textOf(meta?.title),
    cwd: textOf(meta?.cwd),
    startedAt: timeOf(meta?.createdAtMs),
    updatedAt: timeOf(meta?.updatedAtMs),
  });
}

/** Size and last change of the database and what belongs to it; a change may be in `-wal` alone. */
export function filesOf(store: string): {
  modifiedAt: string;
  bytes: number;
  revision: string;
} {
  const files = [store, `${store}-wal`, join(dirname(store), "meta.json")].flatMap(
    (path) => statOf(path) ?? [],
  );
  const changed = files.slice(0, 2).map(({ mtimeMs }) => mtimeMs);
  return {
    modifiedAt: new Date(Math.max(...changed)).toISOString(),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    revision: files.map(({ size, mtimeMs }) => `${size}-${mtimeMs}`).join(" "),
  };
}

/** Where a conversation took place, from the first that knows: `meta.json`, the folder's hash, the state. */
function chatLocation(
  { cwd }: ChatSidecar,
  hashed: string | undefined,
  state: ConversationState | undefined,
): Location {
  const path = cwd ?? hashed;
  if (path !== undefined) return locationOfPath(path);
  const folder =
    state?.workspaceUri === undefined ? undefined : locationOfFolder(state.workspaceUri);
  return folder ?? (state?.repository === undefined ? {} : locationOfPath(state.repository));
}
