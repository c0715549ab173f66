import { checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import {
  documentSource,
  type EmptyOptions,
  emptyOption,
  placeOptions,
} from "@chatexport/core/source";
import { besideOf, isSession, mainFileOf } from "./files.js";
import { listedOf } from "./listed.js";
import { placesOfCli, placesOfCode } from "./paths.js";
import { says } from "./says.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  ...placeOptions(
    "Home directory with a .kimi or .kimi-code folder",
    "A folder of sessions at any depth, or one file of a session",
  ),
  empty: emptyOption,
};

/** Reads the sessions of Kimi CLI and Kimi Code. */
export default function kimi(given: EmptyOptions = {}): Source<string> {
  checkOptions(given, options);
  const places = [...placesOfCli(given), ...placesOfCode(given)];
  return documentSource({
    name: "kimi",
    empty: given.empty,
    format: "kimi/jsonl",
    // Roots are the same for both.
    places: [...new Set(places.map(mainFileOf))],
    isSession,
    listed: listedOf,
    beside: besideOf,
    load: async (...asked) => (await import("./load-session.js")).loadSession(...asked),
    says,
  });
}
