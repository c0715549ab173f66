import { lookAt } from "../disk/look-at.js";
import type { FolderMove } from "../move/move.js";
import { MoveError } from "../move/move-error.js";
import type { StorePlan } from "../move/store-plan.js";
import { assertSame, contentsOf } from "./copies.js";
import { settleFolders, timesBefore } from "./folder-times.js";
import { type Journal, writeJournal } from "./journal.js";
import { carryEachOut, type JournaledMove, orSetBack } from "./journaled-move.js";
import { backUp } from "./operate.js";
import { type Operation, pathAfter, renamed, renamesOf } from "./operation.js";
import { asideIn, finishCleaning, placingOf, renamingOf } from "./project-folder.js";
import { stage } from "./stage-operations.js";

/** A move that is done. */
export interface CommittedMove {
  id: string;
  /** The old folder of the project, when it was copied and could not be removed: the next recovery tries again. */
  leftover?: string;
}

/** What is committed. */
interface Commit {
  plans: readonly StorePlan[];
  /** What becomes of the folder of the project. */
  project: FolderMove;
  verify(): Promise<void>;
}

/** Carries plans out and moves the folder of the project; sets all back and throws `MoveError` when anything fails. */
export async function commit(move: JournaledMove, request: Commit): Promise<CommittedMove> {
  const { own, journal, disk } = move;
  await orSetBack(move, () => carryAllOut(move, request));
  const leftover = asideIn(journal.operations)?.to;
  if (leftover === undefined) return { id: journal.id };
  try {
    finishCleaning(own, journal, disk);
    return { id: journal.id };
  } catch {
    // All is moved: the user can remove the folder.
    return { id: journal.id, leftover };
  }
}

async function carryAllOut(move: JournaledMove, { plans, project, verify }: Commit): Promise<void> {
  const { own, journal, disk, pause } = move;
  const stores = await stage(plans, { id: journal.id, folder: own, disk }, pause);
  if (project === "copy") assertOutside(journal.from, stores);
  const placing = projectOperations(journal, project, stores);
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

function projectOperations(
  journal: Journal,
  project: FolderMove,
  stores: readonly Operation[],
): Operation[] {
  if (project === "stays") return [];
  return project === "copy" ? placingOf(journal, stores) : renamingOf(journal, stores);
}

/** Writes operations into the journal before any of them is carried out. */
function journalOperations(
  { own, journal, disk }: JournaledMove,
  operations: readonly Operation[],
): void {
  const known = new Set(journal.folders.map(({ path }) => path));
  const further = timesBefore(operations).filter(({ path }) => !known.has(path));
  journal.folders = [...journal.folders, ...further];
  journal.operations = [...journal.operations, ...operations];
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
  for (const operation of stores) {
    if (operation.type !== "rename") continue;
    const place = pathAfter(operation.to, renames.slice(renames.indexOf(operation) + 1));
    if (place !== undefined) operation.contents = contentsOf(place);
  }
}

/** A copy has what the folder had when it was made: what is changed in that afterwards would be lost. */
function assertOutside(folder: string, operations: readonly Operation[]): void {
  const paths = operations
    .flatMap((operation) =>
      operation.type === "rename" || operation.type === "copy-folder"
        ? [operation.from, operation.to]
        : [operation.path],
    )
    .filter((path) => renamed(path, { from: folder, to: "" }) !== undefined);
  if (paths.length === 0) return;
  const message = `a store lies in the folder that moves to another volume: ${paths.join(", ")}`;
  throw new MoveError("special", message, { paths });
}
