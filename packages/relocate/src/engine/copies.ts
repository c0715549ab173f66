import { type BigIntStats, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "@chatexport/core";
import type { Disk } from "../disk/disk.js";
import { isThere, lookAt, sha256Of, timesOf } from "../disk/look-at.js";
import { ChangeError } from "../move/change-error.js";
import type { Content, FileBefore, Looks } from "./operation.js";

/** Gives a file another name; `copy` does so where that is on another volume. */
export function renameOr(from: string, to: string, disk: Disk, copy: () => void): void {
  try {
    disk.rename(from, to);
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    copy();
  }
}

/** `copyVerified`, and returns when the copy and its name are on the disk itself. */
export function copyFile(from: string, to: string, sha256: string, disk: Disk): void {
  copyVerified(from, to, sha256, disk);
  disk.sync(to, "file");
  disk.sync(dirname(to), "folder");
}

/** Copies a file whose hash is known, verifies the copy, and gives it owner, mode and times of the original. */
function copyVerified(from: string, to: string, sha256: string, disk: Disk): void {
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
      // Only root may change the owner; other users may set only groups that they are in.
      if (errorCode(error) !== "EPERM") throw error;
    }
  }
  if (!now?.isSymbolicLink()) disk.setMode(path, mode & 0o7777);
  disk.setTimes(path, times);
}

/** Mode, owner and times, as `dress` sets them. */
export function looksOf(stats: BigIntStats): Looks {
  const { uid, gid, mode } = stats;
  return { uid: Number(uid), gid: Number(gid), mode: Number(mode), ...timesOf(stats) };
}

/** Removes a file that this transaction may have left. */
export function removeIfThere(path: string, disk: Disk): void {
  if (isThere(path)) disk.remove(path);
}

