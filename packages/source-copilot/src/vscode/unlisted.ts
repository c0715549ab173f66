import { basename, dirname, join } from "node:path";
import type { JsonObject, SessionRef } from "@chatexport/core";
import { addToList, attempt, objectOf, readBytes, sizeOf } from "@chatexport/core/read";
import type { Head } from "../head.js";
import { valueAt } from "./editor-database.js";
import { chatIndexKey, workspaceOf } from "./places.js";

/** The list of chats in the database of a workspace, and the chats beside it that it lacks. */
export interface ChatList {
  database: string;
  /** The rows that it has, by the ids of chats. */
  entries: JsonObject;
  missing: SessionRef<Head>[];
}

/**
 * The lists of VS Code that lack chats, of those that were listed: it shows only chats with a row (1.104). Chats of
 * terminals and files never have one that is shown.
 */
export function incompleteLists(refs: readonly SessionRef<Head>[]): ChatList[] {
  const byDatabase = new Map<string, SessionRef<Head>[]>();
  for (const ref of refs)
    if (ref.locator.kind === "chat" && folders.has(basename(dirname(ref.locator.path))))
      addToList(byDatabase, join(workspaceOf(ref.locator.path), "state.vscdb"), ref);
  return [...byDatabase].flatMap(([database, chats]) => {
    const entries = chatRows(database);
    const missing = chats.filter(
      ({ id, locator }) => entries && !Object.hasOwn(entries, id) && isInPanel(locator.path),
    );
    return entries && missing.length > 0 ? [{ database, entries, missing }] : [];
  });
}

const folders = new Set(["chatSessions", "emptyWindowChatSessions"]);

/** The rows of a list; undefined where it, or its database, cannot be read. */
export function chatRows(database: string): JsonObject | undefined {
  const index = attempt(() => valueAt(database, chatIndexKey));
  if (Array.isArray(index)) return {};
  const known = objectOf(index);
  return known?.version === 1 ? objectOf(known.entries) : undefined;
}

/** A list with rows for more chats, as the editor reads it (1.104). */
export function withRows(entries: JsonObject, chats: readonly SessionRef<Head>[]): string {
  const rows = chats.map(({ id, title = "New Chat", updatedAt = "", startedAt = "" }) => {
    const lastMessageDate = Date.parse(updatedAt) || Date.parse(startedAt) || 0;
    const row = { sessionId: id, title, lastMessageDate, initialLocation: panel, isEmpty: false };
    return [id, row] as const;
  });
  return JSON.stringify({ version: 1, entries: { ...entries, ...Object.fromEntries(rows) } });
}

/** The number of rows that versions keep at least (1.104). */
export const mostListed = 25;

const panel = "panel";

function isInPanel(path: string): boolean {
  const end = readBytes(path, Math.max(0, sizeOf(path) - length), length);
  const found = /"initialLocation" ?: ?"([\w-]{1,60})"/.exec(
    `${readBytes(path, 0, length)}\n${end}`,
  );
  return (found?.[1] ?? panel) === panel;
}

const length = 64 * 1024;
