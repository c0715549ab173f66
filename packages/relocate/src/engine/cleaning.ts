import type { Disk } from "./disk.js";
import { settleFolders } from "./folder-times.js";
import { type Journal, writeJournal } from "./journal.js";
import { renamesOf } from "./operation.js";
import { asideIn } from "./project-folder.js";
import { removeTree } from "./tree/remove-tree.js";

/** Removes the old folder of a project of which there is a copy: then the move is done. */
export function finishCleaning(own: string, journal: Journal, disk: Disk): void {
  const aside = asideIn(journal.operations);
  if (aside) {
    removeTree(aside.to, disk);
    settleFolders(journal.folders, renamesOf(journal.operations), disk);
    aside.isRemoved = true;
  }
  writeJournal(own, { ...journal, phase: "done" }, disk);
}
