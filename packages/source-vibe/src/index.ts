import { basename, join } from "node:path";
import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { withoutLinesEnding } from "@chatexport/core/read";
import { lineSource, placesOf } from "@chatexport/core/source";
import { besideOf, listedOf } from "./listed.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .vibe folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "A folder of sessions at any depth, or the folder of one",
  },
};

/** Reads the sessions of Mistral Vibe 2. */
export default function vibe(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  const places = placesOf(given, ".vibe", "VIBE_HOME");
  return lineSource({
    name: "vibe",
    places: given.roots ? places : places.map((place) => join(place, "logs/session")),
    isSession: (path) => withoutLinesEnding(basename(path)) === "messages",
    listed: listedOf,
    beside: (_, path) => besideOf(path),
    load: async (path, { id }, context) =>
      (await import("./load-session.js")).loadSession(path, id, context),
    says: {},
  });
}
