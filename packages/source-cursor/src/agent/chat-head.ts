import { basename, dirname, join } from "node:path";
import { type JsonObject, type Parent, present } from "@chatexport/core";
import { objectOf, readTextFile, textOf } from "@chatexport/core/read";
import { timeOf } from "../composer/times.js";
import { statOf } from "../folders.js";
import { type Location, locationOfFolder, locationOfPath } from "../workspaces/location.js";
import type { ConversationState } from "./conversation-state.js";
import type { StoreMeta } from "./store-database.js";

/** The name of a database of the command line. */
export const storeName = "store.db";

/** The folder is named by the id; a database that was copied elsewhere only knows it itself. */
export function chatId(path: string, meta: StoreMeta | undefined): string {
  const folder = basename(dirname(path));
  const isNamed = basename(path) === storeName && /^[0-9a-f-]{36}$/i.test(folder);
  return isNamed ? folder : (textOf(meta?.agentId) ?? folder);
}

/** The title; a conversation that has no other is "New Agent". */
export function chatTitle(
  meta: StoreMeta | undefined,
  { title = textOf(meta?.name)?.trim() }: ChatSidecar,
): { title?: string; titleFrom?: "generated" } {
  return title === undefined || title === "" || title === "New Agent"
    ? {}
    : { title, titleFrom: "generated" };
}

/** The conversation that started this one. */
export function chatParent(meta: StoreMeta | undefined): Parent | undefined {
  const info = objectOf(meta?.subagentInfo);
  const sessionId = textOf(info?.parentAgentId) ?? textOf(info?.rootParentAgentId);
  if (sessionId === undefined) return undefined;
  const toolCallId = textOf(info?.toolCallId);
  return present({ sessionId, relation: "subagent", toolCallId });
}

/** What `meta.json` beside a database says (2026 on). */
export interface ChatSidecar {
  title?: string;
  cwd?: string;
  startedAt?: string;
  updatedAt?: string;
}

/** Reads `meta.json`; without it, or when it is no JSON, nothing is known. */
export function chatSidecar(store: string): ChatSidecar {
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
export function chatLocation(
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
