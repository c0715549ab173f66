import type { StoreMove } from "./move.js";
import { type PathMap, pathMap } from "./path-map.js";
import type { Note, Rename, Rewrite, StorePlan } from "./store-plan.js";

/** The changes planned for a store while its files are looked at. */
export interface PlannedEdits {
  /** The paths after the move; the tool has no folders that are called after projects. */
  paths: { map: PathMap; ofStore: PathMap["path"]; storeNames: readonly Buffer[] };
  /** By the path of the file. */
  edits: Map<string, Rewrite>;
  renames: Rename[];
  /** Folders that are empty after the renames. */
  emptied: string[];
  notes: Note[];
}

/** Plans a move in the stores of a tool in which files change. */
export function planEdits(
  source: string,
  { pairs, realPairs }: StoreMove,
  look: (planned: PlannedEdits) => void,
): StorePlan {
  const all = [...pairs, ...realPairs];
  const map = pathMap(all);
  const planned: PlannedEdits = {
    paths: { map, ofStore: map.path, storeNames: [] },
    edits: new Map(),
    ...{ renames: [], emptied: [], notes: [] },
  };
  look(planned);
  const { edits, renames, emptied, notes } = planned;
  return { source, rewrites: [...edits.values()], renames, emptied, notes, pairs: all };
}
