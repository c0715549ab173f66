import { beginningsOf, lettersOf, shortIds } from "@chatexport/archive/names";
import { type SessionRef, safeLine } from "@chatexport/core";

type Identified = Pick<SessionRef, "source" | "id">;

/**
 * The beginning of each id that names no other session, as the tools themselves shorten ids; the short id of
 * documents where ids begin alike for long. Both are understood wherever a session is named.
 */
export function idBeginnings(sessions: Iterable<Identified>): (session: Identified) => string {
  const all = [...sessions];
  const ids = [...new Set(all.map(({ id }) => lettersOf(id).toLowerCase()))];
  const forwards = ids.toSorted();
  const backwards = ids.map(reversed).sort();
  const shortId = shortIds(all);
  return (session) => {
    const { id } = session;
    if (id !== safeLine(id)) return shortId(session);
    return beginningsOf(id)?.find(isOwn) ?? shortId(session);

    /** A word names what begins or ends with its letters. */
    function isOwn(beginning: string): boolean {
      const letters = lettersOf(beginning).toLowerCase();
      if (letters === "" || countFrom(forwards, letters) > 1) return false;
      const ending = countFrom(backwards, reversed(letters));
      return ending === 0 || (ending === 1 && letters === lettersOf(id).toLowerCase());
    }
  };
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

/** The number of sorted texts that begin so: none, one, or two for more. */
function countFrom(sorted: readonly string[], beginning: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted.slice(low, low + 2).filter((text) => text.startsWith(beginning)).length;
}
