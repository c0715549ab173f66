import type { Context } from "@chatexport/core";
import { type WordEncoding, WordSearch } from "@chatexport/core/read";
import type { Databases } from "@chatexport/sqlite";
import { filesOf } from "./file-store.js";
import { allBelow, type Locator } from "./list-sessions.js";
import { says } from "./says.js";

/** Signs of a text that is not looked at: a whole output, a path in an address. */
const encodings: readonly WordEncoding[] = [
  { sign: "tool-output" },
  { sign: "%", pattern: /%(?:3\d|[46][1-9a-f]|[57][\da]|5f)/ },
];

/**
 * True when a session could hold all of the words, from what is stored of it and its sub-agents; false is
 * certain.
 */
export async function mayContain(
  locator: Locator,
  words: readonly string[],
  databases: Databases,
  context: Context,
): Promise<boolean> {
  const search = new WordSearch(words, encodings);
  for (const text of Object.values(says)) search.lookIn(text);
  for (const each of allBelow(locator)) {
    context.signal.throwIfAborted();
    search.lookIn(JSON.stringify(each));
    if (each.format === "opencode/json")
      for (const path of filesOf(each.store, each.id, context))
        await search.lookInFile(path, context);
    else if (each.format === "opencode/export") await search.lookInFile(each.store, context);
    else lookInDatabase(each, search, databases);
    if (search.isOver) return true;
  }
  return search.isOver;
}

function lookInDatabase({ id, store }: Locator, search: WordSearch, databases: Databases): void {
  try {
    const database = databases.open(store);
    const tables = database.tables();
    for (const [table, owner] of [
      ["session_v2", "id"],
      ["session", "id"],
      ["message", "session_id"],
      ["part", "session_id"],
      ["todo", "session_id"],
      ["session_message", "session_id"],
      ["session_input", "session_id"],
      ["session_inbox", "session_id"],
      ["event", "aggregate_id"],
    ] as const) {
      if (!tables.has(table)) continue;
      for (const row of database.iterate(`SELECT * FROM ${table} WHERE ${owner} = ?`, id)) {
        for (const value of Object.values(row)) if (typeof value === "string") search.lookIn(value);
        if (search.isOver) return;
      }
    }
  } catch {
    // What cannot be read could hold anything.
    search.giveUp();
  }
}
