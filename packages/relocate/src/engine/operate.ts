import { errorCode } from "@chatexport/core";
import { nameSet } from "@chatexport/core/read";
import type { Disk } from "../disk/disk.js";
import { areSame, isListed, isThere, lookAt, sha256Of } from "../disk/look-at.js";
import { ChangeError } from "../move/change-error.js";
import {
  assertUnchanged,
  copyFile,
  putBack,
  removeIfThere,
  removeTree,
  renameOr,
} from "./copies.js";
import { isMarked } from "./journal.js";
import type {
  FileBefore,
  MakeFolder,
  Operation,
  Progress,
  PutFile,
  RemoveFile,
  RenameThing,
  State,
  Whereabouts,
} from "./operation.js";

/** Carries one operation out; a folder is copied before. When it throws, `takeBack` undoes what was done of it. */
export function carryOut(operation: Operation, disk: Disk): void {
  actionOf(operation).carryOut(operation, disk);
}

/** The state of an operation, also when its process was killed in the middle. */
export function stateOf(operation: Operation, whereabouts: Whereabouts): State {
  return actionOf(operation).stateOf(operation, whereabouts);
}

/**
 * Takes one operation back, as far as it was carried out; those that followed it have been taken back.
 * Throws `ChangeError` rather than overwrite what another program made.
 */
export function takeBack(operation: Operation, progress: Progress, disk: Disk): void {
  if (progress === "ahead" && isMarked(operation)) return;
  const whereabouts: Whereabouts = { currentPath: (path) => path, progress };
  const state = stateOf(operation, whereabouts);
  if (isObstacle(operation, state)) throw notAsLeft([pathToName(operation, whereabouts)]);
  actionOf(operation).takeBack(operation, state, disk);
}

/** The way in which operations of one type are carried out and taken back. */
interface Action<Kind extends Operation> {
  carryOut(operation: Kind, disk: Disk): void;
  stateOf(operation: Kind, whereabouts: Whereabouts): State;
  /** Its state is known, and no obstacle. */
  takeBack(operation: Kind, state: State, disk: Disk): void;
}

const actions: {
  [Type in Operation["type"]]: Action<Extract<Operation, { type: Type }>>;
} = {
  put: { carryOut: putFile, stateOf: stateOfPut, takeBack: takePutBack },
  remove: { carryOut: removeFile, stateOf: stateOfRemoved, takeBack: takeRemovalBack },
  rename: {
    carryOut: renameThing,
    stateOf: stateOfRename,
    takeBack({ from, to }, state, disk) {
      if (state === "after") disk.rename(to, from);
    },
  },
  "make-folder": {
    carryOut: ({ path }, disk) => disk.makeFolder(path),
    stateOf: ({ path }, { currentPath, progress }) =>
      progress === "ahead" || !isThere(currentPath(path) ?? "") ? "before" : "after",
    takeBack: takeFolderBack,
  },
  "remove-folder": {
    carryOut: ({ path }, disk) => disk.removeFolder(path),
    stateOf: ({ path }, { currentPath, progress }) =>
      progress === "ahead" || isThere(currentPath(path) ?? "") ? "before" : "after",
    takeBack({ path, mode }, state, disk) {
      if (state === "after") disk.makeFolder(path);
      // A killed process may have made it, and not given it its mode.
      disk.setMode(path, mode & 0o7777);
    },
  },
  "copy-folder": {
    carryOut() {},
    stateOf: ({ to }) => (isThere(to) ? "after" : "before"),
    takeBack: ({ to }, _state, disk) => removeTree(to, disk),
  },
};

function actionOf(operation: Operation): Action<Operation> {
  // The table has for each type the action that takes it, which the compiler cannot follow.
  return actions[operation.type] as Action<Operation>;
}

/**
 * True when an operation cannot be taken back. A file that is gone is no obstacle: its backup comes back
 * over nothing.
 */
export function isObstacle(operation: Operation, state: State): boolean {
  return (
    state === "changed" || (state === "gone" && operation.type === "rename" && !operation.isFile)
  );
}

/** The path at which people see why an operation cannot be taken back. */
export function pathToName(operation: Operation, { currentPath }: Whereabouts): string {
  const [path, other] =
    operation.type === "rename"
      ? [operation.from, operation.to]
      : [operation.type === "copy-folder" ? operation.to : operation.path];
  const place = currentPath(path) ?? path;
  return other === undefined || isThere(place) ? place : (currentPath(other) ?? other);
}

/** The error for things that another program changed or removed, so that they cannot be set back. */
export function notAsLeft(paths: readonly string[]): ChangeError {
  const message = `not as chatexport left it: ${paths.join(", ")}`;
  return new ChangeError("changed", message, { paths });
}

