import { join } from "node:path";
import { files } from "@chatexport/source-cursor/paths";
import { PlanParts, renameFolders } from "../editor/merge-folders.js";
import { planEditors } from "../editor/plan-editors.js";
import { planJsonFile } from "../editor/plan-files.js";
import type { StoreMove } from "../move/move.js";
import type { StorePlan } from "../move/store-plan.js";
import { type Survey, survey } from "./survey.js";

/**
 * The changes in Cursor's stores when folders move. Nothing is written; what cannot be read is
 * named in a note.
 */
export function planCursor(move: StoreMove): StorePlan {
  const found = survey(move);
  const plan = new PlanParts();
  plan.add({ notes: found.notes });
  planEditors(found.editors, found.moved, move, plan);
  planDotFolders(found, plan);
  const { rewrites, renames, emptied, notes } = plan;
  return { source: "cursor", rewrites, renames, emptied, notes, pairs: found.pairs };
}

function planDotFolders({ dotFolders, projects, chats, moved }: Survey, plan: PlanParts): void {
  for (const dotFolder of dotFolders) {
    for (const { meta } of [...dotFolder.acpSessions, ...[...dotFolder.chats.values()].flat()])
      plan.add(planJsonFile(meta, files.chat, moved));
    for (const { folder } of dotFolder.projects)
      for (const file of files.projects) plan.add(planJsonFile(join(folder, file), file, moved));
  }
  renameFolders(projects, plan, { settled: new Set(files.projects) });
  renameFolders(chats, plan, { isShallow: true });
}
