import { realPathOf } from "./disk/look-at.js";
import { transactionsFolder } from "./engine/kept-transactions.js";
import { ChangeError } from "./move/change-error.js";
import type { Move } from "./move/move.js";
import { isWithin } from "./move/path-map.js";
import type { StorePlan } from "./move/store-plan.js";

/**
 * Throws `ChangeError` when the folder that moves holds a store that would change, or the journals without which
 * a move cannot be set back; or when its new place lies among the journals.
 */
export function refuseHeldStores(move: Move, stores: readonly StorePlan[]): void {
  if (move.folder === "stays") return;
  const journals = transactionsFolder(move);
  for (const path of [journals, ...stores.flatMap(pathsOf)])
    if (isWithin(realPathOf(path), realPathOf(move.from)))
      throw new ChangeError(
        "no-project",
        `${move.from} holds ${path}, which has to stay where it is while a project moves. Move a folder that does not hold it, or move that one elsewhere first.`,
        { paths: [path] },
      );
  if (isWithin(realPathOf(move.to), realPathOf(journals)))
    throw new ChangeError(
      "no-project",
      `${move.to} lies in ${journals}, where moves are kept for their undo: name a folder outside of it.`,
      { paths: [journals] },
    );
}

// Other files that change may well lie in a project.
function pathsOf({ notes, rewrites }: StorePlan): string[] {
  return [
    ...notes.flatMap(({ code, path }) => (code === "store-in-project" && path ? [path] : [])),
    ...rewrites.flatMap(({ kind, path }) => (kind === "database" ? [path] : [])),
  ];
}
