import { thisSystem } from "@chatexport/core/read";
import { listMoves, type Owner } from "./engine/kept-moves.js";
import { type Recovery, recover as recoverMoves } from "./engine/recover-moves.js";
import { type UndoneMove, undo as undoMove } from "./engine/undo-move.js";
import { MoveError } from "./move/move-error.js";
import { tools } from "./plan.js";
import { runningPrograms } from "./running/blockers.js";

/** Which move is set back. */
export interface UndoOptions extends Owner {
  /** The last one, when it is not given. */
  id?: string;
  /** Ends the work early: nothing is set back then. */
  signal?: AbortSignal;
}

/**
 * Sets all back that a move changed, and the folder of the project with whatever lies in it now. Throws
 * `MoveError`: with the code `running` when a program uses the stores; with `changed` and all paths when what
 * would be set back is not as the move left it, and nothing is touched then; with `stuck` when it failed in
 * the middle: `recover` goes on from there.
 */
export async function undo(options: UndoOptions): Promise<UndoneMove> {
  const { id, system = thisSystem() } = options;
  const move = listMoves(options).findLast(
    (each) => each.phase === "done" && (id === undefined || each.id === id),
  );
  if (!move) throw new MoveError("no-such-move", "There is no move that could be set back.");
  const [blocker] = runningPrograms({ ...options, system, pairs: [move] }, tools);
  if (blocker) throw new MoveError("running", blocker.message);
  return undoMove({ ...options, id: move.id });
}

/**
 * Sets back moves whose process ended in the middle, or finishes them, and tells which. Throws `MoveError`:
 * with the code `running` when a program uses the stores; with `changed` and all paths when another program
 * changed what would be set back. Nothing is touched then.
 */
export async function recover(owner: Owner): Promise<Recovery[]> {
  const { system = thisSystem() } = owner;
  const pairs = listMoves(owner).filter(({ isUnfinished }) => isUnfinished);
  const [blocker] = pairs.length > 0 ? runningPrograms({ ...owner, system, pairs }, tools) : [];
  if (blocker) throw new MoveError("running", `A move was interrupted. ${blocker.message}`);
  return recoverMoves(owner);
}
