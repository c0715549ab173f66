import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lchownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  openSync,
  rmdirSync,
  statfsSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { errorCode } from "@chatexport/core";
import { renameOver } from "@chatexport/core/host";
import { attempt } from "@chatexport/core/read";

/** The times when something was read and changed, in nanoseconds since 1970, as decimal digits. */
export interface Times {
  atimeNs: string;
  mtimeNs: string;
}

/** All that a move changes on a disk goes through one of these, so that tests can let any of it fail. */
export interface Disk {
  /** Never over something that has the name; a folder and what lies in it, too. */
  rename(from: string, to: string): void;
  /** A second name for a file. */
  link(from: string, to: string): void;
  /** Only the bytes, to a file that does not exist. */
  copyFile(from: string, to: string): void;
  writeFile(path: string, text: string): void;
  makeSymbolicLink(target: string, path: string): void;
  /** A file or a symbolic link. */
  remove(path: string): void;
  makeFolder(path: string, mode?: number): void;
  /** Only an empty one. */
  removeFolder(path: string): void;
  setMode(path: string, mode: number): void;
  setOwner(path: string, uid: number, gid: number): void;
  /** Of a symbolic link its own. Microseconds are kept, no more, and milliseconds as Node tells them. */
  setTimes(path: string, times: Times): void;
  /** Returns when a file, or the names in a folder, are on the disk itself. */
  sync(path: string, kind: "file" | "folder"): void;
  /** The number of bytes that may be written to the volume of a folder; undefined where that is not known. */
  freeSpace(folder: string): number | undefined;
}

/** The disks of this machine. */
export const realDisk: Disk = {
  rename: renameOver,
  link: linkSync,
  copyFile: (from, to) => copyFileSync(from, to, constants.COPYFILE_EXCL),
  writeFile: (path, text) => writeFileSync(path, text, { mode: 0o600 }),
  makeSymbolicLink: (target, path) => symlinkSync(target, path),
  remove: unlinkSync,
  makeFolder: (path, mode) => void mkdirSync(path, { mode }),
  removeFolder: rmdirSync,
  setMode: chmodSync,
  setOwner: lchownSync,
  setTimes: (path, { atimeNs, mtimeNs }) => lutimesSync(path, seconds(atimeNs), seconds(mtimeNs)),
  sync: syncToDisk,
  freeSpace,
};

function seconds(nanoseconds: string): number {
  const time = BigInt(nanoseconds);
  // Node tells times in milliseconds, and rounds the last 122 nanoseconds of one up to the next.
  const told = Number(time / billion) * 1e3 + Number(time % billion) / 1e6;
  const microseconds = Math.max(Number(time / 1000n), Math.floor(told) * 1e3);
  // The middle of the microsecond: numbers of this size are not exact enough for its begin.
  return (microseconds + 0.5) / 1e6;
}

const billion = 1_000_000_000n;

function syncToDisk(path: string, kind: "file" | "folder"): void {
  const isWindows = process.platform === "win32";
  // Windows has no such thing for folders, and for files only when they may be written.
  if (isWindows && (kind === "folder" || (statSync(path).mode & 0o200) === 0)) return;
  const opened = openSync(path, isWindows ? "r+" : "r");
  try {
    fsyncSync(opened);
  } catch (error) {
    // Some volumes of other machines have no such thing for folders either.
    if (kind === "file" || !["EINVAL", "ENOTSUP"].includes(errorCode(error) ?? "")) throw error;
  } finally {
    closeSync(opened);
  }
}

function freeSpace(folder: string): number | undefined {
  const volume = attempt(() => statfsSync(folder));
  return volume && volume.bavail * volume.bsize;
}
