import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { placeOptions, sourceOnUse } from "@chatexport/core/source";
import { sessionPlaces } from "./places.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with .hermes",
  "A home of Hermes Agent, its database, or a folder above",
);

/** Reads the sessions of Hermes Agent. */
export default function hermes(given: SourceOptions = {}): Source {
  checkOptions(given, options);
  return sourceOnUse({
    name: "hermes",
    places: () => sessionPlaces(given, () => {}),
    open: async () => (await import("./reader.js")).createReader(given),
  });
}
