import { sessionKey } from "@chatexport/archive/names";
import { type ListedSession, type Message, type Session, withSubagents } from "@chatexport/core";

/** Tells whether a message of a session repeats one that is counted elsewhere. */
export type IsCopy = (message: Message) => boolean;

/**
 * Finds messages that were copied from a session of the list, chosen or not, so that a session counts
 * as much alone as among others. Where the original is in no session of the list, the first copy
 * counts in its place.
 */
export function copyFinder(listed: readonly ListedSession[]): (session: Session) => IsCopy {
  const originals = new Set(listed.map(({ ref }) => sessionKey(ref)));
  const counted = new Set<string>();
  return (session) => {
    const { source } = session;
    const members = new Set([...withSubagents(session)].map(({ id }) => id));
    return ({ copiedFrom }) => {
      if (!copiedFrom) return false;
      const { sessionId, messageId } = copiedFrom;
      const original = sessionKey({ source, id: sessionId });
      if (members.has(sessionId) || originals.has(original)) return true;
      const key = `${original}\n${messageId}`;
      if (counted.has(key)) return true;
      counted.add(key);
      return false;
    };
  };
}

/** The sessions without those that were found before: an archive has what its store has as well. */
export function withoutDuplicates(sessions: readonly ListedSession[]): ListedSession[] {
  const seen = new Set<string>();
  return sessions.filter(({ ref }) => {
    const key = sessionKey(ref);
    return !seen.has(key) && seen.add(key);
  });
}
