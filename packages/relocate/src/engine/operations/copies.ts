import type { BigIntStats } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "@chatexport/core";
import { MoveError } from "../../move-error.js";
import type { Disk } from "../disk.js";
import { isThere, lookAt, sha256Of, timesOf } from "../look.js";
import type { FileBefore, Looks } from "../operation.js";

/** Whether a rename or a link failed because the other name is on another volume. */
export function isOtherVolume(error: unknown): boolean {
  return errorCode(error) === "EXDEV";
}

/** `copyVerified`, and returns when the copy and its name are on the disk itself. */
export function copyFile(from: string, to: string, sha256: string, disk: Disk): void {
  copyVerified(from, to, sha256, disk);
  disk.sync(to, "file");
  disk.sync(dirname(to), "folder");
}

/** Copies a file whose hash is known, verifies the copy, and gives it owner, mode and times of the original. */
export function copyVerified(from: string, to: string, sha256: string, disk: Disk): void {
  removeIfThere(to, disk);
  const original = lookAt(from);
  if (!original) throw new Error(`${from} is not there any more`);
  disk.copyFile(from, to);
  if (sha256Of(to) !== sha256)
    throw new Error(`the copy of ${from} at ${to} has another content than the original`);
  dress(to, looksOf(original), disk);
}

/** Gives a file or folder the owner, if that is allowed, the mode and the times of another one. */
export function dress(path: string, { uid, gid, mode, ...times }: Looks, disk: Disk): void {
  const now = lookAt(path);
  if (now && (Number(now.uid) !== uid || Number(now.gid) !== gid)) {
    try {
      disk.setOwner(path, uid, gid);
    } catch (error) {
      // Only root may give files away, and others no group that they are not in.
      if (errorCode(error) !== "EPERM") throw error;
    }
  }
  if (!now?.isSymbolicLink()) disk.setMode(path, mode & 0o7777);
  disk.setTimes(path, times);
}

/** What `dress` gives. */
export function looksOf(stats: BigIntStats): Looks {
  const { uid, gid, mode } = stats;
  return { uid: Number(uid), gid: Number(gid), mode: Number(mode), ...timesOf(stats) };
}

/** Removes a file that this move may have left. */
export function removeIfThere(path: string, disk: Disk): void {
  if (isThere(path)) disk.remove(path);
}

/** Throws when a file is not what it was when the move read it; `before` is undefined for one that was not there. */
export function assertUnchanged(path: string, before: FileBefore | undefined): void {
  const now = lookAt(path);
  const isUnchanged = before
    ? now !== undefined &&
      String(now.ino) === before.ino &&
      Number(now.size) === before.size &&
      String(now.mtimeNs) === before.mtimeNs
    : now === undefined;
  if (!isUnchanged)
    throw new MoveError("changed", `${path} was changed by another program meanwhile`, {
      paths: [path],
    });
}

/** Puts a backup where it came from, over what is there. */
export function putBack(
  backup: string,
  path: string,
  { nearBack, sha256 }: { nearBack: string; sha256: string },
  disk: Disk,
): void {
  try {
    disk.rename(backup, path);
  } catch (error) {
    if (!isOtherVolume(error)) throw error;
    copyFile(backup, nearBack, sha256, disk);
    disk.rename(nearBack, path);
    disk.sync(dirname(path), "folder");
    disk.remove(backup);
  }
}
