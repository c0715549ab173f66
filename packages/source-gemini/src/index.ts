import { statSync } from "node:fs";
import { join } from "node:path";
import {
  apiVersion,
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { attempt, once, thisSystem, unknownNamesIn, WordSearch } from "@chatexport/core/read";
import { damagedWords, filesBelow, placesOf } from "@chatexport/core/source";
import type { Locator, Place } from "./list-sessions.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .gemini folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "The .gemini folder, a folder of chats at any depth, or one chat",
  },
};

/** Reads what Gemini CLI keeps about conversations, of every version. */
export default function gemini(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  // Loaded on first use: many users never used Gemini CLI.
  const lists = once(() => import("./list-sessions.js"));
  const source: Source<Locator> = {
    name: "gemini",
    apiVersion,
    stores: async (context) => (await lists()).storesAt(places(given), context),
    async *list(context) {
      for (const ref of (await lists()).listSessions(places(given), context)) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    async load({ locator, title }, context) {
      context.signal.throwIfAborted();
      return (await import("./load-session.js")).loadSession(locator, title, context);
    },
    async mayContain({ locator, title = "" }, words, context) {
      const { filesOf, outputsOf } = await lists();
      const search = new WordSearch(words);
      search.lookIn(`gemini ${title} ${damagedWords} ${JSON.stringify(locator)}`);
      const outputs = filesBelow(outputsOf(locator), () => true, context);
      for (const path of [...filesOf(locator), ...outputs]) await search.lookInFile(path, context);
      return search.isOver;
    },
    unknownNames: (context) => unknownNamesIn(source, context),
  };
  return source;
}

/** The tool's folder, or what `roots` name. */
function places(given: SourceOptions): Place[] {
  // The tool's variable names a home.
  const home = given.home ?? (thisSystem().env.GEMINI_CLI_HOME || undefined);
  const found = placesOf({ ...given, ...(home !== undefined && { home }) }, ".gemini", "");
  return found.map((own): Place => {
    const path = join(own, "tmp");
    const isThere = attempt(() => statSync(path))?.isDirectory();
    return given.roots && !isThere ? { path: own } : { path, own };
  });
}
