import type { Message } from "@chatexport/core";
import { numberOf, objectOf, textOf } from "@chatexport/core/read";
import type { Database } from "@chatexport/sqlite";
import { formsIn } from "./session-ends.js";
import type { StoredSession, WholeMessage } from "./stored.js";

/**
 * Marks the messages of a fork that were copied: those from before it was created, at the very times, or
 * numbers, of the original, which is in `database`.
 */
export function markCopies(
  line: readonly WholeMessage[],
  messages: readonly Message[],
  { info }: StoredSession,
  database: Database,
  originId: string,
): void {
  const created = numberOf(objectOf(info?.time)?.created) ?? 0;
  const originals = originalsIn(database, originId);
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const { message } of line) {
    const place = message.second ? `${message.second.seq}` : message.time;
    const messageId = message.time < created ? originals.get(place) : undefined;
    const own = byId.get(message.id);
    if (own && messageId !== undefined) own.copiedFrom = { sessionId: originId, messageId };
  }
}

/** The ids of a session's messages, by their times; in the second form by their numbers, as texts. */
function originalsIn(database: Database, id: string): Map<unknown, string | undefined> {
  const { first, second } = formsIn(database);
  const rows = [
    ...(first ? ["SELECT id, time_created AS place FROM message WHERE session_id = ?"] : []),
    ...(second === "seq"
      ? ["SELECT id, CAST(seq AS TEXT) AS place FROM session_message WHERE session_id = ?"]
      : []),
  ].flatMap((sql) => database.all(sql, id));
  return new Map(rows.map((row) => [row.place, textOf(row.id)]));
}
