import { basename, dirname, join } from "node:path";
import { type Parent, present } from "@chatexport/core";
import { attempt, readTextFile, stringOf, utcTime } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { type Database, type KeyValues, keyValues, type StoredValue } from "@chatexport/sqlite";
import type { Head } from "../../conversation/head.js";
import { files } from "../../locate/file-names.js";
import { statOf } from "../../locate/folders.js";
import { jsonObjectOf } from "../../values/json-text.js";
import { bytesOfText } from "../../values/protobuf.js";
import { type Location, locationOfFolder, locationOfPath } from "../../workspaces/locations.js";
import {
  type Blobs,
  brace,
  bytesOf,
  contentOf,
  isQuoted,
  messagesUnder,
  type OrderedMessages,
  refsOf,
} from "./blobs.js";
import { type ConversationState, conversationState } from "./conversation-state.js";
import { fieldsOf } from "./fields.js";

/** The meta row of a `store.db`: JSON in hex, as text or as bytes. Undefined: no row, or no JSON. */
export function storeMeta(database: Database): Fields | undefined {
  if (!database.tables().has("meta")) return undefined;
  const stored = database.get("SELECT value FROM meta WHERE key = '0'")?.value;
  const text = stored instanceof Uint8Array ? Buffer.from(stored).toString("utf8") : stored;
  const meta = jsonObjectOf(stringOf(text) && bytesOfText(String(text), "utf8").toString("utf8"));
  return meta && fieldsOf(meta);
}

/** The keys of `meta`, of which all but "0" are unknown. */
export function metaKeys(database: Database): string[] {
  if (!database.tables().has("meta")) return [];
  return database.all("SELECT key FROM meta").map(({ key }) => String(key));
}

/** The kind of a blob; a "value" is a text or a list in JSON, and an "unreadable" one lies on a page that is corrupt. */
type BlobKind = "message" | "value" | "empty" | "other" | "unreadable";

/** The messages of a `store.db`, and how their order was found. */
export interface StoreMessages extends OrderedMessages {
  /**
   * "root": from the root that the meta row names. "guessed-root": that one is missing, and the
   * blob that names most others takes its place. "rowid": there is none, so that messages come as
   * they were stored.
   */
  order: "root" | "guessed-root" | "rowid";
  /** The state that the root is, where there is one. */
  state?: ConversationState;
  reader: Blobs;
  /** The kind of each blob, by its id; those behind a binary head are "other". */
  blobs: Map<string, BlobKind>;
}

type InOrder = Omit<StoreMessages, "reader" | "blobs">;

/** The messages in the order of the conversation. */
export function storeMessages(database: Database, meta: Fields | undefined): StoreMessages {
  const reader = storeBlobs(database);
  const rows = blobRows(database);
  const stored = [...(rows?.keys("") ?? [])].sort((a, b) => a.rowid - b.rowid);
  const blobs: StoreMessages["blobs"] = new Map();
  for (const { key } of stored) if (rows) blobs.set(key, kindOf(rows.value(key)));
  const below = (order: StoreMessages["order"], root = "") => {
    const found = messagesUnder(blobs.has(root) ? [root] : [], reader);
    const bytes = reader(root);
    const state = bytes && conversationState(bytes);
    return found.records.length > 0 ? present<InOrder>({ ...found, order, state }) : undefined;
  };
  const idsOf = (...wanted: BlobKind[]) =>
    [...blobs].flatMap(([id, kind]) => (wanted.includes(kind) ? [id] : []));
  const found: InOrder = below("root", rootOf(meta)) ??
    below("guessed-root", guessedRoot(blobs, reader)) ?? {
      // A value may be what became of a message.
      ...messagesUnder(idsOf("message", "value"), reader),
      // Without blobs there is no order to guess.
      order: blobs.size === 0 ? "root" : "rowid",
    };
  return {
    ...found,
    malformed: [...found.malformed, ...idsOf("unreadable")],
    missing: found.missing.filter((id) => !blobs.has(id)),
    reader,
    blobs,
  };
}

/** The blob that names most others; the newest of equals counts. */
function guessedRoot(kinds: StoreMessages["blobs"], blobs: Blobs): string | undefined {
  let guess: { id: string; count: number } | undefined;
  for (const [id, kind] of kinds) {
    const bytes = kind === "other" ? blobs(id) : undefined;
    const count = bytes ? new Set(refsOf(bytes).filter((ref) => kinds.has(ref))).size : 0;
    if (count > 0 && count >= (guess?.count ?? 0)) guess = { id, count };
  }
  return guess?.id;
}

