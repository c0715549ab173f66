import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Context, type Json, type JsonObject, present } from "@chatexport/core";
import {
  attempt,
  listOf,
  objectOf,
  remembered,
  stringOf,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import { droppedFields, type NamedFields, RowsBeside } from "@chatexport/core/source";
import { notesBeside, withDatabase } from "../beside.js";
import { strayRow, unreadableDatabase } from "../diagnostics.js";
import type { Head } from "../head.js";
import { headIn } from "./heads.js";
import type { StoredChat } from "./log.js";
import { type ChatIndex, chatIndexKey, workspaceOf } from "./places.js";
import { whereOf } from "./values.js";

/*
 * The editor has a database for each workspace, with a list of its chats. Until early 2025 it kept the chats
 * themselves there, in one row. A chat that it has moved into a file since has the same id there.
 */

/** Reads a list when it is first asked for. */
export function createChatIndex(context: Context): ChatIndex {
  const titles = remembered((folder: string) => titlesIn(join(folder, "state.vscdb"), context));
  const places = remembered((folder: string) => placeIn(join(folder, "workspace.json"), context));
  return {
    title: (path, id) => titles(workspaceOf(path)).get(id),
    place: (path) => places(workspaceOf(path)),
  };
}

function titlesIn(path: string, context: Context): Map<string, string> {
  const titles = new Map<string, string>();
  if (!existsSync(path)) return titles;
  const rows = new RowsBeside(indexFields);
  try {
    const stored = valueAt(path, chatIndexKey);
    const index = objectOf(stored) ?? present({ [chatIndexKey]: stored as Json });
    const entries = rows.read(index, { path, at: chatIndexKey }, (row) =>
      row.made(objectOf, "entries"),
    );
    for (const [id, entry] of Object.entries(entries ?? {})) {
      const origin = { path, at: `${chatIndexKey}/entries/${id}` };
      const title = rows.read(objectOf(entry) ?? { entry }, origin, (row) => row.string("title"));
      if (title && title !== "New Chat") titles.set(id, title);
    }
  } catch (cause) {
    context.report(unreadableDatabase(path, cause));
  }
  rows.report(context);
  return titles;
}

/** The fields of the list that are not read: the chats have them, or the editor shows its list by them (1.109). */
const indexFields: NamedFields = {
  dropped: droppedFields({
    "the chat says so itself": {
      texts: "sessionId initialLocation",
      numbers: "isEmpty lastMessageDate",
      objects: "timing",
    },
    "of the editor's list": {
      texts: "lastResponseState permissionLevel version",
      numbers: "hasPendingEdits isExternal isImported",
      objects: "stats",
    },
  }),
};

function placeIn(path: string, context: Context): { path?: string; url?: string } {
  const rows = new RowsBeside({});
  const place = rows.read(notesBeside(path, context) ?? {}, { path }, (notes) => {
    const folder = notes.made(folderOf, "folder");
    // A workspace of several folders has no single one.
    return present({ ...folder, url: folder?.url ?? notes.text("workspace", "configuration") });
  });
  rows.report(context);
  return place;
}

function folderOf(value: Json): { path?: string; url?: string } | undefined {
  const { path, url } = whereOf(value);
  return path === undefined && url === undefined ? undefined : present({ path, url });
}

const key = "interactive.sessions";

/** The chats in the database of a workspace. Throws when it cannot be read. */
export function storedHeads(path: string, index: ChatIndex, context: Context): Head[] {
  const chats = chatsIn(path);
  if (chats === undefined) context.report(strayRow(path, key));
  return (chats ?? []).flatMap((chat) => {
    if (textOf(chat.sessionId) === undefined) {
      context.report(strayRow(path, key));
      return [];
    }
    const text = JSON.stringify(chat);
    const bytes = Buffer.byteLength(text);
    const state = `${bytes} ${chat.lastMessageDate}`;
    const whole = { path, start: text, end: text, isWhole: true, bytes, state };
    return headIn(whole, index) ?? [];
  });
}

/** A chat as the database has it. Throws when that cannot be read. */
export function storedChat({ path, id }: Head, tally: TallyCounter): StoredChat {
  tally.read();
  tally.keep();
  const document = chatsIn(path)?.find(({ sessionId }) => sessionId === id) ?? {};
  return { document, removed: [], unfitting: [] };
}

/** A list of chats, or an object that has them by their ids; undefined for what is neither. */
function chatsIn(path: string): JsonObject[] | undefined {
  const stored = valueAt(path, key);
  const byId = objectOf(stored);
  const chats = byId ? Object.values(byId) : listOf(stored);
  return chats?.map((chat) => objectOf(chat) ?? {});
}

/**
 * The editor's value under a key: an empty list where there is no such row, undefined where that is
 * no JSON.
 */
export function valueAt(path: string, name: string): unknown {
  return withDatabase(path, (database) => {
    if (!database.tables().has("ItemTable")) return [];
    const rowIn = (table: string) =>
      database.get(`SELECT CAST(value AS TEXT) AS value FROM ${table} WHERE key = ?`, name);
    // A damaged index finds no row that is there.
    const row = rowIn("ItemTable") ?? rowIn("ItemTable NOT INDEXED");
    return row ? attempt((): unknown => JSON.parse(stringOf(row.value) ?? "")) : [];
  });
}
