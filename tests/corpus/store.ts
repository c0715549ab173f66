import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The paths of all files below a folder, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** One line per file with its name, size and time of change: what reading must not alter. */
export function snapshot(folder: string): string[] {
  return filesBelow(folder).map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
}
