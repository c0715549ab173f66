import { dirname, join } from "node:path";
import { messageOf } from "@chatexport/core";
import { type Disk, realDisk } from "../disk/disk.js";
import { isThere, lookAt, sha256Of, timesOf } from "../disk/look-at.js";
import { ChangeError } from "../move/change-error.js";
import type { PathPair } from "../move/path-map.js";
import { assertCopyable, contentsOf, copyTree, differences } from "./copies.js";
import {
  type FolderTimes,
  type Journal,
  journalPath,
  readJournal,
  writeJournal,
} from "./journal.js";
import {
  assertNoneUnfinished,
  lastUndoable,
  lockTransactions,
  type Owner,
} from "./kept-transactions.js";
import { notAsLeft } from "./operate.js";
import { pathAfter, type RenameThing, renamesOf } from "./operation.js";
import { asideIn, finishCleaning } from "./project-folder.js";
import { forget, outcomes, pauseFor, rollBack, type Transaction } from "./transaction.js";

/** Which transaction is set back. */
export interface UndoOptions extends Owner {
  /** The last one, when it is not given. */
  id?: string;
  /** Ends the work early: nothing is set back then. */
  signal?: AbortSignal;
}

/** A transaction that was set back. */
export interface UndoneTransaction extends PathPair {
  id: string;
}

/** `undo` of this package, whatever programs run. */
export async function undo(options: UndoOptions & { disk?: Disk }): Promise<UndoneTransaction> {
  const { id, disk = realDisk, signal } = options;
  const lock = await lockTransactions(options);
  try {
    assertNoneUnfinished(options);
    const own = lastUndoable(options, id)?.folder;
    const journal = own === undefined ? undefined : readJournal(own);
    if (own === undefined || !journal)
      throw new ChangeError("no-such-change", "There is nothing to undo.");
    assertClean(journal);
    await undoTransaction({ own, journal, disk, pause: () => pauseFor(lock, signal) });
    return { id: journal.id, from: journal.from, to: journal.to };
  } finally {
    lock.release();
  }
}

function assertClean({ phase, operations }: Journal): void {
  const aside = asideIn(operations)?.to;
  if (phase !== "cleaning" || aside === undefined) return;
  const message = `what is left of the old folder of the project has to be removed first: ${aside}`;
  throw new ChangeError("unfinished", message, { paths: [aside] });
}

async function undoTransaction(transaction: Transaction): Promise<void> {
  const { own, journal, disk } = transaction;
  const changed = [...new Set([...changedPaths(own, journal), ...changedBackups(journal)])];
  if (changed.length > 0) throw notAsLeft(changed);
  const renames = renamesOf(journal.operations);
  journal.folders = journal.folders.map((folder) => timesNow(folder, renames));
  const aside = asideIn(journal.operations);
  if (aside) await restoreProject(transaction, aside);
  const undoing: Journal = { ...journal, phase: "undoing" };
  try {
    writeJournal(own, undoing, disk);
    rollBack(own, undoing, disk);
    forget(own, undoing, disk);
  } catch (cause) {
    const path = journalPath(own);
    const message = `${messageOf(cause)}; the next run goes on with it, by ${path}`;
    throw new ChangeError("stuck", message, { paths: [path], cause });
  }
}

/** Copies the folder of a project back to its old volume, hidden: the first half of what removed it. */
async function restoreProject(transaction: Transaction, aside: RenameThing): Promise<void> {
  const { own, journal, disk } = transaction;
  assertCopyable(journal.to, dirname(aside.to), disk);
  writeJournal(own, { ...journal, phase: "restoring" }, disk);
  try {
    await copyTree(journal.to, aside.to, transaction);
  } catch (error) {
    finishCleaning(own, journal, disk);
    throw error;
  }
  delete aside.isRemoved;
}

/** Times of a folder as it is now; of one that is gone those that it had. */
function timesNow(folder: FolderTimes, renames: readonly RenameThing[]): FolderTimes {
  const place = pathAfter(folder.path, renames);
  const stats = place === undefined ? undefined : lookAt(place);
  return stats?.isDirectory() ? { path: folder.path, ...timesOf(stats) } : folder;
}

/** Paths at which something is not as the transaction left it. */
function changedPaths(own: string, journal: Journal): string[] {
  const followed: RenameThing[] = [];
  return outcomes(own, journal).flatMap(({ operation, state, path }) => {
    if (operation.type === "rename") {
      const changed = changedContents(operation, followed);
      followed.unshift(operation);
      if (state === "after") return changed;
    }
    // A folder that was made may have gone, and one that was removed may be there again: both do no harm.
    return state === "after" || operation.type.endsWith("-folder") ? [] : [path];
  });
}

function changedContents(
  { to, contents }: RenameThing,
  followed: readonly RenameThing[],
): string[] {
  const place = pathAfter(to, followed);
  if (!contents || place === undefined) return [];
  return differences(contents, contentsOf(place)).map((path) => join(place, path));
}

/** Backups that are not there, or have another content than what was kept. */
function changedBackups({ operations }: Journal): string[] {
  return operations.flatMap((operation) => {
    if (!("backup" in operation) || !operation.before) return [];
    const { backup, before } = operation;
    return isThere(backup) && sha256Of(backup) === before.sha256 ? [] : [backup];
  });
}
