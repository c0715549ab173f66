import { thisSystem } from "@chatexport/core/read";
import { readJournal } from "./engine/journal.js";
import {
  type KeptTransaction,
  lastUndoable,
  listTransactions,
  type Owner,
} from "./engine/kept-transactions.js";
import { type Recovery, recover as recoverTransactions } from "./engine/recover-transactions.js";
import {
  type UndoneTransaction,
  type UndoOptions,
  undo as undoTransaction,
} from "./engine/undo-transaction.js";
import { ChangeError } from "./move/change-error.js";
import { tools } from "./plan.js";
import { runningPrograms, runningVsCode } from "./running/blockers.js";

/**
 * Sets all back that a transaction changed, and the folder of a project that moved with whatever lies in it now. Throws
 * `ChangeError`: with the code `running` when a program uses the stores; with `changed` and all paths when what
 * would be set back is not as it was left, and nothing is touched then; with `stuck` when it failed in
 * the middle: `recover` goes on from there.
 */
export async function undo(options: UndoOptions): Promise<UndoneTransaction> {
  const last = lastUndoable(options, options.id);
  if (last) refuseRunning(options, [last], "");
  return undoTransaction({ ...options, ...(last && { id: last.id }) });
}

/**
 * Sets back transactions whose process ended in the middle, or finishes them, and tells which. Throws `ChangeError`:
 * with the code `running` when a program uses the stores; with `changed` and all paths when another program
 * changed what would be set back. Nothing is touched then.
 */
export async function recover(owner: Owner): Promise<Recovery[]> {
  const unfinished = listTransactions(owner).filter(({ isUnfinished }) => isUnfinished);
  if (unfinished.length > 0) refuseRunning(owner, unfinished, "A change was interrupted. ");
  return recoverTransactions(owner);
}

function refuseRunning(owner: Owner, changes: readonly KeptTransaction[], reason: string): void {
  for (const { about, from, to, folder } of changes) {
    const scope = { system: thisSystem(), ...owner, pairs: [{ from, to }] };
    const paths = (readJournal(folder)?.operations ?? []).flatMap((operation) =>
      "path" in operation ? [operation.path] : [operation.from, operation.to],
    );
    const [blocker] = [
      ...runningPrograms(scope, about ? [about.source] : tools),
      ...runningVsCode(scope, paths),
    ];
    if (blocker) throw new ChangeError("running", reason + blocker.message);
  }
}
