import { messageOf } from "@chatexport/core";
import { objectsOf, stringOf, textOf } from "@chatexport/core/read";
import { type Database, DatabaseError } from "@chatexport/sqlite";
import { objectIn } from "./heads.js";

/** When the last message and its parts were last changed: versions without a log change them in place. */
export function tailOf(database: Database, session: string): unknown {
  try {
    const last = database.get(
      "SELECT id, time_updated FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT 1",
      session,
    );
    const id = textOf(last?.id);
    return (
      id && [
        last,
        database.get("SELECT max(time_updated) AS last FROM part WHERE message_id = ?", id),
      ]
    );
  } catch (cause) {
    return messageOf(cause);
  }
}

/** What a session begins with, where its first message is short. */
export function firstPrompt(database: Database, session: string): string | undefined {
  try {
    const message = database.get(
      "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id LIMIT 1",
      session,
    );
    const id = textOf(message?.id);
    if (id === undefined) return undefined;
    const parts = database
      .all(
        "SELECT substr(data, 1, 20000) AS data FROM part WHERE message_id = ? ORDER BY time_created, id LIMIT 16",
        id,
      )
      .map(({ data }) => objectIn(data));
    return promptIn(parts);
  } catch (cause) {
    if (cause instanceof DatabaseError) return undefined;
    throw cause;
  }
}

/** The first text of a person among the parts of a message. */
export function promptIn(parts: readonly unknown[]): string | undefined {
  const text = objectsOf(parts).find((part) => part.type === "text" && part.synthetic !== true);
  return stringOf(text?.text);
}
