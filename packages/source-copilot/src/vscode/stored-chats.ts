import type { Context, JsonObject } from "@chatexport/core";
import {
  attempt,
  listOf,
  objectOf,
  objectsOf,
  stringOf,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import { openDatabase } from "@chatexport/sqlite";
import { strayRow, unreadableDatabase } from "../diagnostics.js";
import type { Head } from "../head.js";
import type { ChatIndex } from "./chat-index.js";
import { headIn } from "./heads.js";
import type { StoredChat } from "./log.js";

/*
 * Until early 2025 the editor kept the chats of a workspace in one row of its database. A chat that it has moved
 * into a file since has the same id there.
 */

const key = "interactive.sessions";

/** The chats in the database of a workspace. */
export function storedHeads(path: string, index: ChatIndex, context: Context): Head[] {
  try {
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
      return headIn(whole, index, context) ?? [];
    });
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report(unreadableDatabase(path, cause));
    return [];
  }
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
  const database = openDatabase(path);
  try {
    if (!database.tables().has("ItemTable")) return [];
    const row = database.get(
      "SELECT CAST(value AS TEXT) AS value FROM ItemTable WHERE key = ?",
      key,
    );
    if (!row) return [];
    const stored: unknown = attempt(() => JSON.parse(stringOf(row.value) ?? ""));
    const byId = objectOf(stored);
    const chats = byId ? Object.values(byId) : listOf(stored);
    return chats && objectsOf(chats);
  } finally {
    database.close();
  }
}
