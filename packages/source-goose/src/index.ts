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
  "Home directory with .local/share/goose",
  "A folder of sessions, its database, or the file of one",
);

/** Reads the sessions of Goose. */
export default function goose(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  return sourceOnUse({
    name: "goose",
    places: () => placesOf(given),
    open: async () => (await import("./reader.js")).createReader(given),
  });
}
