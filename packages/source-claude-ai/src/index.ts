import { resolve } from "node:path";
import { apiVersion, type PluginOptions, type Source, type SourceOptions } from "@chatexport/core";
import { WordSearch } from "@chatexport/core/read";
import { type AccountLocator, listExports, storesAt } from "./list-conversations.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Has no effect: an export lies wherever it was put" },
  roots: {
    type: "string",
    multiple: true,
    description: "Unpacked export of a claude.ai account, or its conversations.json",
  },
  empty: {
    type: "boolean",
    description: "Also list conversations in which nothing was said",
    adds: true,
  },
};

/** The options of this source. */
export interface AccountOptions extends SourceOptions {
  /** Also list conversations in which nothing was said. */
  empty?: boolean;
}

/**
 * Reads the export of a claude.ai account, as the website's settings offer it. It has no default
 * place: without roots there are no sessions.
 */
export default function claudeAi({ roots = [], empty = false }: AccountOptions = {}): Source {
  const places = [...new Set(roots.map((root) => resolve(root)))];
  const source: Source<AccountLocator> = {
    name: "claude-ai",
    apiVersion,
    stores: (context) => storesAt(places, empty, context),
    async *list(context) {
      yield* await listExports(places, empty, context);
    },
    async load(ref, context) {
      // Most of the work is loading; a list is faster without it.
      const { loadConversation } = await import("./load-conversation.js");
      return loadConversation(ref.id, ref.locator, context);
    },
    // Loading adds no words of its own.
    async mayContain({ locator }, words, context) {
      const { path, start, length } = locator;
      const search = new WordSearch(words);
      await search.lookInFile(path, context, { start, end: start + length });
      return search.isOver;
    },
  };
  return source;
}
