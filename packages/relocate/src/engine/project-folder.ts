import { dirname, join } from "node:path";
import type { Disk } from "../disk/disk.js";
import { isThere } from "../disk/look-at.js";
import { ChangeError } from "../move/change-error.js";
import type { FolderMove } from "../move/move.js";
import type { PathPair } from "../move/path-map.js";
import { removeTree } from "./copies.js";
import { settleFolders } from "./folder-times.js";
import { type Journal, writeJournal } from "./journal.js";
import { isOtherSpelling } from "./operate.js";
import { type Operation, type RenameThing, renamed, renamesOf } from "./operation.js";
import { missingFolders, renameOf } from "./stage-operations.js";

/** The folder of a project and its new place. */
interface Project extends PathPair {
  id: string;
}

/** Throws when the folder of a project cannot get its new name on any disk. */
export function assertMovable({ from, to }: PathPair): void {
  if (!isThere(from)) throw new ChangeError("failed", `${from} is not there`, { paths: [from] });
  if (renamed(to, { from, to }) !== undefined && from !== to)
    throw new ChangeError("occupied", `${to} lies in ${from}`, { paths: [to] });
  if (isThere(to) && !isOtherSpelling(from, to))
    throw new ChangeError("occupied", `${to} is there already`, { paths: [to] });
}

/** The hidden place of the folder of a project, until its copy gets its name. */
export function copyOf({ id, to }: Project): string {
  return join(dirname(to), `.chatexport-${id}.new`);
}

/** The operations that copy the folder of a project to a hidden place on another volume. */
export function copyingOf(project: Project): Operation[] {
  const to = copyOf(project);
  return [...missingFolders(to, []), { type: "copy-folder", from: project.from, to }];
}

/**
 * The operations that give the folder of a project its new name. A copy gets it first, and the old
 * folder then goes aside, hidden, until it is removed.
 */
export function movingOf(
  project: Project,
  way: FolderMove,
  before: readonly Operation[],
): Operation[] {
  const { id, from, to } = project;
  if (way === "stays") return [];
  if (way === "rename") {
    const made = missingFolders(to, before);
    return [...made, renameOf(from, to, [...before, ...made])];
  }
  const placed = { ...renameOf(copyOf(project), to, before), isCopy: true };
  const aside = join(dirname(from), `.chatexport-${id}.old`);
  return [placed, renameOf(from, aside, [...before, placed])];
}

/** The operation that took the name of the old folder, of a project that was copied. */
export function asideIn(operations: readonly Operation[]): RenameThing | undefined {
  if (!operations.some(({ type }) => type === "copy-folder")) return undefined;
  return operations.findLast((operation) => operation.type === "rename");
}

/**
 * Removes the old folder of a project of which there is a copy, or what an undo has copied back of it: then
 * the transaction is done.
 */
export function finishCleaning(own: string, journal: Journal, disk: Disk): void {
  const aside = asideIn(journal.operations);
  if (aside) {
    removeTree(aside.to, disk);
    settleFolders(journal.folders, renamesOf(journal.operations), disk);
    aside.isRemoved = true;
  }
  writeJournal(own, { ...journal, phase: "done" }, disk);
}
