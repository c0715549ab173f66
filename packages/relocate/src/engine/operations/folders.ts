import { errorCode } from "@chatexport/core";
import type { Disk } from "../disk.js";
import { isThere } from "../look.js";
import type { MakeFolder, RemoveFolder, State, Whereabouts } from "../operation.js";

/** Makes a folder. */
export function makeFolder({ path }: MakeFolder, disk: Disk): void {
  disk.makeFolder(path);
}

/** What became of the folder. */
export function stateOfMadeFolder({ path }: MakeFolder, { placeOf, progress }: Whereabouts): State {
  return progress === "ahead" || !isThere(placeOf(path) ?? "") ? "before" : "after";
}

/** Removes a folder that was made; one that somebody has put something into stays. */
export function takeFolderBack({ path }: MakeFolder, state: State, disk: Disk): void {
  if (state !== "after") return;
  try {
    disk.removeFolder(path);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) throw error;
  }
}

/** Removes a folder; throws when something is in it. */
export function removeFolder({ path }: RemoveFolder, disk: Disk): void {
  disk.removeFolder(path);
}

/** What became of the folder. */
export function stateOfRemovedFolder(
  { path }: RemoveFolder,
  { placeOf, progress }: Whereabouts,
): State {
  return progress === "ahead" || isThere(placeOf(path) ?? "") ? "before" : "after";
}

/** Makes a folder again that was removed. */
export function takeFolderRemovalBack(
  { path, mode }: RemoveFolder,
  state: State,
  disk: Disk,
): void {
  if (state === "after") disk.makeFolder(path);
  // It may have been made just before somebody stopped this.
  disk.setMode(path, mode & 0o7777);
}
