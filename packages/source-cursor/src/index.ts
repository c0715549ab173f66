import { apiVersion, type Context, type PluginOptions, type Source } from "@chatexport/core";
import type { Conversation } from "./conversation.js";
import type { InventoryOptions } from "./inventory.js";
import { isNothingAt, places } from "./places.js";
import type { Statistics, StatisticsOptions } from "./statistics.js";

export type { DailyStats, ScoredCommit } from "./sidecars/ai-code-tracking.js";
export type { Statistics, StatisticsOptions } from "./statistics.js";

/** The options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with Cursor's folders, of any system" },
  roots: {
    type: "string",
    multiple: true,
    description:
      "User folder, state.vscdb, .cursor folder, store.db, transcripts, or a backup of them",
  },
  cacheStorage: {
    type: "boolean",
    description: "Search the caches of the editor's browser, too; what is found there is a guess",
    adds: true,
  },
  empty: {
    type: "boolean",
    description:
      "List conversations in which nothing was said, too, with drafts that were not sent",
    adds: true,
  },
};

/** Options of this source for programs. */
export interface CursorOptions extends InventoryOptions {
  /**
   * Gives a module with the interface of `node:sqlite` where Node has none (before 22.13) and
   * better-sqlite3 does not run; asked only when a database has to be opened.
   */
  sqlite?: () => unknown;
}

/** Reads the history of Cursor, of every version: the editor, the command line, agent transcripts. */
export default function cursor(options: CursorOptions = {}): Source<Conversation> {
  // Reading takes most of this package, for which nobody has to wait who never used Cursor.
  let loaded: Promise<Required<Source<Conversation>>> | undefined;
  const reader = () => {
    loaded ??= import("./reader.js").then(({ createReader }) => createReader(options));
    return loaded;
  };
  const isUnused = () => isNothingAt(places(options));
  return {
    name: "cursor",
    apiVersion,
    stores: async (...given) => (await reader()).stores(...given),
    async *list(context) {
      if (!isUnused()) yield* (await reader()).list(context);
    },
    load: async (...given) => (await reader()).load(...given),
    mayContain: async (...given) => (await reader()).mayContain(...given),
    dailyCounts: async (context) => (isUnused() ? [] : (await reader()).dailyCounts(context)),
    unknownNames: async (context) => (await reader()).unknownNames(context),
    close: async () => (await loaded)?.close(),
  };
}

/** Reads what Cursor counted at all places; reports databases that cannot be read. */
export async function readStatistics(
  options: StatisticsOptions,
  context: Context,
): Promise<Statistics> {
  const statistics = await import("./statistics.js");
  return statistics.readStatistics(options, context);
}
