import { resolve } from "node:path";
import {
  apiVersion,
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { WordSearch } from "@chatexport/core/read";
import { accountExports, type ExportLocator } from "@chatexport/core/source";
import {
  type FilesLocator,
  listFiles,
  loadFiles,
  reportFiles,
  searchFiles,
} from "./account-files.js";
import { parts } from "./conversations.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Has no effect: an export lies wherever it was put" },
  roots: {
    type: "string",
    multiple: true,
    description:
      "Export of a claude.ai account: the ZIP file, its folder, or its conversations.json",
  },
  empty: {
    type: "boolean",
    description: "Also list conversations in which nothing was said",
    adds: true,
  },
  memory: {
    type: "boolean",
    description: "Also list projects and what claude.ai remembers, as sessions without messages",
    adds: true,
  },
};

/** The options of this source. */
export interface AccountOptions extends SourceOptions {
  /** Also list conversations in which nothing was said. */
  empty?: boolean;
  /** Also list projects and what claude.ai remembers, as sessions without messages. */
  memory?: boolean;
}

/**
 * Reads the export of a claude.ai account, as the website's settings offer it. It has no default
 * place: without roots there are no sessions.
 */
export default function claudeAi(given: AccountOptions = {}): Source {
  checkOptions(given, options);
  const { roots = [], empty = false, memory = false } = given;
  const places = [...new Set(roots.map((root) => resolve(root)))];
  const exports = accountExports(parts, places);
  const source: Source<ExportLocator | FilesLocator> = {
    name: "claude-ai",
    apiVersion,
    stores: (context) => exports.stores(empty, context),
    async *list(context) {
      yield* await exports.list(empty, context);
      const folders = await exports.folders(context);
      if (memory) yield* await listFiles(folders, exports, context);
      else await reportFiles(folders, exports, context);
    },
    async load({ id, locator }, context) {
      if ("folder" in locator) return loadFiles(id, locator, exports, context);
      // Most of the work is loading; a list is faster without it.
      const { loadConversation } = await import("./load-conversation.js");
      return loadConversation(id, locator, exports, context);
    },
    // Loading adds no words to those of conversations.
    async mayContain({ locator }, words, context) {
      const search = new WordSearch(words);
      if ("folder" in locator) await searchFiles(locator, search, exports, context);
      else {
        const { path, start, length } = locator;
        const content = await exports.contentOf(path, context);
        await search.lookInFile(content, context, { start, end: start + length });
      }
      return search.isOver;
    },
    close: async () => exports.close(),
  };
  return source;
}
