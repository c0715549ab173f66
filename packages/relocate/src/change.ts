import type { About } from "./engine/journal.js";
import type { Owner } from "./engine/kept-transactions.js";
import { type StoreChanges, transact } from "./engine/transact.js";

/** A change of stores that moves no project. */
export interface ChangeRequest extends Owner {
  about: About;
  /** The folder of the project that it is about. */
  folder: string;
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
  { folder, ...request }: ChangeRequest,
  prepare: () => Promise<StoreChanges>,
): Promise<string> {
  const { id } = await transact({ ...request, from: folder, to: folder, folder: "stays" }, prepare);
  return id;
}
