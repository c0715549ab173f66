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
  "Home directory with .local/share/crush",
  "A folder with projects of Crush in it, or the database of one",
);

/** Reads the sessions of Crush, which keeps a database in each project. */
export default function crush(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  return sourceOnUse({
    name: "crush",
    places: () => placesOf(given, () => {}),
    open: async () => (await import("./reader.js")).createReader(given),
  });
}
