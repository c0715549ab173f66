import { existsSync } from "node:fs";
import {
  apiVersion,
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { once, unknownNamesIn } from "@chatexport/core/read";
import type { SessionRow } from "@chatexport/sqlite";
import { placesOf } from "./places.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory of a user of Zed" },
  roots: {
    type: "string",
    multiple: true,
    description: "The folder of threads, or its database",
  },
};

/** Reads the threads of the agent in Zed. */
export default function zed(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  // Loaded on first use: many users never used Zed.
  const reader = once(async () => (await import("./reader.js")).createReader());
  let isOpen = false;
  const opened = () => {
    isOpen = true;
    return reader();
  };
  const source: Source<SessionRow> = {
    name: "zed",
    apiVersion,
    stores: async (context) => (await opened()).stores(placesOf(given), context),
    async *list(context) {
      const places = placesOf(given);
      if (places.some(({ path }) => existsSync(path)))
        yield* (await opened()).list(places, context);
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
