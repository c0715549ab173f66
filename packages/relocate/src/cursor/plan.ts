import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { entriesOf, files, folders } from "@chatexport/source-cursor/paths";
import type { StoreMove } from "../move.js";
import type { StorePlan } from "../store-plan.js";
import { planDatabase } from "./database-file.js";
import { planJsonFile } from "./json-file.js";
import { PlanParts } from "./plan-parts.js";
import { renameFolders } from "./rename-folders.js";
import { type Survey, survey } from "./survey.js";
import { planWorkspaces } from "./workspace-plan.js";

/**
 * What has to change in Cursor's stores when folders move. Nothing is written; what cannot be read is named
 * in a note.
 */
export function planCursor(move: StoreMove): StorePlan {
  const found = survey(move);
  const plan = new PlanParts();
  plan.add({ notes: found.notes });
  planEditors(found, move, plan);
  planDotFolders(found, plan);
  const { rewrites, renames, emptied, notes } = plan;
  return { source: "cursor", rewrites, renames, emptied, notes, pairs: found.pairs };
}

function planEditors({ editors, moved }: Survey, move: StoreMove, plan: PlanParts): void {
  const home = move.home ?? move.system.home;
  for (const { path, groups } of editors) {
    for (const folder of globalFolders(path))
      plan.add(planJsonFile(join(folder, files.storage), files.storage, moved, home));
    // Windows of several folders that were never saved.
    const unsaved = join(dirname(path), folders.unsaved);
    for (const name of entriesOf(unsaved).folders)
      plan.add(planJsonFile(join(unsaved, name, files.workspace), files.workspace, moved));
    const members = groups.flatMap((group) => group.members.map(({ folder }) => folder));
    for (const folder of [...globalFolders(path), ...workspaceFolders(path)]) {
      const database = join(folder, files.database);
      if (existsSync(database) && !members.includes(folder))
        plan.add(planDatabase(database, moved, move.sqlite));
    }
    for (const group of groups) planWorkspaces(group, moved, move.sqlite, plan);
  }
}

/** The first is that of somebody who put a folder together by hand. */
function globalFolders(path: string): string[] {
  const profiles = join(path, folders.profiles);
  const names = entriesOf(profiles).folders;
  return [
    path,
    join(path, folders.global),
    ...names.map((name) => join(profiles, name, folders.global)),
  ];
}

function workspaceFolders(path: string): string[] {
  const root = join(path, folders.workspaces);
  return entriesOf(root).folders.map((name) => join(root, name));
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
