import type { Disk } from "../disk.js";
import { isThere, sha256Of } from "../look.js";
import type { FileBefore, RemoveFile, State } from "../operation.js";
import { assertUnchanged, copyFile, isOtherVolume, putBack, removeIfThere } from "./copies.js";

/** Takes a file away: it becomes the backup. */
export function removeFile({ path, before, backup }: RemoveFile, disk: Disk): void {
  assertUnchanged(path, before);
  try {
    disk.rename(path, backup);
  } catch (error) {
    if (!isOtherVolume(error)) throw error;
    copyFile(path, backup, before.sha256, disk);
    removeUnchanged(path, before, backup, disk);
  }
}

function removeUnchanged(path: string, before: FileBefore, copy: string, disk: Disk): void {
  try {
    assertUnchanged(path, before);
  } catch (error) {
    // A copy counts as a sign that the file was removed.
    disk.remove(copy);
    throw error;
  }
  disk.remove(path);
}

/** What became of the file; `place` is where its path is now, undefined where nothing can be. */
export function stateOfRemoved({ before, backup }: RemoveFile, place: string | undefined): State {
  if (!isThere(backup)) return "before";
  if (place === undefined || !isThere(place)) return "after";
  // The backup is a copy, from before the file was removed or after it was put back.
  return sha256Of(place) === before.sha256 ? "before" : "changed";
}

/** Puts the file back where it was; what became of it is known. */
export function takeRemovalBack(operation: RemoveFile, state: State, disk: Disk): void {
  const { path, before, backup, nearBack } = operation;
  removeIfThere(nearBack, disk);
  if (state === "after") putBack(backup, path, { nearBack, sha256: before.sha256 }, disk);
}
