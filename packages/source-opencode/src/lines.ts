import { addToList, objectOf, textOf } from "@chatexport/core/read";
import type { Removed } from "./removed.js";
import { removedIn } from "./removed.js";
import { byTime, type StoredPart, type StoredSession, type WholeMessage } from "./stored.js";

/** The messages of a session, by the line that they are on. */
export interface Lines {
  active: WholeMessage[];
  /** Lines that their user left, and that are still there. */
  left: WholeMessage[][];
  /** Such lines that only the log still has. */
  deleted: Removed;
}

/** Puts messages and parts in order, and apart what was taken back. */
export function linesOf(stored: StoredSession): Lines {
  const all = wholeMessages(stored);
  const ids = new Set(
    [...all.map(({ message }) => message), ...stored.parts].map((record) => record.id),
  );
  const { kept, reverted } = revertedIn(all, stored);
  return {
    active: kept,
    left: reverted.length > 0 ? [reverted] : [],
    deleted: removedIn(stored.events, (id) => ids.has(id)),
  };
}

function wholeMessages({ messages, parts }: StoredSession): WholeMessage[] {
  const byMessage = new Map<string, StoredPart[]>();
  for (const part of parts) addToList(byMessage, part.messageId, part);
  for (const list of byMessage.values()) list.sort(byTime);
  const whole = messages.map((message): WholeMessage => {
    // A message of the second form has its parts in itself.
    if (message.second) return { message, parts: [] };
    const own = byMessage.get(message.id) ?? [];
    byMessage.delete(message.id);
    return { message, parts: own };
  });
  for (const [id, own] of byMessage) {
    const { time = 0, origin = {} } = own[0] ?? {};
    whole.push({ message: { id, time, origin, data: {} }, parts: own, isMissing: true });
  }
  return whole.sort((one, other) => byTime(one.message, other.message));
}

/** A revert takes back all from a message, or from a part in it; what comes next deletes them. */
function revertedIn(all: WholeMessage[], { info }: StoredSession) {
  const revert = objectOf(info?.revert);
  const messageId = textOf(revert?.messageID);
  const partId = textOf(revert?.partID);
  const at = all.findIndex(({ message }) => message.id === messageId);
  const whole = all[at];
  if (!whole) return { kept: all, reverted: [] };
  const from = partId === undefined ? 0 : whole.parts.findIndex(({ id }) => id === partId);
  if (from < 1) return { kept: all.slice(0, at), reverted: all.slice(at) };
  const rest: WholeMessage = { ...whole, parts: whole.parts.slice(from), isRest: true };
  return {
    kept: [...all.slice(0, at), { ...whole, parts: whole.parts.slice(0, from) }],
    reverted: [rest, ...all.slice(at + 1)],
  };
}
