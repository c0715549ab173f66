import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import type { PackedFiles, PlacedStore } from "@chatexport/core/source";
import { allPaths, listThreads } from "../list-threads.js";
import { placesAt } from "../locate.js";
import { isPlaced, placeFields } from "./fields.js";

/** The name of the list of all sessions. */
const indexName = "session_index.jsonl";

/** The field with the id of a session in that list. */
const rowId = "id";

/** The stores with what tells where their sessions took place. A rollout that is compressed stays (0.171.0). */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesAt(given).map((place) => ({
    files: [{ path: join(place, indexName), kind: "lines", places: ["cwd"], rowId }],
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

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  // Those of sub-agents, and of sessions that it goes on from, have other ids.
  isOwn: (name) =>
    /^(?:sessions\/\d{4}\/\d\d\/\d\d|archived_sessions)\/rollout-[\w-]+\.jsonl$/.test(name),
  rowIdIn: (name) => (name === indexName ? rowId : undefined),
  rootsOf: ({ placedBy }) => placedBy.map(({ path }) => path),
  command: (id) => ["codex", "resume", id],
};
