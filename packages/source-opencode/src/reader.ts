import type { Context, SessionRef } from "@chatexport/core";
import { createDatabases } from "@chatexport/sqlite";
import { type Locator, listSessions, storesAt } from "./list-sessions.js";

/** A reader of the sessions at some places, also `empty` ones; databases stay open until it is closed. */
export function createReader(paths: readonly string[], empty = false) {
  const databases = createDatabases();
  return {
    stores: async (context: Context, { count = false } = {}) =>
      storesAt(paths, databases, { isCounted: count, empty }, context),
    async *list(context: Context): AsyncGenerator<SessionRef<Locator>> {
      databases.renew();
      for (const ref of listSessions(paths, databases, empty, context)) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    async load({ locator }: SessionRef<Locator>, context: Context) {
      // Most of the work is loading; a list is faster without it.
      const { loadSession } = await import("./load-session.js");
      return loadSession(locator, databases, context);
    },
    async mayContain({ locator }: SessionRef<Locator>, words: readonly string[], context: Context) {
      const { mayContain } = await import("./may-contain.js");
      return mayContain(locator, words, databases, context);
    },
    async sizeOf({ locator }: SessionRef<Locator>) {
      const { sizeOf } = await import("./size-of.js");
      return sizeOf(locator, databases);
    },
    close: () => databases.close(),
  };
}
