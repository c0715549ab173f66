import { readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@chatexport/core";
import type { Disk } from "./disk.js";
import { settleFolders } from "./folder-times.js";
import { type Journal, journalPath, writeJournal } from "./journal.js";
import { isThere } from "./look.js";
import type { Operation, RenameThing, State } from "./operation.js";
import { placeToName, stateOf, takeBack } from "./operations/operate.js";
import { placeAfter } from "./places.js";
import { isCounted, mark, progressOf } from "./progress.js";

/** What became of an operation, and where people see it. */
export interface Outcome {
  operation: Operation;
  state: State;
  path: string;
}

/**
 * What became of the operations of a move, the last one first, however far a killed process came with them
 * or with taking them back.
 */
export function outcomes(own: string, { operations }: Journal): Outcome[] {
  const followed: RenameThing[] = [];
  const progress = progressOf(own);
  return operations
    .map((operation, index) => ({ operation, progress: progress(index) }))
    .toReversed()
    .map(({ operation, progress }) => {
      const whereabouts = { placeOf: (path: string) => placeAfter(path, followed), progress };
      const state = stateOf(operation, whereabouts);
      const path = placeToName(operation, whereabouts);
      if (operation.type === "rename" && state === "after") followed.unshift(operation);
      return { operation, state, path };
    });
}

/**
 * Takes the operations of a move back, the last one first, and gives folders their times; from any state in
 * which a killed process has left them. Throws `MoveError` rather than to overwrite what somebody else
 * made; another attempt goes on from there.
 */
export function rollBack(own: string, { operations, folders }: Journal, disk: Disk): void {
  const progress = progressOf(own);
  for (let index = operations.length - 1; index >= 0; index--) {
    const operation = operations[index] as Operation;
    const isBegun = progress(index) !== "ahead";
    if (isBegun && isCounted(operation)) mark(own, index, disk);
    takeBack(operation, isBegun ? "begun" : "ahead", disk);
  }
  settleFolders(folders, [], disk);
}

/** Removes what a move kept, once all is as before. */
export function forget(folder: string, journal: Journal, disk: Disk): void {
  try {
    writeJournal(folder, { ...journal, phase: "undone" }, disk);
  } catch (error) {
    // What is removed now makes room; the former journal would only be asked to take nothing back.
    if (!["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "")) throw error;
  }
  removeKept(folder, disk);
}

/** Removes the folder of a move: its journal last, so that it is known until then. */
export function removeKept(folder: string, disk: Disk): void {
  const journal = journalPath(folder);
  const kept = readdirSync(folder).map((name) => join(folder, name));
  for (const path of kept) if (path !== journal) disk.remove(path);
  if (isThere(journal)) disk.remove(journal);
  disk.removeFolder(folder);
}
