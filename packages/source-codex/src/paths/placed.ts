import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import type { PlacedStore } from "@chatexport/core/source";
import { allPaths, listThreads } from "../list-threads.js";
import { placesAt } from "../locate.js";
import { isPlaced, placeFields } from "./fields.js";

/** The stores with what tells where their sessions took place. A rollout that is compressed stays (0.171.0). */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesAt(given).map((place) => ({
    files: [
      { path: join(place, "session_index.jsonl"), kind: "lines", places: ["cwd"], rowId: "id" },
    ],
    sessions: (existsSync(place) ? listThreads([place], false, context) : []).flatMap(
      ({ id, cwd, locator }) => {
        if (!("segments" in locator)) return [];
        const own = [...new Set(allPaths(locator))];
        const path = locator.segments.findLast(({ thread }) => thread === undefined)?.path ?? "";
        const placedBy = own
          .filter((file) => file.endsWith(".jsonl"))
          .map((file) => ({
            ...{ path: file, kind: "lines" as const, places: placeFields, isHead: isPlaced },
          }));
        return { id, cwd, path, placedBy, within: { folder: place, own } };
      },
    ),
    root: place,
  }));
}
