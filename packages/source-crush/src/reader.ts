import { statSync } from "node:fs";
import { basename } from "node:path";
import type { Context, Session, SessionRef, Store } from "@chatexport/core";
import {
  attempt,
  isMissing,
  unreadableFolder,
  type WordEncoding,
  WordSearch,
} from "@chatexport/core/read";
import { sessionFiles, storesOf } from "@chatexport/core/source";
import {
  createDatabases,
  DatabaseError,
  looksLikeDatabase,
  unreadableDatabase,
} from "@chatexport/sqlite";
import { foreignDatabase } from "./diagnostics.js";
import { allBelow, isCrush, type Locator, refsIn } from "./heads.js";
import type { Place } from "./places.js";

/** A text file that was given is stored in base64. */
const encodings: readonly WordEncoding[] = [{ sign: '"mimetype":"text' }];

/** The reader's own words. */
const ownWords =
  "crush sqlite subagent bash none part The turn was interrupted. The turn failed. Todo list A damaged record USD";

/** A reader of the sessions at some places; databases stay open until it is closed. */
export function createReader() {
  const databases = createDatabases();

  /** The sessions at a place. Throws when it cannot be read. */
  const refsAt = (place: Place, context: Context): SessionRef<Locator>[] => {
    const isGiven = !statSync(place.path).isDirectory();
    const isDatabase = (path: string) =>
      basename(path) === "crush.db" || (isGiven && looksLikeDatabase(path));
    return sessionFiles(place.path, isDatabase, context).flatMap((path) => {
      try {
        const database = databases.open(path);
        if (isCrush(database)) return database.snapshot(() => refsIn(database, place, context));
        context.report(foreignDatabase(path));
      } catch (cause) {
        context.signal.throwIfAborted();
        if (!(cause instanceof DatabaseError)) throw cause;
        context.report(unreadableDatabase(path, cause));
      }
      return [];
    });
  };

  const list = (places: readonly Place[], context: Context): SessionRef<Locator>[] => {
    databases.renew();
    const newest = new Map<string, SessionRef<Locator>>();
    for (const place of places)
      try {
        for (const ref of refsAt(place, context)) {
          const known = newest.get(ref.id);
          if (!known || (known.updatedAt ?? "") < (ref.updatedAt ?? "")) newest.set(ref.id, ref);
        }
      } catch (cause) {
        context.signal.throwIfAborted();
        if (!isMissing(cause)) context.report(unreadableFolder(place.path, cause));
      }
    return [...newest.values()];
  };

  /** The rows of a session and of those that it started. */
  function* textsOf(locator: Locator): Generator<string> {
    for (const { path, id } of allBelow(locator)) {
      const database = databases.open(path);
      for (const [table, owner] of [
        ["sessions", "id"],
        ["messages", "session_id"],
      ] as const)
        for (const row of database.iterate(`SELECT * FROM ${table} WHERE ${owner} = ?`, id))
          for (const value of Object.values(row)) if (typeof value === "string") yield value;
    }
  }

  return {
    stores(places: readonly Place[], context: Context): Store[] {
      return places.flatMap((place) =>
        storesOf([place.path], "crush/sqlite", (_, silent) => refsAt(place, silent), context),
      );
    },
    *list(places: readonly Place[], context: Context): Generator<SessionRef<Locator>> {
      for (const ref of list(places, context)) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    async load({ locator }: SessionRef<Locator>, context: Context): Promise<Session> {
      const { loadSession } = await import("./load-session.js");
      return loadSession(locator, databases, context);
    },
    mayContain({ locator }: SessionRef<Locator>, words: readonly string[]): boolean {
      const search = new WordSearch(words, encodings);
      for (const text of [ownWords, JSON.stringify(locator)]) search.lookIn(text);
      try {
        for (const text of textsOf(locator)) {
          if (search.isOver) break;
          search.lookIn(text);
        }
      } catch {
        // What cannot be read could hold anything.
        search.giveUp();
      }
      return search.isOver;
    },
    sizeOf({ locator }: SessionRef<Locator>): number | undefined {
      const sizes = allBelow(locator).map(({ path, id }) => {
        const sql = "SELECT sum(octet_length(parts)) AS size FROM messages WHERE session_id = ?";
        return Number(attempt(() => databases.open(path).get(sql, id))?.size ?? 0);
      });
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    close: () => databases.close(),
  };
}
