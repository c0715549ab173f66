import { messageOf, present } from "@chatexport/core";
import { objectOf, objectsOf, parseJson, stringOf, textOf } from "@chatexport/core/read";
import { type Database, DatabaseError } from "@chatexport/sqlite";
import { firstWaitingText } from "./waiting-rows.js";

/** Which forms of messages a database has. */
export interface Forms {
  first: boolean;
  /** The column that orders rows of the second form: those from before June 2026 have no number (read). */
  second?: "seq" | "time_created";
}

/** The forms of messages that a database has tables for. */
export function formsIn(database: Database): Forms {
  const columns = database.columns("session_message");
  const second = (["seq", "time_created"] as const).find((name) => columns.has(name));
  const tables = database.tables();
  return present<Forms>({ first: tables.has("message") && tables.has("part"), second });
}

/** The time when the last messages and parts were last changed: no log has each change of them. */
export function tailOf(database: Database, { first, second }: Forms, session: string): unknown {
  try {
    const last = first
      ? database.get(
          "SELECT id, time_updated FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT 1",
          session,
        )
      : undefined;
    const id = textOf(last?.id);
    return [
      id && [
        last,
        database.get("SELECT max(time_updated) AS last FROM part WHERE message_id = ?", id),
      ],
      second &&
        database.get(
          `SELECT id, time_updated FROM session_message WHERE session_id = ? ORDER BY ${second} DESC LIMIT 1`,
          session,
        ),
    ];
  } catch (cause) {
    return messageOf(cause);
  }
}

/** The beginning of a session, where its first message is short. */
export function firstPrompt(
  database: Database,
  { first, second }: Forms,
  session: string,
): string | undefined {
  try {
    return (
      (first ? firstText(database, session) : undefined) ??
      (second && firstSecondText(database, second, session)) ??
      firstWaitingText(database, session)
    );
  } catch (cause) {
    if (cause instanceof DatabaseError) return undefined;
    throw cause;
  }
}

function firstText(database: Database, session: string): string | undefined {
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
    .map(({ data }) => objectOf(parseJson(data)));
  return promptIn(parts);
}

function firstSecondText(
  database: Database,
  order: NonNullable<Forms["second"]>,
  session: string,
): string | undefined {
  const row = database.get(
    `SELECT data FROM session_message WHERE session_id = ? AND type = 'user' ORDER BY ${order} LIMIT 1`,
    session,
  );
  return textOf(objectOf(parseJson(row?.data))?.text);
}

/** The first text of a person among the parts of a message. */
export function promptIn(parts: readonly unknown[]): string | undefined {
  const text = objectsOf(parts).find((part) => part.type === "text" && part.synthetic !== true);
  return stringOf(text?.text);
}
