import { apiVersion, type PluginOptions, type Source, type SourceOptions } from "@chatexport/core";
import { WordSearch } from "@chatexport/core/read";
import { allPaths, type CodexLocator, listThreads, storesAt } from "./list-threads.js";
import { placesOf } from "./locate.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .codex folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "The .codex folder, a folder of rollouts at any depth, or one rollout",
  },
};

/** Reads what Codex keeps about conversations, as all of its programs have written it since April 2025. */
export default function codex(options: SourceOptions = {}): Source {
  const source: Source<CodexLocator> = {
    name: "codex",
    apiVersion,
    stores: async (context) => storesAt(placesOf(options), context),
    async *list(context) {
      yield* listThreads(placesOf(options), context);
    },
    async load(ref, context) {
      const { locator } = ref;
      if (!("segments" in locator)) {
        const { loadPrompts } = await import("./history.js");
        return loadPrompts(ref, locator, context);
      }
      // Most of the work is loading; a list is faster without it.
      const { loadThread } = await import("./load-thread.js");
      return loadThread(locator, context);
    },
    async mayContain({ locator, title }, words, context) {
      const search = new WordSearch(words);
      search.lookIn(
        `${title ?? ""} The turn was interrupted. A review began. The review is over. failed`,
      );
      for (const path of "segments" in locator ? allPaths(locator) : [locator.path]) {
        // A compressed file, and words that the reader takes out of a percent-encoded address.
        if (path.endsWith(".zst")) search.giveUp();
        await search.lookInFile(path, context);
      }
      return search.isOver;
    },
    async unknownNames(context) {
      const { unknownNamesAt } = await import("./unknown-names.js");
      return unknownNamesAt(source, context);
    },
  };
  return source;
}
