import { checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import { type EmptyOptions, emptyOption, placeOptions, sourceOnUse } from "@chatexport/core/source";
import { placesOf } from "./locate.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  ...placeOptions(
    "Home directory with .local/share/opencode",
    "OpenCode's data folder, its folder storage, one database, or an export of a session",
  ),
  empty: emptyOption,
};

/** Reads what OpenCode keeps about conversations since version 0.6, and Kilo, which keeps it the same way. */
export default function opencode(given: EmptyOptions = {}): Source {
  checkOptions(given, options);
  return sourceOnUse({
    name: "opencode",
    places: () => placesOf(given).map((path) => ({ path })),
    open: async () => (await import("./reader.js")).createReader(placesOf(given), given.empty),
  });
}
