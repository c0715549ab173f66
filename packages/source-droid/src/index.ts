import {
  checkOptions,
  type PluginOptions,
  present,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { isLinesName, thisSystem } from "@chatexport/core/read";
import { lineSource, placesOf } from "@chatexport/core/source";
import { listedOf, parentFile, settingsFile } from "./listed.js";
import { says } from "./says.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .factory folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "A folder of sessions at any depth, or one session",
  },
};

/** Reads the sessions of Factory Droid. */
export default function droid(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  // In the tool, it takes the place of the user's home.
  const own = thisSystem().env.FACTORY_HOME_OVERRIDE || undefined;
  return lineSource({
    name: "droid",
    places: placesOf({ ...present({ home: own }), ...given }, ".factory/sessions"),
    isSession: isLinesName,
    listed: listedOf,
    beside: (ends, path) => [settingsFile(path), parentFile(ends, path) ?? []].flat(),
    load: async (path, { id }, context) =>
      (await import("./load-session.js")).loadSession(path, id, context),
    says,
  });
}
