import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { type PlacedStore, placesOf } from "@chatexport/core/source";
import { conversationsAt, stateName } from "./listed.js";

/** The folders of conversations; `roots` are taken as they are. */
export function placesAt(given: SourceOptions): readonly string[] {
  const places = placesOf(
    given,
    ".openhands",
    "OPENHANDS_PERSISTENCE_DIR",
    "OPENHANDS_CONVERSATIONS_DIR",
  );
  return given.roots ? places : places.flatMap((place) => [join(place, "conversations"), place]);
}

/** The stores with what tells where their conversations took place. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesAt(given).map((place) => ({
    files: [],
    sessions: (existsSync(place) ? conversationsAt(place, context) : []).map(
      ({ id, cwd, locator }) => {
        const path = join(locator, stateName);
        return {
          ...{ id, cwd, path },
          placedBy: [{ path, kind: "json", places: ["workspace.working_dir"] }],
          within: { folder: dirname(locator), own: [locator] },
        };
      },
    ),
    root: place,
  }));
}
