import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type Context, errorCode } from "@chatexport/core";
import { attempt, unreadableFolder } from "@chatexport/core/read";

/** The names in a folder, in alphabetical order; links count as what they lead to. */
export interface Entries {
  folders: string[];
  files: string[];
}

/** The entries of a folder. One that does not exist is empty; one that cannot be read is reported. */
export function entriesOf(folder: string, context?: Context): Entries {
  const found: Entries = { folders: [], files: [] };
  let entries: Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    if (context && errorCode(cause) !== "ENOENT") context.report(unreadableFolder(folder, cause));
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const target = entry.isSymbolicLink() ? statOf(join(folder, entry.name)) : entry;
    if (target?.isDirectory()) found.folders.push(entry.name);
    else if (target?.isFile()) found.files.push(entry.name);
  }
  return found;
}

/** The status of a path; undefined where there is nothing, or access is denied. */
export function statOf(path: string): Stats | undefined {
  return attempt(() => statSync(path));
}

/** True when there is a folder at a path; reports one that cannot be accessed. */
export function isFolder(path: string, context: Context): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT") context.report(unreadableFolder(path, cause));
    return false;
  }
}