// What systems answer when a volume has no links, or another one has the other name.
const noLinks = nameSet("EXDEV EPERM EACCES ENOTSUP EOPNOTSUPP ENOSYS EMLINK EISDIR");

/**
 * Keeps the file that will be replaced: by a second name, so that it is the file itself that comes back,
 * or by a verified copy.
 */
export function backUp({ path, before, backup }: PutFile, disk: Disk): void {
  if (!before) return;
  assertUnchanged(path, before);
  try {
    disk.link(path, backup);
  } catch (error) {
    if (!noLinks.has(errorCode(error) ?? "")) throw error;
    copyFile(path, backup, before.sha256, disk);
  }
}

/** Replaces the content in one step, so that the path always has a content. */
function putFile(operation: PutFile, disk: Disk): void {
  const { path, before, staged, after, near, absent } = operation;
  for (const each of absent) assertUnchanged(each, undefined);
  assertUnchanged(path, before);
  renameOr(staged, path, disk, () => {
    copyFile(staged, near, after.sha256, disk);
    disk.remove(staged);
    assertUnchanged(path, before);
    disk.rename(near, path);
  });
}

function stateOfPut(operation: PutFile, { currentPath }: Whereabouts): State {
  const { path, before, backup, staged, near, after } = operation;
  if (isThere(staged) || isThere(near)) return "before";
  if (before && !isThere(backup)) return "before";
  const place = currentPath(path);
  if (place === undefined || !isThere(place)) return before ? "gone" : "before";
  // A second name of the file itself.
  if (before && areSame(place, backup)) return "before";
  const sha256 = sha256Of(place);
  if (sha256 === after.sha256) return "after";
  return sha256 === before?.sha256 ? "before" : "changed";
}

function takePutBack(operation: PutFile, state: State, disk: Disk): void {
  const { path, before, backup, near, nearBack } = operation;
  removeIfThere(near, disk);
  removeIfThere(nearBack, disk);
  if (state === "before") return;
  if (before) putBack(backup, path, { nearBack, sha256: before.sha256 }, disk);
  else disk.remove(path);
}

function removeFile({ path, before, backup }: RemoveFile, disk: Disk): void {
  assertUnchanged(path, before);
  renameOr(path, backup, disk, () => {
    copyFile(path, backup, before.sha256, disk);
    removeUnchanged(path, before, backup, disk);
  });
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

function stateOfRemoved({ path, before, backup }: RemoveFile, { currentPath }: Whereabouts): State {
  if (!isThere(backup)) return "before";
  const place = currentPath(path);
  if (place === undefined || !isThere(place)) return "after";
  // The backup is a copy, from before the file was removed or after it was put back.
  return sha256Of(place) === before.sha256 ? "before" : "changed";
}

function takeRemovalBack(operation: RemoveFile, state: State, disk: Disk): void {
  const { path, before, backup, nearBack } = operation;
  removeIfThere(nearBack, disk);
  if (state === "after") putBack(backup, path, { nearBack, sha256: before.sha256 }, disk);
}

function renameThing({ from, to }: RenameThing, disk: Disk): void {
  if (isThere(to) && !isOtherSpelling(from, to))
    throw new ChangeError("occupied", `${to} is there already`, { paths: [to] });
  disk.rename(from, to);
}

/**
 * True when two names differ in case alone and are one for the disk: a rename between them replaces
 * nothing.
 */
export function isOtherSpelling(one: string, other: string): boolean {
  return comparable(one) === comparable(other) && areSame(one, other);
}

function comparable(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function stateOfRename(
  { from: first, to: second, ino, isCopy, isRemoved }: RenameThing,
  { currentPath, progress }: Whereabouts,
): State {
  if (progress === "ahead") return "before";
  const [from, to] = [currentPath(first), currentPath(second)];
  const hasOld = from !== undefined && isThere(from);
  const hasNew = to !== undefined && isThere(to);
  if (isRemoved) return hasOld ? "changed" : "after";
  if (!hasOld && !hasNew) return isCopy ? "before" : "gone";
  if (!hasOld || !hasNew) return hasNew ? "after" : "before";
  if (isOtherSpelling(from, to)) return isListed(from) ? "before" : "after";
  // Another program made the other one.
  return progress === "begun" && String(lookAt(from)?.ino) === ino ? "before" : "changed";
}

/** Removes a folder that was made, unless another program has put something into it. */
function takeFolderBack({ path }: MakeFolder, state: State, disk: Disk): void {
  if (state !== "after") return;
  try {
    disk.removeFolder(path);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) throw error;
  }
}
