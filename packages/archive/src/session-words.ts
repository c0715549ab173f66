import type { ListedSession, SessionRef } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { lettersOf } from "./names.js";

/**
 * The sessions that a word names: by an id, its beginning or its end, by a short id as lists show it
 * or its beginning, or by what the user pasted: the name of a document or transcript, a link to it or
 * into an index.
 */
export function sessionsNamed(
  word: string,
  listed: readonly ListedSession[],
  shortId: (ref: SessionRef) => string,
): ListedSession[] {
  for (const id of [word, ...idsInLink(word)]) {
    const found = withId(id, listed, shortId);
    if (found.length > 0) return found;
  }
  const ids = idsInName(lastName(word));
  return listed.filter(({ ref }) => ids.includes(shortId(ref)));
}

function withId(
  id: string,
  listed: readonly ListedSession[],
  shortId: (ref: SessionRef) => string,
): ListedSession[] {
  const exact = listed.filter(({ ref }) => ref.id === id || shortId(ref) === id);
  if (exact.length > 0) return exact;
  // Short ids, as in lists and file names, have lost all that is not a letter or digit.
  const letters = lettersOf(id).toLowerCase();
  if (letters === "") return [];
  return listed.filter(({ ref }) => {
    const own = lettersOf(ref.id).toLowerCase();
    const isShown = shortId(ref).toLowerCase().startsWith(letters);
    return isShown || own.startsWith(letters) || own.endsWith(letters);
  });
}

/** The text after "#", and the last name of a path. */
function idsInLink(link: string): string[] {
  const at = link.indexOf("#");
  const fragment = at === -1 ? "" : decoded(link.slice(at + 1));
  return [fragment, lastName(link)].filter((id) => id !== "");
}

/** The name of a file without its ending; of `name/index.html` it is that of the folder. */
function lastName(link: string): string {
  const names = decoded(link.replace(/[?#].*$/s, ""))
    .split(/[\\/]/)
    .filter((name) => name !== "" && !/^index\.\w+$/.test(name));
  return names.at(-1)?.replace(/\.[a-z]\w*$/i, "") ?? "";
}

/** Short ids at the end of a document's name, which the number of an edition may follow. */
function idsInName(name: string): string[] {
  const [last = "", before = ""] = name.split("-").reverse();
  return /^\d{1,3}$/.test(last) ? [last, before] : [last];
}

function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
