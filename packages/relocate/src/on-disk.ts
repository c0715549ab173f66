import { basename, dirname, join } from "node:path";
import { realPathOf } from "./real-path.js";
import type { StorePlan } from "./store-plan.js";

/**
 * A plan with one spelling for each place: people link folders of stores to elsewhere, and the steps of a move
 * are told apart by their paths. What is a link itself stays one.
 */
export function onDisk(plan: StorePlan): StorePlan {
  return {
    ...plan,
    rewrites: plan.rewrites.map((rewrite) => ({
      ...rewrite,
      path: withRealParent(rewrite.path),
      absorbs: rewrite.absorbs.map(withRealParent),
      beside: rewrite.beside.map(withRealParent),
    })),
    renames: plan.renames.map(({ from, to }) => ({
      from: withRealParent(from),
      to: withRealParent(to),
    })),
    emptied: plan.emptied.map(withRealParent),
  };
}

/** A path with the links resolved that lead to what it names. */
export function withRealParent(path: string): string {
  return join(realPathOf(dirname(path)), basename(path));
}
