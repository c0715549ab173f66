import type { Dirent } from "node:fs";
import { basename, join } from "node:path";
import { present } from "@chatexport/core";
import type { ConfigFolder } from "./contents.js";
import { isFolder } from "./disk.js";
import { historyName } from "./file-kinds.js";
import { newFile, type Survey } from "./survey.js";

/** A folder's `projects`, if it has such a folder. */
export function projectsIn(folder: string, entries: readonly Dirent[]): string | undefined {
  const path = join(folder, "projects");
  return entries.some(({ name }) => name === "projects") && isFolder(path) ? path : undefined;
}

/**
 * The config folder that a folder is, if it is one: it has `projects` or the history of prompts. One
 * that is neither a place nor named like one needs both, because other folders have projects too.
 */
export function configFolderAt(
  folder: string,
  entries: readonly Dirent[],
  isPlace: boolean,
  survey: Survey,
): ConfigFolder | undefined {
  const entry = entries.find(({ name }) => name === historyName);
  const hasHistory = entry !== undefined && !isFolder(join(folder, historyName));
  const hasProjects = projectsIn(folder, entries) !== undefined;
  const isLikely = isPlace || basename(folder).startsWith(".claude");
  if (isLikely ? !hasProjects && !hasHistory : !hasProjects || !hasHistory) return undefined;
  return present({
    path: folder,
    history: hasHistory ? newFile(folder, entry, survey) : undefined,
  });
}
