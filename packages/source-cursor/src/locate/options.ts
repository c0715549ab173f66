import type { PluginOptions, SourceOptions } from "@chatexport/core";

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
      "List conversations in which nothing was said, too, with drafts that were not sent, and plans that no conversation names",
    adds: true,
  },
};

/** Options for reading statistics. */
export interface StatisticsOptions extends SourceOptions {}

/** Options of this source for programs. */
export interface CursorOptions extends StatisticsOptions {
  /** Search the caches of the editor's browser for something that looks like messages. */
  cacheStorage?: boolean;
  /** List conversations in which nothing was said, and plans that no conversation names. */
  empty?: boolean;
}
