import {
  apiVersion,
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { once, unknownNamesIn } from "@chatexport/core/read";
import { isNothingAt, placeOptions } from "@chatexport/core/source";
import type { Head } from "./head.js";
import { placesOf } from "./locate.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with .copilot and the folders of VS Code",
  "The .copilot folder, a User folder of an editor, a folder with chats at any depth, or one file",
);

/** Reads what GitHub Copilot keeps about conversations: its command line, and its chat in VS Code. */
export default function copilot(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  // Loaded on first use: many users never used Copilot.
  const reader = once(() => import("./reader.js"));
  const source: Source<Head> = {
    name: "copilot",
    apiVersion,
    stores: async (context) => (await reader()).storesAt(placesOf(given), context),
    async *list(context) {
      const places = placesOf(given);
      if (isNothingAt(places)) return;
      for (const ref of (await reader()).listSessions(places, context)) {
        context.signal.throwIfAborted();
        yield ref;
      }
    },
    load: async ({ locator }, context) => (await reader()).loadSession(locator, context),
    mayContain: async ({ locator }, words, context) =>
      (await reader()).mayContain(locator, words, context),
    unknownNames: (context) => unknownNamesIn(source, context),
  };
  return source;
}
