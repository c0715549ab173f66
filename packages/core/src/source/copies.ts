import { attempt } from "../errors.js";
import type { JsonObject } from "../json.js";
import type { Message } from "../model.js";
import { jsonLines } from "../read/json-lines.js";

/** Marks messages of a fork that have ids of records in the JSON Lines of the session that it came out of, if these are there. */
export function markCopies(
  messages: readonly Message[],
  { path, sessionId }: { path: string | undefined; sessionId: string | undefined },
  idOf = ({ id }: JsonObject): unknown => id,
): void {
  if (path === undefined || sessionId === undefined) return;
  const ids = new Set<unknown>();
  attempt(() => {
    for (const batch of jsonLines(path))
      for (const line of batch) if ("record" in line) ids.add(idOf(line.record));
  });
  for (const message of messages)
    if (ids.has(message.id)) message.copiedFrom = { sessionId, messageId: message.id };
}
