import { dirname, join } from "node:path";
import { MoveError } from "../move-error.js";
import type { PathPair } from "../path-pair.js";
import { isThere, lookAt } from "./look.js";
import type { Operation, RenameThing } from "./operation.js";
import { isOtherSpelling } from "./operations/rename.js";
import { renamed } from "./places.js";
import { missingFolders, renameOf } from "./staging.js";

/** The folder of a project and its new place. */
interface Project extends PathPair {
  id: string;
}

/** Throws when the folder of a project cannot get its new name whatever the disk is. */
export function assertMovable({ from, to }: PathPair): void {
  if (!isThere(from)) throw new MoveError("failed", `${from} is not there`, { paths: [from] });
  if (renamed(to, { from, to }) !== undefined && from !== to)
    throw new MoveError("occupied", `${to} lies in ${from}`, { paths: [to] });
  if (isThere(to) && !isOtherSpelling(from, to))
    throw new MoveError("occupied", `${to} is there already`, { paths: [to] });
}

/** Whether the folder of a project has to be copied, because its new place is on another volume. */
export function isForOtherVolume({ from, to }: PathPair): boolean {
  return lookAt(from)?.dev !== lookAt(folderAround(to))?.dev;
}

/** Where the folder of a project lies, hidden, until its copy gets its name. */
export function copyOf({ id, to }: Project): string {
  return join(dirname(to), `.chatexport-${id}.new`);
}

/** Where the old folder of a project lies, hidden, until it is removed. */
function asideOf({ id, from }: Project): string {
  return join(dirname(from), `.chatexport-${id}.old`);
}

/** The innermost folder around a path that is there already. */
export function folderAround(path: string): string {
  const folder = dirname(path);
  return isThere(folder) ? folder : folderAround(folder);
}

/** What copies the folder of a project to a hidden place on another volume. */
export function copyingOf(project: Project): Operation[] {
  const to = copyOf(project);
  return [...missingFolders(to, []), { type: "copy-folder", from: project.from, to }];
}

/** What gives the copy of a project its name, and takes the name of the old folder, in this order. */
export function placingOf(project: Project, before: readonly Operation[]): Operation[] {
  const placed = { ...renameOf(copyOf(project), project.to, before), isCopy: true };
  return [placed, renameOf(project.from, asideOf(project), [...before, placed])];
}

/** What gives the folder of a project its new name on the same volume. */
export function renamingOf({ from, to }: Project, before: readonly Operation[]): Operation[] {
  const made = missingFolders(to, before);
  return [...made, renameOf(from, to, [...before, ...made])];
}

/** The operation that took the name of the old folder, of a project that was copied. */
export function asideIn(operations: readonly Operation[]): RenameThing | undefined {
  if (!operations.some(({ type }) => type === "copy-folder")) return undefined;
  return operations.findLast((operation) => operation.type === "rename");
}
