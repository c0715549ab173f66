import { MoveError } from "../../move-error.js";
import type { Disk } from "../disk.js";
import { isThere } from "../look.js";
import type { CopyFolder, Operation, State, Whereabouts } from "../operation.js";
import { isCounted, type Progress } from "../progress.js";
import { removeTree } from "../tree/remove-tree.js";
import {
  makeFolder,
  removeFolder,
  stateOfMadeFolder,
  stateOfRemovedFolder,
  takeFolderBack,
  takeFolderRemovalBack,
} from "./folders.js";
import { putFile, stateOfPut, takePutBack } from "./put-file.js";
import { removeFile, stateOfRemoved, takeRemovalBack } from "./remove-file.js";
import { renameThing, stateOfRename, takeRenameBack } from "./rename.js";

/** Carries one operation out. When it throws, `takeBack` takes back what was done of it. */
export function carryOut(operation: Exclude<Operation, CopyFolder>, disk: Disk): void {
  switch (operation.type) {
    case "put":
      putFile(operation, disk);
      break;
    case "remove":
      removeFile(operation, disk);
      break;
    case "rename":
      renameThing(operation, disk);
      break;
    case "make-folder":
      makeFolder(operation, disk);
      break;
    case "remove-folder":
      removeFolder(operation, disk);
      break;
  }
}

/** What became of an operation, whether or not anybody knows how far it came. */
export function stateOf(operation: Operation, whereabouts: Whereabouts): State {
  const { placeOf } = whereabouts;
  switch (operation.type) {
    case "put":
      return stateOfPut(operation, placeOf(operation.path));
    case "remove":
      return stateOfRemoved(operation, placeOf(operation.path));
    case "rename":
      return stateOfRename(operation, whereabouts);
    case "make-folder":
      return stateOfMadeFolder(operation, whereabouts);
    case "remove-folder":
      return stateOfRemovedFolder(operation, whereabouts);
    case "copy-folder":
      return isThere(operation.to) ? "after" : "before";
  }
}

/**
 * Takes one operation back, as far as it was carried out; those that followed it have been taken back.
 * Throws `MoveError` rather than to overwrite what somebody else made.
 */
export function takeBack(operation: Operation, progress: Progress, disk: Disk): void {
  if (progress === "ahead" && isCounted(operation)) return;
  const whereabouts: Whereabouts = { placeOf: (path) => path, progress };
  const state = stateOf(operation, whereabouts);
  if (isObstacle(operation, state)) throw notAsLeft([placeToName(operation, whereabouts)]);
  switch (operation.type) {
    case "put":
      takePutBack(operation, state, disk);
      break;
    case "remove":
      takeRemovalBack(operation, state, disk);
      break;
    case "rename":
      takeRenameBack(operation, state, disk);
      break;
    case "make-folder":
      takeFolderBack(operation, state, disk);
      break;
    case "remove-folder":
      takeFolderRemovalBack(operation, state, disk);
      break;
    case "copy-folder":
      removeTree(operation.to, disk);
      break;
  }
}

/**
 * Whether an operation cannot be taken back. A file that is gone is no obstacle: it comes back over
 * nothing, or somebody else did away with it.
 */
export function isObstacle(operation: Operation, state: State): boolean {
  return (
    state === "changed" || (state === "gone" && operation.type === "rename" && !operation.isFile)
  );
}

/** The path at which people see why an operation cannot be taken back. */
export function placeToName(operation: Operation, { placeOf }: Whereabouts): string {
  const [path, other] =
    operation.type === "rename"
      ? [operation.from, operation.to]
      : [operation.type === "copy-folder" ? operation.to : operation.path];
  const place = placeOf(path) ?? path;
  return other === undefined || isThere(place) ? place : (placeOf(other) ?? other);
}

/** The error for things that somebody else changed or took away, so that they cannot be set back. */
export function notAsLeft(paths: readonly string[]): MoveError {
  const message = `not as the move left it: ${paths.join(", ")}`;
  return new MoveError("changed", message, { paths });
}
