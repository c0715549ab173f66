import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { attempt, groupBy } from "@chatexport/core/read";
import type { PlannedEdits } from "./plan-edits.js";

/** A session in a folder that is called after its project. */
export interface FolderSession {
  /** The folder of the project. */
  folder: string;
  /** The folder of the session. */
  cwd: string;
  /** Its files and folders, below that of the project. */
  own: readonly string[];
}

/**
 * Plans which folders of projects get the name of the new path: whole ones where all sessions move; of others, which
 * belong to several paths or whose new name is taken, the sessions alone. Gives the new paths of what moves.
 */
export function planProjectFolders(
  sessions: readonly FolderSession[],
  nameOf: (cwd: string) => string,
  { paths, renames, emptied }: Pick<PlannedEdits, "paths" | "renames" | "emptied">,
): ReadonlyMap<string, string> {
  const moved = new Map<string, string>();
  for (const [folder, group] of groupBy(sessions, (session) => session.folder)) {
    const targets = group.map(({ cwd }) => {
      const to = paths.map.path(cwd);
      const isNamed = to !== undefined && basename(folder) === nameOf(cwd);
      return isNamed ? join(folder, "..", nameOf(to)) : undefined;
    });
    const [target, ...others] = new Set(targets);
    const isWhole = target !== undefined && others.length === 0 && !existsSync(target);
    for (const [index, { own }] of group.entries()) {
      const there = targets[index];
      if (there === undefined || there === folder) continue;
      for (const from of own) {
        const to = join(there, relative(folder, from));
        if (isWhole) moved.set(from, to);
        else if (!existsSync(to)) {
          moved.set(from, to);
          renames.push({ from, to });
        }
      }
    }
    if (isWhole) renames.push({ from: folder, to: target });
    else if (isEmptyAfter(folder, moved)) emptied.push(folder);
  }
  return moved;
}

function isEmptyAfter(folder: string, moved: ReadonlyMap<string, string>): boolean {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.length > 0 && names.every((name) => moved.has(join(folder, name)));
}
