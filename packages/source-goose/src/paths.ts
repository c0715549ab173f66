import { basename, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { isLinesName, textOf, withoutLinesEnding } from "@chatexport/core/read";
import { bothEnds, type PlacedStore, placedSessions } from "@chatexport/core/source";
import { placesOf } from "./places.js";

/** The stores with what tells where their sessions took place: the database, and the files of before. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesOf(given).map(({ path: place }) => ({
    files: [
      { path: join(place, "sessions.db"), kind: "database", places: ["sessions.working_dir"] },
    ],
    sessions: placedSessions(place, (path) => isLinesName(path), placed, context),
  }));
}

function placed(path: string) {
  const cwd = textOf(bothEnds(path).head[0]?.working_dir);
  const header = { path, kind: "lines" as const, places: ["working_dir"], isHead };
  return cwd === undefined
    ? undefined
    : { id: withoutLinesEnding(basename(path)), cwd, path, placedBy: [header] };
}

const isHead = ({ role }: { role?: unknown }) => role === undefined;
