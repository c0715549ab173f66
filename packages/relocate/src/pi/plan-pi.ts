import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { contextFor, present } from "@chatexport/core";
import { attempt, realPath } from "@chatexport/core/read";
import { placesAt, projectFolder, sessionsAt } from "@chatexport/source-pi/paths";
import { addEdit } from "../claude/edit-files.js";
import { linesEdit } from "../claude/edit-records.js";
import type { StoreMove } from "../move/move.js";
import { planEdits } from "../move/plan-edits.js";
import { planProjectFolders } from "../move/project-folders.js";
import { type StorePlan, sessionStays } from "../move/store-plan.js";

/** Plans the changes in the stores of pi when a project moves. */
export function planPi(move: StoreMove): StorePlan {
  return planEdits("pi", move, (planned) => {
    const { paths, edits, notes } = planned;
    const { map } = paths;
    // The source tells of what cannot be read.
    const context = contextFor({ report() {} }, {});
    const places = placesAt(present({ home: move.home })).filter((path) => existsSync(path));
    const sessions = places.flatMap((place) => attempt(() => sessionsAt(place, context)) ?? []);
    const folders = sessions.map(({ path, cwd = "" }) => ({
      ...{ folder: dirname(path), cwd, own: [path] },
    }));
    const moved = planProjectFolders(folders, projectFolder, planned);
    const ofStore = (path: string) => map.path(path) ?? moved.get(path);
    // A session may be a copy of one that moves.
    const storeNames = [...new Set([...moved.keys()].map(dirname))].map((path) =>
      Buffer.from(basename(path)),
    );
    for (const { path, id, cwd } of sessions) {
      addEdit(path, headerEdit, { ...paths, ofStore, storeNames }, { edits, notes });
      const isMoved = edits.has(realPath(path));
      if (!isMoved && map.path(cwd ?? "") !== undefined)
        notes.push(sessionStays("pi", id ?? basename(path), path));
    }
  });
}

const isEntry = (line: Buffer) => JSON.parse(line.toString()).type !== "session";

/** The header of a session; its entries tell what was said or done in it. */
const headerEdit = linesEdit(
  "timestamp",
  ({ map, ofStore }) => [
    { fields: ["cwd"], replace: map.path },
    { fields: ["parentSession", "branchedFrom"], replace: ofStore },
  ],
  isEntry,
);
