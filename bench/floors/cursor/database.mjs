import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "../../../scripts/sqlite.mjs";

const inHome = ".config/Cursor/User/globalStorage/state.vscdb";

/** The place of the editor's database in a home. */
export function pathOf(home) {
  return join(home, inHome);
}

/** The editor's database of a home, opened as one that nobody writes to. */
export function openDatabase(home) {
  const { href } = pathToFileURL(pathOf(home));
  return new DatabaseSync(`${href}?immutable=1&mode=ro`, { readOnly: true });
}

/** The parsed composers, one range of the index. */
export function* composersIn(database) {
  const rows = database.prepare(
    "SELECT value FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'",
  );
  for (const { value } of rows.iterate()) yield JSON.parse(textOf(value));
}

/** A function that yields the text of each bubble of a composer in reading order. */
export function bubblesIn(database) {
  const row = database.prepare("SELECT value FROM cursorDiskKV WHERE key = ?");
  return function* ({ composerId, fullConversationHeadersOnly }) {
    for (const { bubbleId } of fullConversationHeadersOnly)
      yield textOf(row.get(`bubbleId:${composerId}:${bubbleId}`).value);
  };
}

// The column is declared BLOB, but holds now text, now bytes.
function textOf(value) {
  return typeof value === "string"
    ? value
    : Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
}
