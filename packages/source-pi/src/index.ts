import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { isLinesName } from "@chatexport/core/read";
import { lineSource, placeOptions } from "@chatexport/core/source";
import { listedOf, parentFile } from "./listed.js";
import { placesAt } from "./paths.js";
import { says } from "./says.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a .pi folder",
  "The folder of pi, a folder of sessions at any depth, or one session",
);

/** Reads the sessions of pi 0.74 to 1.6. */
export default function pi(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return lineSource({
    name: "pi",
    places: placesAt(given),
    isSession: isLinesName,
    listed: listedOf,
    beside: (ends, path) => parentFile(ends, path) ?? [],
    load: async (...asked) => (await import("./load-session.js")).loadSession(...asked),
    says,
  });
}
