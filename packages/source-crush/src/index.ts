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
  home: { type: "string", description: "Home directory with .local/share/crush" },
  roots: {
    type: "string",
    multiple: true,
    description: "A folder with projects of Crush in it, or the database of one",
  },
};

/** Reads the sessions of Crush, which keeps a database in each project. */
export default function crush(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  // Loaded on first use: many users never used Crush.
  const reader = once(async () => (await import("./reader.js")).createReader());
  let isOpen = false;
  const opened = () => {
    isOpen = true;
    return reader();
  };
  const source: Source<SessionRow> = {
    name: "crush",
    apiVersion,
    stores: async (context) =>
      (await opened()).stores(
        placesOf(given, () => {}),
        context,
      ),
    async *list(context) {
      const places = placesOf(given, context.report);
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
