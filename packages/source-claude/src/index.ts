import {
  apiVersion,
  type Context,
  type PluginOptions,
  type SessionRef,
  type Source,
  type SourceOptions,
  type Store,
} from "@chatexport/core";
import { listPlaces } from "./listing.js";
import { loadSession } from "./loading.js";
import { places } from "./places.js";
import { storeAt } from "./stores.js";

/** The options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .claude folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "Config folder, project folder, folder of transcripts, or one transcript",
  },
};

/** Reads the history of Claude Code: the JSONL transcripts of the versions 1.0 to 2.1.3xx. */
export default function claude(options: SourceOptions = {}): Source {
  return {
    name: "claude",
    apiVersion,
    stores: (context: Context): Promise<Store[]> =>
      Promise.all(places(options).map((place) => storeAt(place, context))),
    async *list(context: Context): AsyncGenerator<SessionRef> {
      yield* await listPlaces(places(options), context);
    },
    load: loadSession,
  };
}
