import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Disk } from "../disk.js";
import { lookAt } from "../look.js";

/** Removes a folder that a move has made, with all that lies in it; what is gone already is no error. */
export function removeTree(path: string, disk: Disk): void {
  const stats = lookAt(path);
  if (!stats) return;
  if (!stats.isDirectory()) {
    disk.remove(path);
    return;
  }
  // Nothing can be taken from a folder that may not be written.
  if ((Number(stats.mode) & 0o700) !== 0o700) disk.setMode(path, 0o700);
  for (const name of readdirSync(path)) removeTree(join(path, name), disk);
  disk.removeFolder(path);
}
