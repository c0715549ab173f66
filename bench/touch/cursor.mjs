import { DatabaseSync } from "../../scripts/sqlite.mjs";
import { bubblesIn, composersIn, openDatabase, pathOf } from "../floors/cursor/database.mjs";
import { headerOf } from "../generator/cursor/composer.mjs";

const minute = 60_000;
const bubbleId = "11111111-1111-4111-8111-111111111111";

/**
 * Adds a prompt to the chat with the median number of bubbles. Returns the id of the chat and a
 * function that takes the prompt away again; the rows are then as before.
 */
export function touchCursorHome(home) {
  const { composer, value, bubble } = medianChat(home);
  const { composerId: id, fullConversationHeadersOnly: headers } = composer;
  const touched = {
    ...composer,
    fullConversationHeadersOnly: [...headers, headerOf(bubble)],
    lastUpdatedAt: Date.parse(bubble.createdAt),
  };
  const bubbleKey = literal(`bubbleId:${id}:${bubbleId}`);
  change(
    home,
    `INSERT INTO cursorDiskKV VALUES (${bubbleKey}, ${literal(JSON.stringify(bubble))})`,
    updateComposer(id, JSON.stringify(touched)),
  );
  return {
    id,
    undo() {
      change(home, `DELETE FROM cursorDiskKV WHERE key = ${bubbleKey}`, updateComposer(id, value));
    },
  };
}

/** The chat, its row, and a bubble that may follow: its first prompt with other words. */
function medianChat(home) {
  const database = openDatabase(home);
  const chats = [...composersIn(database)]
    .filter(({ fullConversationHeadersOnly: headers }) => headers.length > 0)
    .sort((a, b) => a.fullConversationHeadersOnly.length - b.fullConversationHeadersOnly.length);
  const composer = chats[chats.length >> 1];
  const row = database.prepare("SELECT value FROM cursorDiskKV WHERE key = ?");
  const { value } = row.get(`composerData:${composer.composerId}`);
  const [first] = bubblesIn(database)(composer);
  database.close();
  const createdAt = new Date(composer.lastUpdatedAt + minute).toISOString();
  const changed = { bubbleId, createdAt, text: "And now the tests, please." };
  return { composer, value, bubble: { ...JSON.parse(first), ...changed } };
}

// Not by REPLACE, which would give the row a new number each time.
function updateComposer(id, value) {
  const key = literal(`composerData:${id}`);
  return `UPDATE cursorDiskKV SET value = ${literal(value)} WHERE key = ${key}`;
}

/**
 * Without prepared statements: the package keeps a database open until they are collected, and only
 * closing it writes the log into the database and removes it.
 */
function change(home, ...statements) {
  const database = new DatabaseSync(pathOf(home));
  database.exec(["BEGIN", ...statements, "COMMIT"].join("; "));
  database.close();
}

/** A text or bytes as they stand in SQL. */
function literal(value) {
  return typeof value === "string"
    ? `'${value.replaceAll("'", "''")}'`
    : `x'${Buffer.from(value).toString("hex")}'`;
}
