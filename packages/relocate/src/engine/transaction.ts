import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { errorCode, messageOf } from "@chatexport/core";
import type { Disk } from "../disk/disk.js";
import { isThere } from "../disk/look-at.js";
import { ChangeError, placedMessage } from "../move/change-error.js";
import { settleFolders } from "./folder-times.js";
import { isMarked, type Journal, journalPath, mark, progressOf, writeJournal } from "./journal.js";
import { carryOut, pathToName, stateOf, takeBack } from "./operate.js";
import {
  type Content,
  type Operation,
  pathAfter,
  type RenameThing,
  type State,
} from "./operation.js";

/** A transaction while it is made: all that it does is written down in its journal first. */
export interface Transaction {
  /** Its own folder, for journal, new contents and backups. */
  readonly own: string;
  readonly journal: Journal;
  readonly disk: Disk;
  /** Lets other things happen; throws when the user wants an end, or another process took over. */
  pause(): Promise<void>;
  /** The contents of the project's folder when it was copied. */
  copied?: Content[];
}

/** The `pause` of a transaction that holds a lock. */
export async function pauseFor(lock: { heartbeat(): void }, signal?: AbortSignal): Promise<void> {
  // Keys that are pressed and signals arrive only now.
  await setImmediate();
  signal?.throwIfAborted();
  lock.heartbeat();
}

/** Does something. When it fails, all that the transaction has done is set back, and `ChangeError` is thrown. */
export async function orSetBack<Result>(
  transaction: Transaction,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    setBack(transaction, cause);
    const { code, paths } = cause instanceof ChangeError ? cause : failure;
    throw new ChangeError(code, `Nothing was changed: ${placedMessage(cause)}`, { paths, cause });
  }
}

const failure = { code: "failed", paths: [] } as const;

/** Sets back all that a transaction has done, because of an error. Throws `ChangeError` when that fails as well. */
export function setBack({ own, journal, disk }: Transaction, cause: unknown): void {
  try {
    rollBack(own, journal, disk);
  } catch (second) {
    const path = journalPath(own);
    const message = `${messageOf(cause)}; setting back what was done until then failed as well: ${messageOf(second)}. What is missing lies beside ${path}, and the next run tries again to set it back`;
    throw new ChangeError("stuck", message, { paths: [path], cause: second });
  }
  try {
    forget(own, journal, disk);
  } catch {
    // The stores are as before, and the next recovery removes what the transaction has kept.
  }
}

/** Carries out the operations of the journal, one after the other. */
export async function carryEachOut(
  operations: readonly Operation[],
  { own, journal, disk, pause }: Transaction,
): Promise<void> {
  const first = journal.operations.indexOf(operations[0] as Operation);
  for (const [index, operation] of operations.entries()) {
    await pause();
    if (isMarked(operation)) mark(own, first + index, disk);
    carryOut(operation, disk);
  }
}

/**
 * The results of a transaction's operations, and where people see them, the last one first, however
 * far a killed process came with them or with taking them back.
 */
export function outcomes(
  own: string,
  { operations }: Journal,
): { operation: Operation; state: State; path: string }[] {
  const followed: RenameThing[] = [];
  const progress = progressOf(own);
  const currentPath = (path: string) => pathAfter(path, followed);
  return [...operations.entries()].toReversed().map(([index, operation]) => {
    const whereabouts = { currentPath, progress: progress(index) };
    const state = stateOf(operation, whereabouts);
    const path = pathToName(operation, whereabouts);
    if (operation.type === "rename" && state === "after") followed.unshift(operation);
    return { operation, state, path };
  });
}

/**
 * Takes the operations of a transaction back, the last one first, and gives folders their times; from any state in
 * which a killed process has left them. Throws `ChangeError` rather than overwrite what another
 * program made; another attempt goes on from there.
 */
export function rollBack(own: string, { operations, folders }: Journal, disk: Disk): void {
  const progress = progressOf(own);
  for (let index = operations.length - 1; index >= 0; index--) {
    const operation = operations[index] as Operation;
    const isBegun = progress(index) !== "ahead";
    if (isBegun && isMarked(operation)) mark(own, index, disk);
    takeBack(operation, isBegun ? "begun" : "ahead", disk);
  }
  settleFolders(folders, [], disk);
}

/** Removes what a transaction kept, once all is as before. */
export function forget(folder: string, journal: Journal, disk: Disk): void {
  try {
    writeJournal(folder, { ...journal, phase: "undone" }, disk);
  } catch (error) {
    // Removing the files makes room; by the former journal, nothing would be taken back.
    if (!["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "")) throw error;
  }
  removeKept(folder, disk);
}

/** Removes the folder of a transaction: its journal last, so that it is known until then. */
export function removeKept(folder: string, disk: Disk): void {
  const journal = journalPath(folder);
  const kept = readdirSync(folder).map((name) => join(folder, name));
  for (const path of kept) if (path !== journal) disk.remove(path);
  if (isThere(journal)) disk.remove(journal);
  disk.removeFolder(folder);
}
