import { dirname } from "node:path";
import { defined } from "@chatexport/core";
import { type Disk, realDisk } from "../disk/disk.js";
import { folderAround, lookAt } from "../disk/look-at.js";
import { ChangeError } from "../move/change-error.js";
import type { FolderMove } from "../move/move.js";
import type { StorePlan } from "../move/store-plan.js";
import { assertCopyable, assertSame, contentsOf, copyTree } from "./copies.js";
import { settleFolders, timesBefore } from "./folder-times.js";
import { type About, type Journal, writeJournal } from "./journal.js";
import {
  assertNoneUnfinished,
  folderOf,
  lockTransactions,
  newId,
  type Owner,
} from "./kept-transactions.js";
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
import { carryEachOut, orSetBack, pauseFor, setBack, type Transaction } from "./transaction.js";

/** The changes, and how they are made. */
export interface TransactionRequest extends Owner {
  /** The folder of the project, with links resolved. */
  from: string;
  /** Its new path; nothing has it unless the folder stays, or only its case changes. */
  to: string;
  folder: FolderMove;
  /** The purpose, when no project moves. */
  about?: About;
  disk?: Disk;
  /** Ends the transaction until it is committed. */
  signal?: AbortSignal;
}

/** The changes that a transaction makes in stores. */
export interface StoreChanges {
  plans: readonly StorePlan[];
  /** Throws when the stores are not what they should be after the plans were carried out. */
  verify(): Promise<void>;
}

/** A transaction that is done. */
interface DoneTransaction {
  id: string;
  /** The old folder of the project, when it was copied and could not be removed: the next recovery tries again. */
  leftover?: string;
}

/**
 * Keeps others from changing any store, carries out what `prepare` plans, and moves the folder of the project
 * if it is to move: to another volume as a copy, which lies hidden beside its new place from the beginning.
 * `prepare` gets the path at which the folder lies, with the number on the disk that it keeps. Throws what `prepare`
 * throws, and `ChangeError` when anything else fails or the signal is aborted: all is as before then, unless
 * its code is `stuck`.
 */
export async function transact(
  request: TransactionRequest,
  prepare: (folder: string) => Promise<StoreChanges>,
): Promise<DoneTransaction> {
  const { from, to, folder, disk = realDisk, signal } = request;
  const lock = await lockTransactions(request);
  try {
    assertNoneUnfinished(request);
    if (folder !== "stays") assertMovable({ from, to });
    const journal = newJournal(request);
    const own = folderOf(journal.id, request);
    disk.makeFolder(own, 0o700);
    disk.sync(dirname(own), "folder");
    const transaction: Transaction = { own, journal, disk, pause: () => pauseFor(lock, signal) };
    await orSetBack(transaction, async () => {
      writeJournal(own, journal, disk);
      if (folder === "copy") await copyProject(transaction);
    });
    const changes = await prepare(folder === "copy" ? copyOf(journal) : from).catch((cause) => {
      setBack(transaction, new Error("the change was abandoned"));
      throw cause;
    });
    await orSetBack(transaction, () => commit(transaction, folder, changes));
    return cleaned(transaction);
  } finally {
    lock.release();
  }
}

function newJournal({ from, to, about }: TransactionRequest): Journal {
  const now = new Date();
  return {
    version: 1,
    id: newId(now),
    time: now.toISOString(),
    phase: "preparing",
    ...defined({ about }),
    from,
    to,
    operations: [],
    folders: [],
  };
}

async function copyProject(transaction: Transaction): Promise<void> {
  const { own, journal, disk } = transaction;
  const { from } = journal;
  journal.operations = copyingOf(journal);
  journal.folders = timesBefore(journal.operations);
  assertCopyable(from, folderAround(copyOf(journal)), disk);
  writeJournal(own, journal, disk);
  await carryEachOut(journal.operations, transaction);
  transaction.copied = await copyTree(from, copyOf(journal), transaction);
}

async function commit(
  transaction: Transaction,
  project: FolderMove,
  { plans, verify }: StoreChanges,
): Promise<void> {
  const { own, journal, disk, pause } = transaction;
  const stores = await stage(plans, transaction);
  if (project === "copy") assertOutside(journal.from, stores);
  const placing = movingOf(journal, project, stores);
  journalOperations(transaction, [...stores, ...placing]);

  for (const operation of stores) {
    await pause();
    if (operation.type === "put") backUp(operation, disk);
  }
  disk.sync(own, "folder");
  await carryEachOut(stores, transaction);
  if (transaction.copied) assertSame(journal.from, transaction.copied);
  await carryEachOut(placing, transaction);
  settleFolders(journal.folders, renamesOf(journal.operations), disk);

  await verify();
  await pause();
  for (const operation of stores) assertBackupUnchanged(operation);
  recordContents(stores, journal);
  journal.phase = project === "copy" ? "cleaning" : "done";
  writeJournal(own, journal, disk);
}

/** Removes the old folder of a project that was copied. */
function cleaned({ own, journal, disk }: Transaction): DoneTransaction {
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
  { own, journal, disk }: Transaction,
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
  throw new ChangeError("changed", message, { paths: [path] });
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
  throw new ChangeError("special", message, { paths });
}
