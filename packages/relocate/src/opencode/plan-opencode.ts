import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { present } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { lookAt, placeColumns, placeFields, placesOf } from "@chatexport/source-opencode/paths";
import { addEdit } from "../claude/edit-files.js";
import { fieldsEdit } from "../claude/edit-records.js";
import { planColumns } from "../database/edit-columns.js";
import type { StoreMove } from "../move/move.js";
import { planEdits } from "../move/plan-edits.js";
import type { StorePlan } from "../move/store-plan.js";

/** Plans the changes in the stores of OpenCode when a project moves. */
export function planOpenCode(move: StoreMove): StorePlan {
  return planEdits("opencode", move, ({ paths, edits, notes }) => {
    const { map } = paths;
    for (const place of placesOf(present({ home: move.home })).filter((path) => existsSync(path))) {
      const { databases, fileStores } = lookAt(place);
      for (const path of databases) {
        const { rewrite, note } = planColumns(path, placeColumns, map);
        if (rewrite) edits.set(rewrite.path, rewrite);
        if (note) notes.push(note);
      }
      for (const store of fileStores)
        for (const [name, patterns] of Object.entries(placeFields)) {
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
