import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "@chatexport/core";
import type { Disk, Times } from "../disk/disk.js";
import { ChangeError } from "../move/change-error.js";
import type { Operation, Progress } from "./operation.js";

/** The phase of a transaction. */
export type Phase =
  | "preparing" // New contents are written beside the stores, and the project's folder is copied.
  | "committing" // Its operations are carried out.
  | "cleaning" // All is done, but the old folder of a project that was copied is still there.
  | "done"
  | "restoring" // It is being undone, for which the folder of the project is copied back.
  | "undoing" // Its operations are taken back.
  | "undone"; // All is as before, what the transaction kept can go.

/** The purpose of a transaction that moved no project. */
export interface About {
  /** The command of chatexport: "continue". */
  command: string;
  /** The source of the store that changed: "claude". */
  source: string;
  /** The id of the session in that store; "--all" for several, "" when it is about none. */
  session: string;
}

/** The record of a transaction on the disk, which survives the process that makes it. */
export interface Journal {
  version: 1;
  id: string;
  /** The time when it began, as an ISO time. */
  time: string;
  phase: Phase;
  /** Absent for the move of a project. */
  about?: About;
  /** The folder of the project. */
  from: string;
  /** Its new path; the same when no project moves. */
  to: string;
  /** In the order in which they are carried out. */
  operations: Operation[];
  /** Folders of which something goes or comes, named as before the transaction, and the times that they keep. */
  folders: FolderTimes[];
}

/** A folder and its times. */
export interface FolderTimes extends Times {
  path: string;
}

const journalName = "journal.json";

/** The path of the journal of a transaction. */
export function journalPath(folder: string): string {
  return join(folder, journalName);
}

/** Writes a journal, so that there is always either the former or this one. When it throws, it is the former. */
export function writeJournal(folder: string, journal: Journal, disk: Disk): void {
  const path = journalPath(folder);
  const prepared = unfinishedJournalPath(folder);
  disk.writeFile(prepared, `${JSON.stringify(journal)}\n`);
  disk.sync(prepared, "file");
  disk.rename(prepared, path);
  try {
    disk.sync(dirname(path), "folder");
  } catch {
    // The journal counts from now on: an error here would let the caller act against what it says.
  }
}

/** The path of a journal before it gets its name. */
export function unfinishedJournalPath(folder: string): string {
  return join(folder, `${journalName}.tmp`);
}

/**
 * The journal of a transaction; undefined where there is none, because nothing has been touched yet or all that
 * was kept is gone. Throws `ChangeError` for one that cannot be read.
 */
export function readJournal(folder: string): Journal | undefined {
  const path = journalPath(folder);
  try {
    const journal = JSON.parse(readFileSync(path, "utf8")) as Partial<Journal>;
    if (journal.version === 1 && Array.isArray(journal.operations)) return journal as Journal;
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return undefined;
    throw unreadable(path, cause);
  }
  throw unreadable(path);
}

function unreadable(path: string, cause?: unknown): ChangeError {
  const message = `${path} is no journal that this version of chatexport can read: use the version that wrote it, or look there for what it kept`;
  return new ChangeError("stuck", message, { paths: [path], cause });
}

/**
 * Tells if the journal notes that an operation begins; of the others the files tell that the
 * transaction keeps.
 */
export function isMarked({ type }: Operation): boolean {
  return type === "rename" || type === "make-folder" || type === "remove-folder";
}

/** Writes down which operation begins, or is taken back; returns when that is on the disk. */
export function mark(own: string, index: number, disk: Disk): void {
  const former = markIn(own);
  // In a name: that a disk changes wholly or not at all.
  if (former === undefined) disk.writeFile(join(own, markName(index)), "");
  else if (former !== index) disk.rename(join(own, markName(former)), join(own, markName(index)));
  disk.sync(own, "folder");
}

/** The progress of a transaction with the operation at a position. */
export function progressOf(own: string): (index: number) => Progress {
  const last = markIn(own) ?? -1;
  return (index) => (index < last ? "done" : index === last ? "begun" : "ahead");
}

function markIn(own: string): number | undefined {
  const name = readdirSync(own).find((each) => each.startsWith(markPrefix));
  return name === undefined ? undefined : Number(name.slice(markPrefix.length));
}

const markPrefix = "at.";

function markName(index: number): string {
  return markPrefix + index;
}
