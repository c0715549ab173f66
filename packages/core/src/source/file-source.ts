import { existsSync } from "node:fs";
import { emptySession, unreadableFolder } from "../diagnostics.js";
import { isMissing } from "../errors.js";
import type { Session } from "../model.js";
import {
  apiVersion,
  type Context,
  type Retention,
  type SessionRef,
  type Source,
} from "../plugin.js";
import { defined } from "../present.js";
import { unknownNamesIn } from "../read/unknown-names.js";
import { WordSearch } from "../read/word-search.js";
import { storesOf } from "./session-files.js";

/** The parts of a source of a tool that keeps sessions in files. */
export interface FileSourceParts<Locator> {
  name: string;
  /** The shape of its stores: "pi/jsonl". */
  format: string;
  /** Lists also sessions in which nothing was said: those listed by "empty". */
  empty?: boolean | undefined;
  /** The places where sessions are looked for; see `placesOf`. */
  places: readonly string[];
  /** The sessions at a place. Throws when it cannot be read. */
  sessionsAt(place: string, context: Context): SessionRef<Locator>[];
  /** All files that hold what a session says. */
  filesOf(locator: Locator): readonly string[];
  /** Reads a session. Throws when it cannot be read. */
  load(ref: SessionRef<Locator>, context: Context): Promise<Session>;
  /** The shape of a session's files, where the tool has several. */
  formatOf?(locator: Locator): string;
  /** The rule by which the tool deletes the sessions at a place. */
  retentionAt?(place: string): Retention | undefined;
  /**
   * Words that the source adds itself: texts of notices, and names that are nowhere in the files.
   */
  says: Readonly<Record<string, string>>;
}

/** A source of a tool that keeps sessions in files; they are known by their ids, of copies the newest. */
export function fileSource<Locator>({
  name,
  format,
  empty = false,
  places,
  sessionsAt,
  filesOf,
  load,
  formatOf,
  retentionAt,
  says,
}: FileSourceParts<Locator>): Source<Locator> {
  const shown = (refs: readonly SessionRef<Locator>[], context: Context) =>
    newestOf(refs).filter(({ listedBy, locator }) => {
      const isShown = empty || listedBy !== "empty";
      if (!isShown) context.report(emptySession(filesOf(locator)[0] ?? ""));
      return isShown;
    });
  const source: Source<Locator> = {
    name,
    apiVersion,
    stores: async (context) =>
      places.flatMap((place) =>
        storesOf(
          [place],
          format,
          (at, quiet) => shown(sessionsAt(at, quiet), quiet),
          context,
          formatOf,
        ).map((store) => ({ ...store, ...defined({ retention: retentionAt?.(place) }) })),
      ),
    async *list(context) {
      const refs: SessionRef<Locator>[] = [];
      for (const place of places)
        try {
          refs.push(...sessionsAt(place, context));
        } catch (cause) {
          context.signal.throwIfAborted();
          if (!isMissing(cause)) context.report(unreadableFolder(place, cause));
        }
      for (const ref of shown(refs, context)) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    async load(ref, context) {
      context.signal.throwIfAborted();
      return load(ref, context);
    },
    async mayContain({ title = "", locator }, words, context) {
      const search = new WordSearch(words);
      for (const text of [name, title, ...Object.values(says)]) search.lookIn(text);
      // Of the files of a session, only the first must be there.
      for (const [at, path] of filesOf(locator).entries())
        if (at === 0 || existsSync(path)) await search.lookInFile(path, context);
      return search.isOver;
    },
    unknownNames: (context) => unknownNamesIn(source, context),
  };
  return source;
}

/** Of copies of a session, the one that was written last; a trace only where there is nothing else. */
function newestOf<Locator>(refs: readonly SessionRef<Locator>[]): SessionRef<Locator>[] {
  const newest = new Map<string, SessionRef<Locator>>();
  const rank = ({ trace, updatedAt = "" }: SessionRef) => `${trace ? 0 : 1} ${updatedAt}`;
  for (const ref of refs) {
    const known = newest.get(ref.id);
    if (!known || rank(ref) > rank(known)) newest.set(ref.id, ref);
  }
  return [...newest.values()];
}
