import {
  apiVersion,
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { once, unknownNamesIn } from "@chatexport/core/read";
import type { Locator } from "./list-sessions.js";
import { placesOf } from "./locate.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with .local/share/opencode" },
  roots: {
    type: "string",
    multiple: true,
    description:
      "OpenCode's data folder, its folder storage, one database, or an export of a session",
  },
};

/** Reads what OpenCode keeps about conversations since version 0.6, and Kilo, which keeps it the same way. */
export default function opencode(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  // Loaded on first use: many users never used OpenCode.
  const reader = once(async () => (await import("./reader.js")).createReader(placesOf(given)));
  let isOpen = false;
  const opened = () => {
    isOpen = true;
    return reader();
  };
  const source: Source<Locator> = {
    name: "opencode",
    apiVersion,
    stores: async (context, { count = false } = {}) => (await opened()).stores(context, count),
    async *list(context) {
      yield* (await opened()).list(context);
    },
    load: async (ref, context) => (await opened()).load(ref, context),
    mayContain: async (ref, words, context) => (await opened()).mayContain(ref, words, context),
    sizeOf: async (ref) => (await opened()).sizeOf(ref),
    unknownNames: (context) => unknownNamesIn(source, context),
    close: async () => {
      if (isOpen) (await reader()).close();
    },
  };
  return source;
}
