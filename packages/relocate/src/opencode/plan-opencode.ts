import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { present } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { lookAt, placesOf } from "@chatexport/source-opencode/paths";
import { addEdit } from "../claude/edit-files.js";
import { fieldsEdit } from "../claude/edit-records.js";
import { type PlaceColumns, planColumns } from "../database/edit-columns.js";
import type { StoreMove } from "../move/move.js";
import { planEdits } from "../move/plan-edits.js";
import type { StorePlan } from "../move/store-plan.js";

/** The fields of the folder in which a message was answered. */
const ofMessage = ["path.cwd", "path.root"];

/** The columns that place sessions; the ids of projects come from git, and stay. */
const columns: PlaceColumns = {
  "project.worktree": [],
  "project.sandboxes": ["*"],
  "project_directory.directory": [],
  "workspace.directory": [],
  "session.directory": [],
  "message.data": ofMessage,
};

/** The same in the files of versions before 1.2, by their folder. */
const fields = {
  project: ["worktree", "sandboxes.*"],
  session: ["directory"],
  message: ofMessage,
};

/** Plans the changes in the stores of OpenCode when a project moves. */
export function planOpenCode(move: StoreMove): StorePlan {
  return planEdits("opencode", move, ({ paths, edits, notes }) => {
    const { map } = paths;
    for (const place of placesOf(present({ home: move.home })).filter((path) => existsSync(path))) {
      const { databases, fileStores } = lookAt(place);
      for (const path of databases) {
        const { rewrite, note } = planColumns(path, columns, map);
        if (rewrite) edits.set(rewrite.path, rewrite);
        if (note) notes.push(note);
      }
      for (const store of fileStores)
        for (const [name, patterns] of Object.entries(fields)) {
          const edit = fieldsEdit(patterns, () => map.path);
          for (const path of documentsIn(join(store, name)))
            addEdit(path, edit, paths, { edits, notes });
        }
    }
  });
}

function documentsIn(folder: string): string[] {
  const names = attempt(() => readdirSync(folder, { recursive: true, encoding: "utf8" })) ?? [];
  return names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
}
