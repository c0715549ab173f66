import { sep } from "node:path";
import type { Times } from "../disk/disk.js";
import { isThere } from "../disk/look-at.js";
import type { PathPair } from "../move/path-map.js";

/** Mode, owner and times, which a file takes over from the one that it replaces. */
export interface Looks extends Times {
  mode: number;
  uid: number;
  gid: number;
}

/** A file as it was before a transaction. */
export interface FileBefore extends Looks {
  /** Bytes. */
  size: number;
  sha256: string;
  /** The number of the file on its volume, in decimal digits. */
  ino: string;
}

/** A path gets new content, which waits in a file of the transaction. */
export interface PutFile {
  type: "put";
  path: string;
  /** The file until then, which becomes the backup; absent when it is a new file. */
  before?: FileBefore;
  backup: string;
  /** The place where the new content waits. As long as it does, or lies at `near`, the path is as before. */
  staged: string;
  after: { size: number; sha256: string };
  /** Files that were not there, and whose coming means that a program has opened a database. */
  absent: string[];
  /** Names beside the path that a file on its way from or to another volume has. */
  near: string;
  nearBack: string;
}

/** A file goes; it becomes the backup. */
export interface RemoveFile {
  type: "remove";
  path: string;
  before: FileBefore;
  backup: string;
  nearBack: string;
}

/** A file or folder gets another name. */
export interface RenameThing {
  type: "rename";
  from: string;
  to: string;
  /** The number of the thing on its volume, in decimal digits. */
  ino: string;
  /**
   * Its contents when the transaction was done; absent for the folder of a project, in which the
   * user works on.
   */
  contents?: Content[];
  isFile: boolean;
  /** It is a copy that the transaction has made: when it is set back, it may be gone already. */
  isCopy?: boolean;
  /** It was removed for good when the transaction was done, because there is a copy on another volume. */
  isRemoved?: boolean;
}

/** A folder is made where there was none. */
export interface MakeFolder {
  type: "make-folder";
  path: string;
}

/** A folder goes that is empty by then. */
interface RemoveFolder {
  type: "remove-folder";
  path: string;
  mode: number;
}

/** The folder of a project is copied to another volume. */
interface CopyFolder {
  type: "copy-folder";
  from: string;
  to: string;
}

/** A step of a transaction, which can be taken back. */
export type Operation = PutFile | RemoveFile | RenameThing | MakeFolder | RemoveFolder | CopyFolder;

/** Something that lies in a folder: its path below that, and what changes when it is changed. */
export interface Content {
  path: string;
  kind: "file" | "folder" | "link" | "other";
  size: number;
  mtimeNs: string;
}

/** The renames among some operations. */
export function renamesOf(operations: readonly Operation[]): RenameThing[] {
  return operations.filter((operation) => operation.type === "rename");
}

/**
 * The state found where an operation would be taken back: it is `before` when it did not take place
 * or was taken back, `after` when it took place. Another program made the others: a file has a
 * content that neither was before nor came with the transaction, or something has a name that has
 * to be free (`changed`); or a file or folder is not there any more (`gone`).
 */
export type State = "before" | "after" | "changed" | "gone";

/**
 * The progress of a transaction with one of its operations: names on the disk cannot tell where one name is
 * given to several things in turn. `begun`: it is the last one that was begun, or is being taken back.
 */
export type Progress = "done" | "begun" | "ahead";

/** The places to look for what became of an operation. */
export interface Whereabouts {
  /**
   * The present path of what had this path when the operation was carried out; undefined where nothing can
   * be.
   */
  currentPath(path: string): string | undefined;
  progress: Progress;
}

/**
 * The path after a folder got another name; undefined when it was not in that folder. By exact characters,
 * unlike a `PathMap`: these are names as the disk has them.
 */
export function renamed(path: string, { from, to }: PathPair): string | undefined {
  if (path === from) return to;
  return path.startsWith(from + sep) ? to + path.slice(from.length) : undefined;
}

/** The path of a thing after some renames; undefined when there cannot have been one before them. */
export function pathAfter(path: string, renames: readonly PathPair[]): string | undefined {
  let place = path;
  for (const rename of renames) {
    const next = renamed(place, rename);
    // A rename never takes a name that something has.
    if (next === undefined && renamed(place, { from: rename.to, to: "" }) !== undefined)
      return undefined;
    place = next ?? place;
  }
  return place;
}

/**
 * The present path of the thing that will have a path when some operations have been carried out; undefined
 * when there is nothing now that could get there.
 */
export function pathBefore(path: string, operations: readonly Operation[]): string | undefined {
  let place = path;
  for (const { from, to } of renamesOf(operations).toReversed()) {
    const before = renamed(place, { from: to, to: from });
    if (before === undefined && renamed(place, { from, to }) !== undefined) return undefined;
    place = before ?? place;
  }
  return place;
}

/** True when there will be something at a path when some operations have been carried out. */
export function willBeThere(path: string, operations: readonly Operation[]): boolean {
  const last = operations.findLast(
    (operation) =>
      operation.type.endsWith("-folder") && "path" in operation && operation.path === path,
  );
  if (last) return last.type === "make-folder";
  const place = pathBefore(path, operations);
  return place !== undefined && isThere(place);
}
