import { dirname } from "node:path";
import { type Disk, realDisk } from "../disk/disk.js";
import { folderAround, lookAt } from "../disk/look-at.js";
import type { FolderMove } from "../move/move.js";
import { MoveError } from "../move/move-error.js";
import type { StorePlan } from "../move/store-plan.js";
import { assertCopyable, assertSame, contentsOf, copyTree } from "./copies.js";
import { settleFolders, timesBefore } from "./folder-times.js";
import { type Journal, writeJournal } from "./journal.js";
import {
  carryEachOut,
  type JournaledMove,
  orSetBack,
  pauseFor,
  setBack,
} from "./journaled-move.js";
import { assertNoneUnfinished, folderOf, lockMoves, newId, type Owner } from "./kept-moves.js";
import { backUp } from "./operate.js";
import { type Operation, pathAfter, renamed, renamesOf } from "./operation.js";
import {
  asideIn,
  assertMovable,
  copyingOf,
  copyOf,
  finishCleaning,
  movingOf,
} from "./project-folder.js";
import { stage } from "./stage-operations.js";

/** What is moved, and how. */
export interface MoveRequest extends Owner {
  /** The folder of the project, with links resolved. */
  from: string;
  /** Its new path; nothing has it unless the folder stays, or only its case changes. */
  to: string;
  folder: FolderMove;
  disk?: Disk;
  /** Ends the move until it is committed. */
  signal?: AbortSignal;
}

/** What a move does besides moving the folder of the project. */
export interface StoreChanges {
  plans: readonly StorePlan[];
  /** Throws when the stores are not what they should be after the plans were carried out. */
  verify(): Promise<void>;
}

/** A move that is done. */
interface DoneMove {
  id: string;
  /** The old folder of the project, when it was copied and could not be removed: the next recovery tries again. */
  leftover?: string;
}

/**
 * Keeps others from moving anything, copies the folder of the project, hidden beside its new place, when
 * that is on another volume, carries out what `prepare` plans, and moves the folder. `prepare` gets the path
 * at which the folder lies until then, with the number on the disk that it keeps. Throws what `prepare`
 * throws, and `MoveError` when anything else fails or the signal is aborted: all is as before then, unless
 * its code is `stuck`.
 */
export async function makeMove(
  request: MoveRequest,
  prepare: (folder: string) => Promise<StoreChanges>,
): Promise<DoneMove> {
  const { from, to, folder, disk = realDisk, signal } = request;
  const lock = await lockMoves(request);
  try {
    assertNoneUnfinished(request);
    if (folder !== "stays") assertMovable({ from, to });
    const journal = newJournal(from, to);
    const own = folderOf(journal.id, request);
    disk.makeFolder(own, 0o700);
    disk.sync(dirname(own), "folder");
    const move: JournaledMove = { own, journal, disk, pause: () => pauseFor(lock, signal) };
    await orSetBack(move, async () => {
      writeJournal(own, journal, disk);
      if (folder === "copy") await copyProject(move);
    });
    const changes = await prepare(folder === "copy" ? copyOf(journal) : from).catch((cause) => {
      setBack(move, new Error("the move was abandoned"));
      throw cause;
    });
    await orSetBack(move, () => commit(move, folder, changes));
    return cleaned(move);
  } finally {
    lock.release();
  }
}

function newJournal(from: string, to: string): Journal {
  const now = new Date();
  return {
    version: 1,
    id: newId(now),
    time: now.toISOString(),
    phase: "preparing",
    from,
    to,
    operations: [],
    folders: [],
  };
}

async function copyProject(move: JournaledMove): Promise<void> {
  const { own, journal, disk } = move;
  const { from } = journal;
  journal.operations = copyingOf(journal);
  journal.folders = timesBefore(journal.operations);
  assertCopyable(from, folderAround(copyOf(journal)), disk);
  writeJournal(own, journal, disk);
  await carryEachOut(journal.operations, move);
  move.copied = await copyTree(from, copyOf(journal), move);
}

async function commit(
  move: JournaledMove,
  project: FolderMove,
  { plans, verify }: StoreChanges,
): Promise<void> {
  const { own, journal, disk, pause } = move;
  const stores = await stage(plans, move);
  if (project === "copy") assertOutside(journal.from, stores);
  const placing = movingOf(journal, project, stores);
  journalOperations(move, [...stores, ...placing]);

  for (const operation of stores) {
    await pause();
    if (operation.type === "put") backUp(operation, disk);
  }
  disk.sync(own, "folder");
  await carryEachOut(stores, move);
  if (move.copied) assertSame(journal.from, move.copied);
  await carryEachOut(placing, move);
  settleFolders(journal.folders, renamesOf(journal.operations), disk);

  await verify();
  await pause();
  for (const operation of stores) assertBackupUnchanged(operation);
  recordContents(stores, journal);
  journal.phase = project === "copy" ? "cleaning" : "done";
  writeJournal(own, journal, disk);
}

/** Removes the old folder of a project that was copied. */
function cleaned({ own, journal, disk }: JournaledMove): DoneMove {
  const { id, operations } = journal;
  const leftover = asideIn(operations)?.to;
  if (leftover === undefined) return { id };
  try {
    finishCleaning(own, journal, disk);
    return { id };
  } catch {
    // All is moved: the user can remove the folder.
    return { id, leftover };
  }
}

/** Writes operations into the journal before any of them is carried out. */
function journalOperations(
  { own, journal, disk }: JournaledMove,
  operations: readonly Operation[],
): void {
  const known = new Set(journal.folders.map(({ path }) => path));
  const further = timesBefore(operations).filter(({ path }) => !known.has(path));
  journal.folders.push(...further);
  journal.operations.push(...operations);
  journal.phase = "committing";
  writeJournal(own, journal, disk);
}

/** Throws when what the old name of a file leads to is not as it was: a program that had it open went on writing. */
function assertBackupUnchanged(operation: Operation): void {
  if ((operation.type !== "put" && operation.type !== "remove") || !operation.before) return;
  const { path, backup, before } = operation;
  const stats = lookAt(backup);
  const isCopy = String(stats?.ino) !== before.ino;
  const isSame = Number(stats?.size) === before.size;
  if (isSame && (isCopy || String(stats?.mtimeNs) === before.mtimeNs)) return;
  const message = `${path} was written by a program that had it open: end that first`;
  throw new MoveError("changed", message, { paths: [path] });
}

/** Records what lies in the renamed folders of the stores, so that an undo knows whether it was changed. */
function recordContents(stores: readonly Operation[], { operations }: Journal): void {
  const renames = renamesOf(operations);
  for (const operation of renamesOf(stores)) {
    const place = pathAfter(operation.to, renames.slice(renames.indexOf(operation) + 1));
    if (place !== undefined) operation.contents = contentsOf(place);
  }
}

/** A copy has what the folder had when it was made: what is changed in that afterwards would be lost. */
function assertOutside(folder: string, operations: readonly Operation[]): void {
  const paths = operations
    .flatMap((operation) =>
      "path" in operation ? [operation.path] : [operation.from, operation.to],
    )
    .filter((path) => renamed(path, { from: folder, to: "" }) !== undefined);
  if (paths.length === 0) return;
  const message = `a store lies in the folder that moves to another volume: ${paths.join(", ")}`;
  throw new MoveError("special", message, { paths });
}