/** The state of the conversation, where the root is stored that the meta row names. */
export function rootState(
  database: Database,
  meta: Fields | undefined,
): ConversationState | undefined {
  const bytes = storeBlobs(database)(rootOf(meta) ?? "");
  return bytes && conversationState(bytes);
}

function rootOf(meta: Fields | undefined): string | undefined {
  return meta?.text("latestRootBlobId")?.toLowerCase();
}

/** The blobs by their ids. */
export function blobRows(database: Database): KeyValues | undefined {
  return keyValues(database, "blobs", { key: "id", value: "data" });
}

function storeBlobs(database: Database): Blobs {
  const rows = blobRows(database);
  return (id) => rows && bytesOf(rows.value(id));
}

function kindOf(value: StoredValue): BlobKind {
  if (value.kind === "unreadable") return "unreadable";
  const bytes = bytesOf(value);
  if (!bytes || bytes.length === 0) return "empty";
  if (bytes[0] === brace) return contentOf(bytes).isMessage ? "message" : "other";
  return isQuoted(bytes) && contentOf(bytes).json ? "value" : "other";
}

/** The folder is named by the id; a database that was copied elsewhere only knows it itself. */
export function chatId(path: string, meta: Fields | undefined): string {
  const folder = basename(dirname(path));
  const isNamed = basename(path) === files.store && /^[0-9a-f-]{36}$/i.test(folder);
  meta?.fitting("agentId", (id) => id === folder);
  return isNamed ? folder : (meta?.text("agentId") ?? folder);
}

/**
 * The facts in a database and its `meta.json`; `hashed`: its folder by the parent's name. "New
 * Agent" is no title.
 */
export function chatHead(
  sidecar: Fields,
  meta: Fields | undefined,
  state: ConversationState | undefined,
  hashed?: string,
): Head {
  const title = sidecar.text("title") ?? meta?.text("name")?.trim();
  const isTitled = title !== undefined && title !== "" && title !== untitled;
  const startedAt = meta?.time("createdAt") ?? sidecar.time("createdAtMs");
  // What both say.
  meta?.fitting("name", (name) => name === title || name === untitled);
  sidecar.fitting("createdAtMs", (time) => utcTime(time) === startedAt);
  return present({
    ...(isTitled && { title, titleFrom: "generated" }),
    startedAt,
    updatedAt: sidecar.time("updatedAtMs"),
    ...chatLocation(sidecar.text("cwd") ?? hashed, state),
    parent: meta && chatParent(meta),
    branch: state?.branch,
  });
}

const untitled = "New Agent";

/** The fields of `meta.json` beside a database (2026 on); none where there is no such file. */
export function sidecarOf(store: string): Fields {
  const text = attempt(() => readTextFile(join(dirname(store), files.chat)));
  return fieldsOf(jsonObjectOf(text) ?? present({ [files.chat]: text }));
}

/** The conversation that started this one. */
function chatParent(meta: Fields): Parent | undefined {
  const info = meta.object("subagentInfo");
  const sessionId = info?.text("parentAgentId", "rootParentAgentId");
  if (sessionId === undefined) return undefined;
  return present({ sessionId, relation: "subagent", toolCallId: info?.text("toolCallId") });
}

/** Size and last change of the database and what belongs to it; a change may be in `-wal` alone. */
export function filesOf(store: string) {
  const paths = [store, `${store}-wal`, join(dirname(store), files.chat)];
  const stats = paths.flatMap((path) => statOf(path) ?? []);
  const changed = stats.slice(0, 2).map(({ mtimeMs }) => mtimeMs);
  return {
    modifiedAt: new Date(Math.max(...changed)).toISOString(),
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    revision: stats.map(({ size, mtimeMs }) => `${size}-${mtimeMs}`).join(" "),
  };
}

/** The place of a conversation, from the first that knows: `meta.json` or the folder's hash, the state. */
function chatLocation(path: string | undefined, state: ConversationState | undefined): Location {
  if (path !== undefined) return locationOfPath(path);
  const folder = state?.workspaceUri && locationOfFolder(state.workspaceUri);
  return folder || (state?.repository === undefined ? {} : locationOfPath(state.repository));
}