/** Throws when a file is not what it was when the transaction read it; `before` is undefined for one that was not there. */
export function assertUnchanged(path: string, before: FileBefore | undefined): void {
  const now = lookAt(path);
  const isUnchanged = before
    ? now !== undefined &&
      String(now.ino) === before.ino &&
      Number(now.size) === before.size &&
      String(now.mtimeNs) === before.mtimeNs
    : now === undefined;
  if (!isUnchanged)
    throw new ChangeError("changed", `${path} was changed by another program meanwhile`, {
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
  renameOr(backup, path, disk, () => {
    copyFile(backup, nearBack, sha256, disk);
    disk.rename(nearBack, path);
    disk.sync(dirname(path), "folder");
    disk.remove(backup);
  });
}

/** Called between two steps of something that takes long; throws to end it. */
export type Pause = () => Promise<void>;

/**
 * Copies a folder to a name that nothing has, and verifies the copy: links stay links, modes and times
 * are kept. Returns what lies in it. Throws when it changes meanwhile.
 */
export async function copyTree(
  from: string,
  to: string,
  { disk, pause }: { disk: Disk; pause: Pause },
): Promise<Content[]> {
  const contents = contentsOf(from);
  disk.makeFolder(to, 0o700);
  for (const { path, kind } of contents) {
    await pause();
    copyThing(kind, join(from, path), join(to, path), disk);
  }
  // Times last: each new file changes those of its folder. Modes last: some forbid writing.
  const folders = ["", ...contents.filter(({ kind }) => kind === "folder").map(({ path }) => path)];
  for (const path of folders.toReversed()) dressFolder(join(from, path), join(to, path), disk);
  // All at the end: most bytes are on the disk by then, so that little is left to wait for.
  for (const { path, kind } of contents)
    if (kind === "file" || kind === "folder") disk.sync(join(to, path), kind);
  assertSame(from, contents);
  return contents;
}

function copyThing(kind: Content["kind"], from: string, to: string, disk: Disk): void {
  const stats = lookAt(from);
  if (!stats) throw changedMeanwhile([from]);
  if (kind === "folder") disk.makeFolder(to, 0o700);
  else if (kind === "file") copyVerified(from, to, sha256Of(from), disk);
  else {
    disk.makeSymbolicLink(readlinkSync(from), to);
    dress(to, looksOf(stats), disk);
  }
}

function dressFolder(from: string, to: string, disk: Disk): void {
  const stats = lookAt(from);
  if (!stats) throw changedMeanwhile([from]);
  dress(to, looksOf(stats), disk);
}

/** Throws when a folder does not hold any more what it did when it was copied. */
export function assertSame(folder: string, contents: readonly Content[]): void {
  const changed = differences(contents, contentsOf(folder));
  if (changed.length > 0) throw changedMeanwhile(changed.map((path) => join(folder, path)));
}

function changedMeanwhile(paths: readonly string[]): ChangeError {
  const message = `changed while it was copied: ${paths.join(", ")}`;
  return new ChangeError("changed", message, { paths });
}

/**
 * Throws before anything is copied when a folder holds what cannot be: sockets, pipes, devices, a volume
 * that is mounted in it; or when it is too large for the place. `target` is a folder of the new volume.
 */
export function assertCopyable(from: string, target: string, disk: Disk): void {
  const contents = contentsOf(from);
  const volume = lookAt(from)?.dev;
  const special = contents
    .filter(
      ({ path, kind }) =>
        kind === "other" || (kind === "folder" && lookAt(join(from, path))?.dev !== volume),
    )
    .map(({ path }) => join(from, path));
  if (special.length > 0) {
    const message = `cannot be copied to another volume: ${special.join(", ")} (only files, folders and links can); end the programs that use them, or remove them`;
    throw new ChangeError("special", message, { paths: special });
  }
  const bytes = contents.reduce((sum, { size }) => sum + size, 0);
  assertRoom(bytes, target, disk);
}

/** Throws when a volume has less room than some bytes need. */
export function assertRoom(bytes: number, folder: string, disk: Disk): void {
  const free = disk.freeSpace(folder);
  if (free === undefined || free >= bytes) return;
  const message = `the volume of ${folder} has room for ${megabytes(free)}, and ${megabytes(bytes)} are needed`;
  throw new ChangeError("no-space", message, { paths: [folder] });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** All that lies in a folder, each thing before what lies in it, always in the same order; for a file itself alone. */
export function contentsOf(thing: string): Content[] {
  const stats = lookAt(thing);
  if (!stats) return [];
  if (!stats.isDirectory()) return [contentOf("", stats)];
  const contents: Content[] = [];
  const add = (below: string) => {
    for (const name of readdirSync(join(thing, below)).sort()) {
      const path = join(below, name);
      const found = lookAt(join(thing, path));
      if (!found) continue;
      contents.push(contentOf(path, found));
      if (found.isDirectory()) add(path);
    }
  };
  add("");
  return contents;
}

function contentOf(path: string, stats: BigIntStats): Content {
  const kind = kindOf(stats);
  // How large a folder is says more about the disk than about what lies in it.
  const size = kind === "folder" ? 0 : Number(stats.size);
  return { path, kind, size, mtimeNs: String(stats.mtimeNs) };
}

function kindOf(stats: BigIntStats): Content["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}

/** The paths of what is not the same in two lists of contents. */
export function differences(before: readonly Content[], after: readonly Content[]): string[] {
  const known = new Map(before.map((content) => [content.path, content]));
  const isSame = ({ path, kind, size, mtimeNs }: Content) => {
    const other = known.get(path);
    return other?.kind === kind && other.size === size && other.mtimeNs === mtimeNs;
  };
  const changed = after.filter((content) => !isSame(content)).map(({ path }) => path);
  const present = new Set(after.map(({ path }) => path));
  return [...changed, ...before.map(({ path }) => path).filter((path) => !present.has(path))];
}

/** Removes a folder that a transaction has made, with all that lies in it; what is gone already is no error. */
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
