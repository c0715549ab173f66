import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { realPath } from "@chatexport/core/read";
import { entriesOf, files, folders } from "@chatexport/source-cursor/paths";
import { openDatabase } from "@chatexport/sqlite";
import { editCopy, filesBeside } from "../database/database-copy.js";
import type { StoreMove } from "../move/move.js";
import type { Rewrite } from "../move/store-plan.js";
import type { Moved } from "./edit-moved-names.js";
import { mergeDatabase } from "./merge-database.js";
import { mergeFolder, type PlanParts } from "./merge-folders.js";
import { changeRows, planDatabase, planJsonFile } from "./plan-files.js";
import type { EditorSurvey } from "./survey-editors.js";
import type { WorkspaceGroup } from "./workspaces.js";

/** Plans the changes in the `User` folders of an editor, which are those of VS Code. */
export function planEditors(
  { editors }: EditorSurvey,
  moved: Moved,
  move: StoreMove,
  plan: PlanParts,
): void {
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
        plan.add(planDatabase(database, moved));
    }
    for (const group of groups) planWorkspaces(group, moved, plan);
  }
}

/** The first is for a folder that was put together by hand. */
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

/** Plans what becomes of the folders of `workspaceStorage` that stand for one folder. */
function planWorkspaces(
  { members, host, id }: WorkspaceGroup,
  moved: Moved,
  plan: PlanParts,
): void {
  for (const { folder } of members)
    plan.add(planJsonFile(join(folder, files.workspace), files.workspace, moved));
  const databases = members
    .map(({ folder }) => join(folder, files.database))
    .filter((path) => existsSync(path));
  const planned = databases.map((path) => planDatabase(path, moved));
  for (const { rewrite, ...rest } of planned) plan.add(rest);
  const rewrites = planned.flatMap(({ rewrite }) => rewrite ?? []);
  if (databases.length < 2 || members.length < 2)
    for (const rewrite of rewrites) plan.add({ rewrite });
  else plan.add({ rewrite: mergedRewrite(databases, host.folder, rewrites, moved) });

  for (const { folder } of members)
    if (folder !== host.folder)
      mergeFolder(folder, host.folder, plan, {
        settled: new Set([files.workspace, ...files.besideDatabase]),
      });
  const to = join(dirname(host.folder), id);
  if (to !== host.folder) plan.renames.push({ from: host.folder, to });
}

/** `databases` in the order of their use, the newest first: the result keeps most of that one. */
function mergedRewrite(
  databases: readonly string[],
  folder: string,
  rewrites: readonly Rewrite[],
  moved: Moved,
): Rewrite {
  const target = realPath(join(folder, files.database));
  const [newest = target, ...others] = databases;
  const gone = databases.filter((path) => realPath(path) !== target);
  const merges = gone.map((path) => ({
    field: "workspaceStorage",
    from: dirname(path),
    to: folder,
    count: 1,
  }));
  return {
    path: target,
    kind: "database",
    changes: [...rewrites.flatMap(({ changes }) => changes), ...merges],
    absorbs: gone.flatMap((path) => [path, ...filesBeside(path)]),
    beside: existsSync(target) ? filesBeside(target) : [],
    write(staged) {
      editCopy(newest, staged, (into) => {
        changeRows(into, moved);
        for (const other of others) {
          const copy = `${staged}.merged`;
          editCopy(other, copy, (database) => changeRows(database, moved));
          const from = openDatabase(copy);
          try {
            mergeDatabase(into, from);
          } finally {
            from.close();
            rmSync(copy);
          }
        }
      });
    },
  };
}
