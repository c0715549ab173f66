import { attempt } from "../errors.js";
import type { JsonObject } from "../json.js";
import type { Message } from "../model.js";
import { jsonLines } from "../read/json-lines.js";

/** The session that a fork came out of. */
export interface ForkOrigin {
  sessionId: string | undefined;
  /** Its JSON Lines, if these are there. */
  path: string | undefined;
  /** The time when the fork was made: what is older was copied, also where its origin is gone. */
  forkedAt?: string | undefined;
}

/** Marks messages of a fork that it has from its origin: these have ids of records there, or are older than it. */
export function markCopies(
  messages: readonly Message[],
  { path, sessionId, forkedAt = "" }: ForkOrigin,
  idOf = ({ id }: JsonObject): unknown => id,
): void {
  if (sessionId === undefined) return;
  const ids = path === undefined ? new Set<unknown>() : idsIn(path, idOf);
  for (const message of messages) {
    const { id, createdAt } = message;
    const isOlder = createdAt !== undefined && createdAt < forkedAt;
    if (isOlder || ids.has(id)) message.copiedFrom = { sessionId, messageId: id };
  }
}

function idsIn(path: string, idOf: (record: JsonObject) => unknown): Set<unknown> {
  const ids = new Set<unknown>();
  attempt(() => {
    for (const batch of jsonLines(path))
      for (const line of batch) if ("record" in line) ids.add(idOf(line.record));
  });
  return ids;
}
