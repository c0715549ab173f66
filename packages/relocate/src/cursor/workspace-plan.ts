import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { files, realPathOf } from "@chatexport/source-cursor/paths";
import { type Fallback, openDatabase } from "@chatexport/sqlite";
import { editCopy, filesBeside } from "../sqlite/edit-copy.js";
import type { Rewrite } from "../store-plan.js";
import { changeRows, planDatabase } from "./database-file.js";
import { planJsonFile } from "./json-file.js";
import { mergeDatabase } from "./merge/merge-database.js";
import { mergeFolder } from "./merge/merge-folder.js";
import type { Moved } from "./moved.js";
import type { PlanParts } from "./plan-parts.js";
import type { WorkspaceGroup } from "./workspaces.js";

/** Plans what becomes of the folders of `workspaceStorage` that stand for one folder. */
export function planWorkspaces(
  { members, host, id }: WorkspaceGroup,
  moved: Moved,
  fallback: Fallback | undefined,
  plan: PlanParts,
): void {
  for (const { folder } of members)
    plan.add(planJsonFile(join(folder, files.workspace), files.workspace, moved));
  const databases = members
    .map(({ folder }) => join(folder, files.database))
    .filter((path) => existsSync(path));
  const planned = databases.map((path) => planDatabase(path, moved, fallback));
  for (const { notes } of planned) plan.add({ notes });
  const rewrites = planned.flatMap(({ rewrite }) => rewrite ?? []);
  if (databases.length < 2 || members.length < 2)
    for (const rewrite of rewrites) plan.add({ rewrite });
  else plan.add({ rewrite: mergedRewrite(databases, host.folder, rewrites, moved, fallback) });

  for (const { folder } of members)
    if (folder !== host.folder)
      mergeFolder(folder, host.folder, plan, {
        settled: new Set([files.workspace, ...files.besideDatabase]),
      });
  const to = join(dirname(host.folder), id);
  if (to !== host.folder) plan.renames.push({ from: host.folder, to });
}

/** `databases` in the order of their use, the newest first, of which the result keeps most. */
function mergedRewrite(
  databases: readonly string[],
  folder: string,
  rewrites: readonly Rewrite[],
  moved: Moved,
  fallback: Fallback | undefined,
): Rewrite {
  const target = realPathOf(join(folder, files.database));
  const [newest = target, ...others] = databases;
  const gone = databases.filter((path) => realPathOf(path) !== target);
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
      editCopy(newest, staged, fallback, (into) => {
        changeRows(into, moved);
        for (const other of others) {
          const copy = `${staged}.merged`;
          editCopy(other, copy, fallback, (database) => changeRows(database, moved));
          const from = openDatabase(copy, fallback);
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
