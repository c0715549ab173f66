import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { contextFor, present } from "@chatexport/core";
import { attempt, realPath } from "@chatexport/core/read";
import { chatsAt, placesAt, projectFolder } from "@chatexport/source-qwen/paths";
import { addEdit } from "../claude/edit-files.js";
import { linesEdit } from "../claude/edit-records.js";
import type { StoreMove } from "../move/move.js";
import { planEdits } from "../move/plan-edits.js";
import { planProjectFolders } from "../move/project-folders.js";
import { type StorePlan, sessionStays } from "../move/store-plan.js";

/** Plans the changes in the stores of Qwen Code when a project moves. */
export function planQwen(move: StoreMove): StorePlan {
  return planEdits("qwen", move, (planned) => {
    const { paths, edits, notes } = planned;
    // The source tells of what cannot be read.
    const context = contextFor({ report() {} }, {});
    const places = placesAt(present({ home: move.home })).filter((path) => existsSync(path));
    const chats = places.flatMap((place) => attempt(() => chatsAt(place, context)) ?? []);
    const sessions = chats.map(({ folder, cwd = "", files: [chat = "", ...subagents] }) => ({
      ...{ folder, cwd, own: [chat, ...new Set(subagents.map(dirname))] },
    }));
    planProjectFolders(sessions, projectFolder, planned);
    for (const { id, cwd, files } of chats) {
      for (const file of files) addEdit(file, recordsEdit, paths, { edits, notes });
      const isMoved = files.some((file) => edits.has(realPath(file)));
      if (!isMoved && paths.map.path(cwd ?? "") !== undefined)
        notes.push(sessionStays("Qwen Code", id, files[0]));
    }
  });
}

/** Each record has the folder; it lists a session only where that of the first one is the folder it runs in (0.24.4). */
const recordsEdit = linesEdit("cwd", ({ map }) => [{ fields: ["cwd"], replace: map.path }]);
