import type { Context, SourceOptions } from "@chatexport/core";
import type { PlacedStore } from "@chatexport/core/source";
import { placesOf } from "./places.js";

/** The databases, with the columns that tell where sessions took place. */
export function placedStores(given: SourceOptions, { report }: Context): PlacedStore[] {
  return placesOf(given, report).map(({ path }) => ({
    files: [{ path, kind: "database", places: ["sessions.cwd", "sessions.git_repo_root"] }],
    sessions: [],
  }));
}
