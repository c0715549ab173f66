import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { contextFor, present } from "@chatexport/core";
import { attempt, realPath } from "@chatexport/core/read";
import {
  allPaths,
  isPlaced,
  listThreads,
  lookAt,
  placeFields,
  placesAt,
} from "@chatexport/source-codex/paths";
import { addEdit, type Edits } from "../claude/edit-files.js";
import { linesEdit } from "../claude/edit-records.js";
import { planColumns } from "../database/edit-columns.js";
import type { StoreMove } from "../move/move.js";
import type { PathMap } from "../move/path-map.js";
import { planEdits } from "../move/plan-edits.js";
import { type Note, type StorePlan, sessionStays } from "../move/store-plan.js";
import { configEdit } from "./config-file.js";

/** Plans the changes in the stores of Codex when a project moves. */
export function planCodex(move: StoreMove): StorePlan {
  return planEdits("codex", move, ({ paths, edits, notes }) => {
    const { map } = paths;
    // The source tells of what cannot be read.
    const context = contextFor({ report() {} }, {});
    const places = placesAt(present({ home: move.home })).filter((path) => existsSync(path));
    for (const place of places) {
      for (const { path } of lookAt(place, context).files)
        if (path.endsWith(".jsonl")) addEdit(path, rolloutEdit, paths, { edits, notes });
      for (const name of attempt(() => readdirSync(place)) ?? []) {
        const path = realPath(join(place, name));
        if (name === "config.toml") addEdit(path, configEdit, paths, { edits, notes });
        if (/^state(?:_\d+)?\.sqlite$/.test(name) && !edits.has(path)) {
          const { rewrite, note } = planColumns(path, stateColumns, map);
          if (rewrite) edits.set(path, rewrite);
          if (note) notes.push(note);
        }
      }
      if (map.path(place) !== undefined) notes.push(storeInProject(place));
    }
    for (const { id, path } of left(places, map, edits))
      notes.push(sessionStays("Codex", id, path));
  });
}

/** The columns of the database of threads that place them. */
const stateColumns = {
  "threads.cwd": [],
  "threads.sandbox_policy": ["**.writable_roots.*", "**.entries.*.path.path"],
};

const isOther = (line: Buffer) => !isPlaced(JSON.parse(line.toString()));

/** A rollout; most lines have the time, few a place. */
const rolloutEdit = linesEdit(
  "timestamp",
  ({ map }) => [{ fields: placeFields, replace: (text) => map.path(text) ?? map.uri(text) }],
  isOther,
);

function storeInProject(path: string): Note {
  const message =
    "The tool keeps its files in the project itself, so they move with it. Set CODEX_HOME to their new place.";
  return { code: "store-in-project", message, path };
}

/** Sessions of the project whose files do not change, as compressed ones: they keep the old path. */
function* left(places: readonly string[], map: PathMap, edits: Edits) {
  for (const { id, cwd, locator } of listThreads(places, true, contextFor({ report() {} }, {}))) {
    if (cwd === undefined || map.path(cwd) === undefined || !("segments" in locator)) continue;
    const files = allPaths(locator);
    if (!files.some((path) => edits.has(realPath(path)))) yield { id, path: files[0] };
  }
}
