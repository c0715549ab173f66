import { dirname, join } from "node:path";
import { messageOf } from "@chatexport/core";
import { type Disk, realDisk } from "../disk/disk.js";
import { isThere, lookAt, sha256Of, timesOf } from "../disk/look-at.js";
import { MoveError } from "../move/move-error.js";
import { assertCopyable, contentsOf, copyTree, differences } from "./copies.js";
import { type FolderTimes, type Journal, journalPath, writeJournal } from "./journal.js";
import { forget, outcomes, pauseFor, rollBack } from "./journaled-move.js";
import { assertNoneUnfinished, journals, lockMoves, type Owner } from "./kept-moves.js";
import { notAsLeft } from "./operate.js";
import { type Operation, pathAfter, type RenameThing, renamesOf } from "./operation.js";
import { asideIn } from "./project-folder.js";
import { removeRestored } from "./recover-moves.js";

/** Which move is undone. */
interface UndoOptions extends Owner {
  /** The last one that is done, when it is not given. */
  id?: string;
  disk?: Disk;
  signal?: AbortSignal;
}

/** A move that was undone. */
export interface UndoneMove {
  id: string;
  from: string;
  to: string;
}

/**
 * Sets all back that a move changed, and the folder of the project with whatever lies in it now. Throws
 * `MoveError`: with the code `changed` and all paths when what would be set back is not as the move left
 * it, and nothing is touched then; with `stuck` when it failed in the middle: a recovery goes on from there.
 */
export async function undo(options: UndoOptions): Promise<UndoneMove> {
  const { id, disk = realDisk, signal } = options;
  const lock = await lockMoves(options);
  try {
    assertNoneUnfinished(options);
    const found = journals(options).findLast(
      ({ journal }) => isDone(journal) && (id === undefined || journal.id === id),
    );
    if (!found) throw new MoveError("no-such-move", "there is no move to undo");
    assertClean(found.journal);
    await undoMove(found.own, found.journal, { disk, pause: () => pauseFor(lock, signal) });
    const { from, to } = found.journal;
    return { id: found.journal.id, from, to };
  } finally {
    lock.release();
  }
}

function isDone({ phase }: Journal): boolean {
  return phase === "done" || phase === "cleaning";
}

function assertClean({ phase, operations }: Journal): void {
  const aside = asideIn(operations)?.to;
  if (phase !== "cleaning" || aside === undefined) return;
  const message = `what is left of the old folder of the project has to be removed first: ${aside}`;
  throw new MoveError("unfinished", message, { paths: [aside] });
}

interface Means {
  disk: Disk;
  pause(): Promise<void>;
}

async function undoMove(own: string, journal: Journal, means: Means): Promise<void> {
  const changed = [...new Set([...changedPaths(own, journal), ...changedBackups(journal)])];
  if (changed.length > 0) throw notAsLeft(changed);
  const renames = renamesOf(journal.operations);
  journal.folders = journal.folders.map((folder) => timesNow(folder, renames));
  const aside = asideIn(journal.operations);
  if (aside) await restoreProject(own, journal, aside, means);
  const undoing: Journal = { ...journal, phase: "undoing" };
  try {
    writeJournal(own, undoing, means.disk);
    rollBack(own, undoing, means.disk);
    forget(own, undoing, means.disk);
  } catch (cause) {
    const path = journalPath(own);
    const message = `${messageOf(cause)}; the next run goes on with it, by ${path}`;
    throw new MoveError("stuck", message, { paths: [path], cause });
  }
}

/** Copies the folder of a project back to its old volume, hidden: the first half of what removed it. */
async function restoreProject(
  own: string,
  journal: Journal,
  aside: RenameThing,
  { disk, pause }: Means,
): Promise<void> {
  assertCopyable(journal.to, dirname(aside.to), disk);
  writeJournal(own, { ...journal, phase: "restoring" }, disk);
  try {
    await copyTree(journal.to, aside.to, { disk, pause });
  } catch (error) {
    removeRestored(own, journal, disk);
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

/** Paths at which something is not as the move left it. */
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
  const isChanged = (operation: Operation) =>
    (operation.type === "put" || operation.type === "remove") &&
    operation.before !== undefined &&
    !(isThere(operation.backup) && sha256Of(operation.backup) === operation.before.sha256);
  return operations.flatMap((operation) =>
    isChanged(operation) && "backup" in operation ? [operation.backup] : [],
  );
}
