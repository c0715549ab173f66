import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The paths of all files below a folder. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
