import { existsSync, statSync } from "node:fs";
import { unreadableFile, unreadableFolder } from "../diagnostics.js";
import { isMissing } from "../errors.js";
import type { Session } from "../model.js";
import { apiVersion, type Context, type SessionRef, type Source } from "../plugin.js";
import { present } from "../present.js";
import { damagedWords } from "../read/damaged-notice.js";
import { unknownNamesIn } from "../read/unknown-names.js";
import { WordSearch } from "../read/word-search.js";
import { revisionOf, sessionFiles, storesOf } from "./session-files.js";

/** The facts that a list has of a session. */
export type Listed = Pick<SessionRef, "id"> &
  Partial<
    Pick<SessionRef, "title" | "cwd" | "project" | "branch" | "startedAt" | "updatedAt" | "parent">
  >;

/** What makes a source of a tool that keeps each session in a file. */
export interface FileSourceParts {
  name: string;
  /** Of its stores: "pi/jsonl". */
  format: string;
  /** Where sessions are looked for; see `placesOf`. */
  places: readonly string[];
  /** Whether a file is a session, by its path. */
  isSession(path: string): boolean;
  /** What the file tells without being read whole; undefined when it is no session of the tool. */
  listed(path: string): Listed | undefined;
  /** Other files that the session depends on: it has changed when one of them has, and may say what is in them. */
  beside(path: string): readonly string[];
  /** Reads the session in a file. Throws when it cannot be read. */
  load(path: string, ref: SessionRef<string>, context: Context): Promise<Session>;
  /** Words that the source adds itself: texts of notices, and names that stand nowhere in the file. */
  says: Readonly<Record<string, string>>;
}

/** A source of a tool that keeps each session in a file; sessions are known by their ids, of copies the newest. */
export function fileSource(parts: FileSourceParts): Source<string> {
  const { name, format, places, isSession, listed, beside, load, says } = parts;
  const refOf = (path: string, context: Context): SessionRef<string> | undefined => {
    try {
      const found = listed(path);
      if (!found) return undefined;
      const revision = revisionOf([path, ...beside(path)], found);
      const bytes = statSync(path).size;
      return present({ source: name, ...found, bytes, revision, locator: path });
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(path, cause));
      return undefined;
    }
  };
  const refsAt = (place: string, context: Context): SessionRef<string>[] =>
    sessionFiles(place, isSession, context).flatMap((path) => refOf(path, context) ?? []);
  const source: Source<string> = {
    name,
    apiVersion,
    stores: async (context) =>
      storesOf(places, format, (...at) => newestOf(refsAt(...at)), context),
    async *list(context) {
      const refs: SessionRef<string>[] = [];
      for (const place of places)
        try {
          refs.push(...refsAt(place, context));
        } catch (cause) {
          context.signal.throwIfAborted();
          if (!isMissing(cause)) context.report(unreadableFolder(place, cause));
        }
      for (const ref of newestOf(refs)) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    load: async (ref, context) => load(ref.locator, ref, context),
    async mayContain({ title = "", locator }, words, context) {
      const search = new WordSearch(words);
      for (const text of [name, title, damagedWords, ...Object.values(says)]) search.lookIn(text);
      await search.lookInFile(locator, context);
      if (search.isOver) return true;
      const others = beside(locator).filter((path) => existsSync(path));
      for (const path of others) await search.lookInFile(path, context);
      return search.isOver;
    },
    unknownNames: (context) => unknownNamesIn(source, context),
  };
  return source;
}

/** Of copies of a session, the one that was written last. */
function newestOf(refs: readonly SessionRef<string>[]): SessionRef<string>[] {
  const newest = new Map<string, SessionRef<string>>();
  for (const ref of refs) {
    const known = newest.get(ref.id);
    if (!known || (ref.updatedAt ?? "") > (known.updatedAt ?? "")) newest.set(ref.id, ref);
  }
  return [...newest.values()];
}
