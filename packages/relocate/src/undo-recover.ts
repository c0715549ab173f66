import { thisSystem } from "@chatexport/core/read";
import { lastUndoable, listMoves, type Owner } from "./engine/kept-moves.js";
import { type Recovery, recover as recoverMoves } from "./engine/recover-moves.js";
import { type UndoneMove, type UndoOptions, undo as undoMove } from "./engine/undo-move.js";
import { MoveError } from "./move/move-error.js";
import type { PathPair } from "./move/path-map.js";
import { tools } from "./plan.js";
import { runningPrograms } from "./running/blockers.js";

/**
 * Sets all back that a move changed, and the folder of the project with whatever lies in it now. Throws
 * `MoveError`: with the code `running` when a program uses the stores; with `changed` and all paths when what
 * would be set back is not as the move left it, and nothing is touched then; with `stuck` when it failed in
 * the middle: `recover` goes on from there.
 */
export async function undo(options: UndoOptions): Promise<UndoneMove> {
  const move = lastUndoable(options, options.id);
  if (move) refuseRunning(options, [move], "");
  return undoMove({ ...options, ...(move && { id: move.id }) });
}

/**
 * Sets back moves whose process ended in the middle, or finishes them, and tells which. Throws `MoveError`:
 * with the code `running` when a program uses the stores; with `changed` and all paths when another program
 * changed what would be set back. Nothing is touched then.
 */
export async function recover(owner: Owner): Promise<Recovery[]> {
  const unfinished = listMoves(owner).filter(({ isUnfinished }) => isUnfinished);
  if (unfinished.length > 0) refuseRunning(owner, unfinished, "A move was interrupted. ");
  return recoverMoves(owner);
}

function refuseRunning(owner: Owner, pairs: readonly PathPair[], reason: string): void {
  const [blocker] = runningPrograms({ system: thisSystem(), ...owner, pairs }, tools);
  if (blocker) throw new MoveError("running", reason + blocker.message);
}
