import { errorCode } from "@chatexport/core";
import type { Disk } from "../disk.js";
import { areSame, isThere, sha256Of } from "../look.js";
import type { PutFile, State } from "../operation.js";
import { assertUnchanged, copyFile, isOtherVolume, putBack, removeIfThere } from "./copies.js";

// What systems answer when a volume has no links, or another one has the other name.
const noLinks: ReadonlySet<string | undefined> = new Set([
  "EXDEV",
  "EPERM",
  "EACCES",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EISDIR",
]);

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
    if (!noLinks.has(errorCode(error))) throw error;
    copyFile(path, backup, before.sha256, disk);
  }
}

/** Gives a path its new content at once: nobody ever finds it without any. */
export function putFile(operation: PutFile, disk: Disk): void {
  const { path, before, staged, after, near, absent } = operation;
  for (const each of absent) assertUnchanged(each, undefined);
  assertUnchanged(path, before);
  try {
    disk.rename(staged, path);
  } catch (error) {
    if (!isOtherVolume(error)) throw error;
    copyFile(staged, near, after.sha256, disk);
    disk.remove(staged);
    assertUnchanged(path, before);
    disk.rename(near, path);
  }
}

/** What became of a path; `place` is where it is now, undefined where nothing can be. */
export function stateOfPut(operation: PutFile, place: string | undefined): State {
  const { before, backup, staged, near, after } = operation;
  if (isThere(staged) || isThere(near)) return "before";
  if (before && !isThere(backup)) return "before";
  if (place === undefined || !isThere(place)) return before ? "gone" : "before";
  // A second name of the file itself.
  if (before && areSame(place, backup)) return "before";
  const sha256 = sha256Of(place);
  if (sha256 === after.sha256) return "after";
  return sha256 === before?.sha256 ? "before" : "changed";
}

/** Gives the path its former content, or none; what became of it is known. */
export function takePutBack(operation: PutFile, state: State, disk: Disk): void {
  const { path, before, backup, near, nearBack } = operation;
  removeIfThere(near, disk);
  removeIfThere(nearBack, disk);
  if (state === "before") return;
  if (before) putBack(backup, path, { nearBack, sha256: before.sha256 }, disk);
  else disk.remove(path);
}
