import type { Copy, Omission } from "../copy.js";
import type { Clues } from "../workspaces/resolve.js";

/** A copy whose place is not known yet, with what its records say about that. */
export interface Found {
  copy: Copy;
  clues: Clues;
}

/** A conversation that is not handed out, and why. */
export interface Omitted {
  id: string;
  reason: Omission;
  /** As what it is handed out where conversations in which nothing was said are wanted. */
  found?: Found;
}
