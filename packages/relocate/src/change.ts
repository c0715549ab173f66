import { thisSystem } from "@chatexport/core/read";
import type { About } from "./engine/journal.js";
import type { Owner } from "./engine/kept-transactions.js";
import { type StoreChanges, transact } from "./engine/transact.js";
import { ChangeError } from "./move/change-error.js";
import { programsUsing } from "./running/blockers.js";

/** A change of stores that moves no project. */
export interface ChangeRequest extends Owner {
  about: About;
  /** The folder of the project that it is about. */
  folder: string;
  /** The folders of all projects that it is about, when they are several: they lie in that one. */
  folders?: readonly string[];
  /** It is refused while the tool has a session open in the folder, or a program has a file that would change. */
  needsRest?: boolean;
  /** Ends it early: everything is as before then. */
  signal?: AbortSignal;
}

/**
 * Carries out what `prepare` plans, all of it or nothing, and resolves to its name for `undo`. No other process
 * changes stores from before `prepare` is called until all is verified. Throws what `prepare` throws, and
 * `ChangeError` when anything else fails or the signal is aborted: all is as before then, unless its code is
 * `stuck`.
 */
export async function change(
  { folder, folders = [folder], needsRest = false, ...request }: ChangeRequest,
  prepare: () => Promise<StoreChanges>,
): Promise<string> {
  const pair = { from: folder, to: folder };
  const { id } = await transact({ ...request, ...pair, folder: "stays" }, async () => {
    const changes = await prepare();
    const pairs = folders.map((each) => ({ from: each, to: each }));
    const scope = { system: thisSystem(), ...request, pairs };
    const [blocker] = needsRest ? programsUsing(scope, changes.plans) : [];
    if (blocker) throw new ChangeError("running", blocker.message);
    return changes;
  });
  return id;
}
