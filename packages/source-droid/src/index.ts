import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { isLinesName } from "@chatexport/core/read";
import { lineSource, placeOptions } from "@chatexport/core/source";
import { listedOf, parentFile, settingsFile } from "./listed.js";
import { placesAt } from "./paths.js";
import { says } from "./says.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a .factory folder",
  "A folder of sessions at any depth, or one session",
);

/** Reads the sessions of Factory Droid. */
export default function droid(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return lineSource({
    name: "droid",
    places: placesAt(given),
    isSession: isLinesName,
    listed: listedOf,
    beside: (ends, path) => [settingsFile(path), parentFile(ends, path) ?? []].flat(),
    load: async (path, { id }, context) =>
      (await import("./load-session.js")).loadSession(path, id, context),
    says,
  });
}
