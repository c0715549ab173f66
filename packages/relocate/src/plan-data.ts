import type { FolderMove } from "./move.js";
import type { Plan } from "./plan.js";
import type { Blocker } from "./running/blockers.js";
import type { Note, Rename, Rewrite } from "./store-plan.js";

/** A plan without the parts that do the work, to be printed or stored. */
export interface PlanData {
  from: string;
  to: string;
  folder: FolderMove;
  stores: StorePlanData[];
  notes: Note[];
  blockers: Blocker[];
}

/** What changes in the stores of one tool. */
export interface StorePlanData {
  source: string;
  sessions: number;
  rewrites: Omit<Rewrite, "write">[];
  renames: Rename[];
  notes: Note[];
}

/** A plan as plain data. */
export function planData({ move, folder, sessions, stores, notes, blockers }: Plan): PlanData {
  return {
    from: move.from,
    to: move.to,
    folder,
    stores: stores.map(({ source, rewrites, renames, notes }) => ({
      source,
      sessions: sessions[source] ?? 0,
      rewrites: rewrites.map(({ write, ...data }) => data),
      renames,
      notes,
    })),
    notes,
    blockers,
  };
}
