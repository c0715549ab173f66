import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { MoveError } from "../../move-error.js";
import type { Disk } from "../disk.js";
import { lookAt, sha256Of } from "../look.js";
import type { Content } from "../operation.js";
import { copyVerified, dress, looksOf } from "../operations/copies.js";
import { contentsOf, differences } from "./contents.js";

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
  // What is put into a folder changes its time, and some may not be written when they are dressed.
  const folders = ["", ...contents.filter(({ kind }) => kind === "folder").map(({ path }) => path)];
  for (const path of folders.toReversed()) dressFolder(join(from, path), join(to, path), disk);
  // All at the end: most of it is on the disk by then, so that there is little to wait for.
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

function changedMeanwhile(paths: readonly string[]): MoveError {
  const message = `changed while it was copied: ${paths.join(", ")}`;
  return new MoveError("changed", message, { paths });
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
    throw new MoveError("special", message, { paths: special });
  }
  assertRoom(
    contents.reduce((sum, { size }) => sum + size, 0),
    target,
    disk,
  );
}

/** Throws when a volume has less room than some bytes need. */
export function assertRoom(bytes: number, folder: string, disk: Disk): void {
  const free = disk.freeSpace(folder);
  if (free === undefined || free >= bytes) return;
  const message = `the volume of ${folder} has room for ${megabytes(free)}, and ${megabytes(bytes)} are needed`;
  throw new MoveError("no-space", message, { paths: [folder] });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
