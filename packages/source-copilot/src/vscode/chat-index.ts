import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "@chatexport/core";
import { objectOf, parseLine, remembered, stringOf, textOf } from "@chatexport/core/read";
import { openDatabase } from "@chatexport/sqlite";
import { unreadableDatabase } from "../diagnostics.js";
import { workspaceOf } from "./places.js";

/** The editor's own lists of chats. */
export interface ChatIndex {
  /** The title of a chat in the list beside it. */
  title(path: string, id: string): string | undefined;
}

/** Reads a list when it is first asked for. */
export function createChatIndex(context: Context): ChatIndex {
  const titles = remembered((folder: string) => titlesIn(join(folder, "state.vscdb"), context));
  return { title: (path, id) => titles(workspaceOf(path)).get(id) };
}

function titlesIn(path: string, context: Context): Map<string, string> {
  const titles = new Map<string, string>();
  if (!existsSync(path)) return titles;
  try {
    const database = openDatabase(path);
    try {
      if (!database.tables().has("ItemTable")) return titles;
      const row = database.get(
        "SELECT CAST(value AS TEXT) AS value FROM ItemTable WHERE key = ?",
        "chat.ChatSessionStore.index",
      );
      const index = parseLine(stringOf(row?.value) ?? "");
      const entries = objectOf(typeof index === "object" ? index.entries : undefined) ?? {};
      for (const [id, entry] of Object.entries(entries)) {
        const title = textOf(objectOf(entry)?.title);
        if (title !== undefined && title !== "New Chat") titles.set(id, title);
      }
    } finally {
      database.close();
    }
  } catch (cause) {
    context.report(unreadableDatabase(path, cause));
  }
  return titles;
}
