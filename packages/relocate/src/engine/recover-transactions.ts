import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defined, messageOf } from "@chatexport/core";
import { type Disk, realDisk } from "../disk/disk.js";
import { isThere } from "../disk/look-at.js";
import { ChangeError } from "../move/change-error.js";
import { type Journal, journalPath, readJournal, unfinishedJournalPath } from "./journal.js";
import {
  folderOf,
  lockTransactions,
  type Owner,
  transactionIds,
  transactionsFolder,
} from "./kept-transactions.js";
import { isObstacle, notAsLeft } from "./operate.js";
import { asideIn, finishCleaning } from "./project-folder.js";
import { forget, outcomes, removeKept, rollBack } from "./transaction.js";

/** A transaction whose process ended in the middle, and what became of it. */
export interface Recovery extends Pick<Journal, "id" | "about" | "from" | "to"> {
  /**
   * - `rolled-back`: all is as before the transaction, which had not been done or was being undone;
   * - `finished`: the transaction is done; what was left of the old folder of the project, or of a copy of it, is gone;
   * - `left-over`: the transaction is done, but the old folder of the project at `leftover` cannot be removed.
   */
  outcome: "rolled-back" | "finished" | "left-over";
  leftover?: string;
  /** The reason why it cannot be removed. */
  reason?: string;
}

/** `recover` of this package, whatever programs run. */
export async function recover(options: Owner & { disk?: Disk }): Promise<Recovery[]> {
  if (!isThere(transactionsFolder(options))) return [];
  const { disk = realDisk } = options;
  const lock = await lockTransactions(options);
  try {
    // Later transactions build on earlier ones.
    return transactionIds(options)
      .toReversed()
      .flatMap((id) => recoverTransaction(folderOf(id, options), disk));
  } finally {
    lock.release();
  }
}

function recoverTransaction(own: string, disk: Disk): Recovery[] {
  const journal = readJournal(own);
  if (!journal) {
    // Nothing had been touched. Files without a journal are left to the user.
    if (isEmpty(own)) removeKept(own, disk);
    return [];
  }
  const { id, from, to, about } = journal;
  const change = { id, from, to, ...defined({ about }) };
  const told = (outcome: Recovery["outcome"]): Recovery[] => [{ ...change, outcome }];
  switch (journal.phase) {
    case "preparing":
    case "committing":
    case "undoing":
      setBack(own, journal, disk);
      return told("rolled-back");
    case "cleaning":
      return [{ ...change, ...clean(own, journal, disk) }];
    case "restoring":
      finishCleaning(own, journal, disk);
      return told("finished");
    case "undone":
      removeKept(own, disk);
      return [];
    case "done":
      return [];
  }
}

function isEmpty(own: string): boolean {
  return readdirSync(own).every((name) => join(own, name) === unfinishedJournalPath(own));
}

function setBack(own: string, journal: Journal, disk: Disk): void {
  const inTheWay = outcomes(own, journal).filter(({ operation, state }) =>
    isObstacle(operation, state),
  );
  if (inTheWay.length > 0) throw notAsLeft(inTheWay.map(({ path }) => path));
  try {
    rollBack(own, journal, disk);
    forget(own, journal, disk);
  } catch (cause) {
    if (cause instanceof ChangeError) throw cause;
    const path = journalPath(own);
    const message = `${messageOf(cause)}; the next run tries again to set back what ${path} says`;
    throw new ChangeError("stuck", message, { paths: [path], cause });
  }
}

function clean(
  own: string,
  journal: Journal,
  disk: Disk,
): Pick<Recovery, "outcome" | "leftover" | "reason"> {
  try {
    finishCleaning(own, journal, disk);
    return { outcome: "finished" };
  } catch (error) {
    const leftover = asideIn(journal.operations)?.to ?? journal.from;
    return { outcome: "left-over", leftover, reason: messageOf(error) };
  }
}
