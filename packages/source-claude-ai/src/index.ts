import { resolve } from "node:path";
import {
  accountExports,
  accountOptions,
  accountSource,
  type ExportLocator,
} from "@chatexport/account-exports";
import { checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import { WordSearch } from "@chatexport/core/read";
import type { EmptyOptions } from "@chatexport/core/source";
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
  ...accountOptions(
    "Export of a claude.ai account: the ZIP file, its folder, or its conversations.json",
  ),
  memory: {
    type: "boolean",
    description: "Also list projects and what claude.ai remembers, as sessions without messages",
    adds: true,
  },
};

/** The options of this source. */
export interface AccountOptions extends EmptyOptions {
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
  const exports = accountExports(parts, [...new Set(roots.map((root) => resolve(root)))]);
  const conversations = accountSource(exports, {
    name: parts.name,
    empty,
    async load(id, locator, context) {
      // Most of the work is loading; a list is faster without it.
      const { loadConversation } = await import("./load-conversation.js");
      return loadConversation(id, locator, exports, context);
    },
    // Loading adds no words to those of conversations.
    says: [],
  });
  const source: Source<ExportLocator | FilesLocator> = {
    ...conversations,
    async *list(context) {
      yield* conversations.list(context);
      const folders = await exports.folders(context);
      if (memory) yield* await listFiles(folders, exports, context);
      else await reportFiles(folders, exports, context);
    },
    async load({ locator, ...ref }, context) {
      return "folder" in locator
        ? loadFiles(ref.id, locator, exports, context)
        : conversations.load({ ...ref, locator }, context);
    },
    async mayContain({ locator, ...ref }, words, context) {
      if (!("folder" in locator))
        return conversations.mayContain?.({ ...ref, locator }, words, context) ?? true;
      const search = new WordSearch(words);
      await searchFiles(locator, search, exports, context);
      return search.isOver;
    },
  };
  return source;
}
