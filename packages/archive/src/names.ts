import { type SessionRef, type Sink, safeName, withoutEscapeSequences } from "@chatexport/core";
import { shortHash } from "./fingerprint.js";

/** The facts that make up the name of a document. */
export interface DocumentFacts {
  source: string;
  project?: string;
  /** RFC 3339 in UTC. */
  startedAt?: string;
  title?: string;
  /** From `shortIds`: it alone makes the name unique. */
  shortId: string;
  /** Counted from 2: a document next to an earlier one of the same session. */
  edition?: number;
}

/** The place of a document; a sink adds its extension. */
export interface DocumentName {
  source: string;
  project: string;
  /** Of the file, without its extension, or of the folder. */
  name: string;
}

/** The name of a document: `<source>/<project>/<YYYY-MM-DD>-<HHMM>-<title>-<id>`. */
export function documentName(facts: DocumentFacts): DocumentName {
  const { source, project, startedAt, title, edition } = facts;
  const shortId = edition === undefined ? facts.shortId : `${facts.shortId}-${edition}`;
  // With the time, sessions of one day come in their order.
  const [, day = "", hour, minute] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d))?/.exec(startedAt ?? "") ?? [];
  const time = hour === undefined ? day : `${day}-${hour}${minute}`;
  const room = nameBytes - Buffer.byteLength(`${time}--${shortId}`);
  const words = [time, inWords(slug(title ?? "", Number.POSITIVE_INFINITY), room), shortId].filter(
    (word) => word !== "",
  );
  return {
    source: safeName(slug(source) || "no-source"),
    project: safeName(slug(project ?? "") || "no-project"),
    name: safeName(words.join("-")),
  };
}

/** The path of the document of a sink, below the folder of the archive and with slashes. */
export function documentPath(
  { source, project, name }: DocumentName,
  { extension, layout }: Pick<Sink, "extension" | "layout">,
): string {
  const place = `${source}/${project}/${name}`;
  return layout === "folder" ? `${place}/index.${extension}` : `${place}.${extension}`;
}

/**
 * Names the pages of a document: after what they are called, each in another way, none like the
 * document itself.
 */
export function pageNames(extension: string): (name: string) => string {
  const taken = new Set([folded("index")]);
  const numbers = new Map<string, number>();
  return (name) => {
    const words = slug(name) || "page";
    let number = numbers.get(words) ?? 0;
    let candidate: string;
    do {
      number++;
      const ending = number === 1 ? "" : `-${number}`;
      candidate = safeName(`${slug(words, nameBytes - ending.length)}${ending}`);
    } while (taken.has(folded(candidate)));
    numbers.set(words, number);
    taken.add(folded(candidate));
    return `${candidate}.${extension}`;
  };
}

/** The same for names that are one file where case does not count. */
function folded(name: string): string {
  return name.toUpperCase();
}

/** A session as far as its short id needs to know it. */
export type Identified = Pick<SessionRef, "id" | "source">;

/**
 * Gives each session a short id: the letters and digits of the first of its `beginningsOf` that no other
 * session of the source has, or else of its ending; a hash of the id where others have all of them. Short ids of a
 * source differ in more than case, and the order of the sessions does not matter.
 */
export function shortIds(sessions: Iterable<Identified>): (session: Identified) => string {
  const owners = new Map<string, Set<string>>();
  for (const { source, id } of sessions) {
    for (const part of partsOf(id)) {
      const key = keyOf(source, part);
      owners.set(key, (owners.get(key) ?? new Set()).add(id));
    }
  }
  return ({ source, id }) =>
    partsOf(id).find((part) => owners.get(keyOf(source, part))?.size === 1) ?? shortHash(id);
}

/** The ASCII letters and digits of an id. */
export function lettersOf(id: string): string {
  return id.replace(/[^a-z0-9]/gi, "");
}

/** The parts that may stand for an id, the best first. */
function partsOf(id: string): string[] {
  const letters = lettersOf(id);
  const endings = [letters.slice(-8), letters.slice(-12)];
  const parts = [...(beginningsOf(id) ?? []), ...endings];
  return parts.map(lettersOf).filter((part) => part !== "");
}

/**
 * The beginnings of an id: as tools shorten ids, then up to the next dash of a UUID. An id that is hardly
 * longer is its own. Undefined behind a long word, where nothing of a short one is left: "session_".
 */
export function beginningsOf(id: string): string[] | undefined {
  if (/^[a-z]{5,}_/i.test(id)) return undefined;
  return id.length > 12 ? [8, 13, 18, 23].map((length) => id.slice(0, length)) : [id];
}

function keyOf(source: string, part: string): string {
  return `${source} ${part.toLowerCase()}`;
}

/** The most bytes that a name may have: 120 leave this much beside ".files" or an extension. */
export const nameBytes = 112;

/**
 * Letters, digits and the marks on them, of any script in lower case, all else as single hyphens; so many bytes at
 * most.
 */
export function slug(text: string, bytes = nameBytes): string {
  // A mark on a picture, which is left out, would be seen by nobody, as would what only tells how to draw it.
  const visible = withoutEscapeSequences(text)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, "");
  // Normalised last, because lower case can take a letter apart.
  const words = visible.toLowerCase().normalize("NFC");
  return cut(words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, ""), bytes);
}

/** As much of a title as a name has, in characters. */
const titleCharacters = 50;

/** The beginning of a slug, up to the end of a word where one is near, in so many bytes at most. */
function inWords(text: string, bytes: number): string {
  const characters = Array.from(text);
  const most = cut(characters.slice(0, titleCharacters).join(""), bytes);
  if (most === text || text[most.length] === "-") return most;
  const end = most.lastIndexOf("-");
  return end > most.length / 2 ? most.slice(0, end) : most;
}

/** The longest beginning, in whole characters, that fits into so many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  // The second and further bytes of a character begin with the bits 10.
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
  return encoded.toString("utf8", 0, end).replace(/-$/, "");
}
