import { dirname, join } from "node:path";
import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { documentSource, placeOptions } from "@chatexport/core/source";
import { listedOf } from "./listed.js";
import { isSession, listName, placesAt } from "./paths.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a .continue folder",
  "A folder of sessions, or the file of one",
);

/** Reads the sessions of Continue, of its extensions for editors and its command line. */
export default function continueSource(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return documentSource({
    name: "continue",
    format: "continue/json",
    places: placesAt(given),
    isSession,
    listed: listedOf,
    beside: (path) => [join(dirname(path), listName)],
    load: async (path, { id }, context) =>
      (await import("./load-session.js")).loadSession(path, id, context),
    says: {},
  });
}
