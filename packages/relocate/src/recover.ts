import { thisSystem } from "@chatexport/core/read";
import { listMoves } from "./engine/moves.js";
import type { Owner } from "./engine/moves-folder.js";
import { type Recovery, recover as setBack } from "./engine/recover.js";
import { MoveError } from "./move-error.js";
import { tools } from "./plan.js";
import { runningPrograms } from "./running/blockers.js";

/**
 * Sets back moves whose process ended in the middle, or finishes them, and tells which. Throws `MoveError`:
 * with the code `running` when a program uses the stores; with `changed` and all paths when somebody else
 * changed what would be set back. Nothing is touched then.
 */
export async function recover(owner: Owner): Promise<Recovery[]> {
  const { system = thisSystem() } = owner;
  const pairs = listMoves(owner).filter(({ isUnfinished }) => isUnfinished);
  const [blocker] = pairs.length > 0 ? runningPrograms({ ...owner, system, pairs }, tools) : [];
  if (blocker) throw new MoveError("running", `A move was interrupted. ${blocker.message}`);
  return setBack(owner);
}
