import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { lineSource, placeOptions } from "@chatexport/core/source";
import { besideOf, listedOf } from "./listed.js";
import { isSession, placesAt } from "./paths.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a .vibe folder",
  "A folder of sessions at any depth, or the folder of one",
);

/** Reads the sessions of Mistral Vibe 2. */
export default function vibe(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return lineSource({
    name: "vibe",
    places: placesAt(given),
    isSession,
    listed: listedOf,
    beside: (_, path) => besideOf(path),
    load: async (path, { id }, context) =>
      (await import("./load-session.js")).loadSession(path, id, context),
    says: {},
  });
}
