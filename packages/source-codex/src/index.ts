import { apiVersion, checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import { unknownNamesIn, WordSearch } from "@chatexport/core/read";
import { type EmptyOptions, emptyOption, placeOptions } from "@chatexport/core/source";
import { allPaths, type CodexLocator, listThreads, storesAt } from "./list-threads.js";
import { placesAt } from "./locate.js";
import { says, toolNames } from "./says.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  ...placeOptions(
    "Home directory with a .codex folder",
    "The .codex folder, a folder of rollouts at any depth, or one rollout",
  ),
  empty: emptyOption,
};

/** Reads what Codex keeps about conversations, as all of its programs have written it since April 2025. */
export default function codex(given: EmptyOptions = {}): Source {
  checkOptions(given, options);
  const { empty = false } = given;
  const source: Source<CodexLocator> = {
    name: "codex",
    apiVersion,
    stores: async (context) => storesAt(placesAt(given), empty, context),
    async *list(context) {
      for (const ref of listThreads(placesAt(given), empty, context)) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    async load(ref, context) {
      const { locator } = ref;
      context.signal.throwIfAborted();
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
      for (const text of [title ?? "", ...Object.values({ ...says, ...toolNames })])
        search.lookIn(text);
      for (const path of "segments" in locator ? allPaths(locator) : [locator.path])
        await search.lookInFile(path, context);
      return search.isOver;
    },
    unknownNames: (context) => unknownNamesIn(source, context),
  };
  return source;
}
