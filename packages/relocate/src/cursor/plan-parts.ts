import { copyFileSync, existsSync } from "node:fs";
import { sep } from "node:path";
import { realPathOf } from "@chatexport/source-cursor/paths";
import type { Note, Rename, Rewrite } from "../move/store-plan.js";

/** A plan while it is made. */
export class PlanParts {
  readonly #rewrites = new Map<string, Rewrite>();
  readonly renames: Rename[] = [];
  readonly emptied: string[] = [];
  readonly notes: Note[] = [];

  get rewrites(): Rewrite[] {
    return [...this.#rewrites.values()];
  }

  add({ rewrite, notes = [] }: { rewrite?: Rewrite | undefined; notes?: readonly Note[] }): void {
    if (rewrite) this.#rewrites.set(rewrite.path, rewrite);
    this.notes.push(...notes);
  }

  /** One file goes, because another one holds all that is in it; `write` if it has to get that first. */
  absorb(kept: string, gone: string, write?: Rewrite["write"]): void {
    this.#rewrites.delete(realPathOf(gone));
    const path = realPathOf(kept);
    const known = this.#rewrites.get(path);
    if (known && !write) known.absorbs.push(gone);
    else
      this.#rewrites.set(path, {
        path,
        kind: "text",
        changes: [],
        absorbs: [...(known?.absorbs ?? []), gone],
        beside: [],
        write: write ?? ((target) => copyFileSync(path, target)),
      });
  }

  /** Whether a file is gone after the rewrites, because another one holds what is in it. */
  isGone(path: string): boolean {
    const real = realPathOf(path);
    return this.rewrites.some(({ absorbs, beside }) =>
      [...absorbs, ...beside].some((file) => file === path || file === real),
    );
  }

  /** Where what will have a name lies before the renames. */
  locate(path: string): string {
    return this.renames.reduceRight(
      (at, { from, to }) =>
        at === to || at.startsWith(to + sep) ? from + at.slice(to.length) : at,
      path,
    );
  }

  /** Whether something has a name after the renames. */
  isTaken(path: string): boolean {
    const at = this.locate(path);
    return existsSync(at) && (at !== path || this.renames.every(({ from }) => from !== path));
  }
}
