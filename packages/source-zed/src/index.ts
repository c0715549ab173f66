import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { placeOptions, sourceOnUse } from "@chatexport/core/source";
import { placesOf } from "./places.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory of a user of Zed",
  "The folder of threads, or its database",
);

/** Reads the threads of the agent in Zed. */
export default function zed(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  return sourceOnUse({
    name: "zed",
    places: () => placesOf(given),
    open: async () => (await import("./reader.js")).createReader(given),
  });
}
