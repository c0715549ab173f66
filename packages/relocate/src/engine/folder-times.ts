import { dirname } from "node:path";
import { errorCode } from "@chatexport/core";
import type { Disk } from "../disk/disk.js";
import { lookAt, timesOf } from "../disk/look-at.js";
import type { PathPair } from "../move/path-map.js";
import type { FolderTimes } from "./journal.js";
import { type Operation, pathAfter, pathBefore } from "./operation.js";

/** The folders whose times some operations change, with the times that they have now; named as they are now. */
export function timesBefore(operations: readonly Operation[]): FolderTimes[] {
  const found = new Map<string, FolderTimes>();
  operations.forEach((operation, index) => {
    for (const path of touchedFolders(operation)) {
      const place = pathBefore(path, operations.slice(0, index));
      const stats = place === undefined || found.has(place) ? undefined : lookAt(place);
      if (place !== undefined && stats?.isDirectory())
        found.set(place, { path: place, ...timesOf(stats) });
    }
  });
  return [...found.values()];
}

function touchedFolders(operation: Operation): string[] {
  switch (operation.type) {
    case "rename":
      return [operation.from, dirname(operation.from), dirname(operation.to)];
    case "copy-folder":
      return [dirname(operation.to)];
    case "remove-folder":
      return [operation.path, dirname(operation.path)];
    default:
      return [dirname(operation.path)];
  }
}

/**
 * Gives folders their times back, wherever some renames have brought them, and returns when the names in
 * them are on the disk itself.
 */
export function settleFolders(
  folders: readonly FolderTimes[],
  renames: readonly PathPair[],
  disk: Disk,
): void {
  for (const { path, ...times } of folders) {
    const place = pathAfter(path, renames);
    if (place === undefined || !lookAt(place)?.isDirectory()) continue;
    try {
      disk.sync(place, "folder");
      disk.setTimes(place, times);
    } catch (error) {
      // A group may write to a folder of another user, but only the owner sets its times.
      if (!["EPERM", "EACCES"].includes(errorCode(error) ?? "")) throw error;
    }
  }
}
