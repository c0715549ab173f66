import { basename, dirname, join, parse } from "node:path";
import { realPathOf } from "../disk/look-at.js";
import type { PathPair } from "./path-map.js";

/** Values of one field that change alike, for people who review a plan. */
export interface Change {
  /** "cwd", "attachment.path", "ItemTable history.recentlyOpenedPathsList": no value of the user. */
  field: string;
  /** The first one of them, before and after. */
  from: string;
  to: string;
  count: number;
}

/** A file that gets new content under the name that it has. */
export interface Rewrite {
  /** With links resolved; it may not exist yet. */
  path: string;
  kind: "lines" | "json" | "database" | "text";
  changes: Change[];
  /** Files whose content the new one holds as well, and which go: duplicates that are merged. */
  absorbs: string[];
  /** Files that belong to the old content alone, and go before it: `-wal` and its like. */
  beside: string[];
  /** Writes the new content to a file that does not exist; nothing else is touched. */
  write(target: string): void | Promise<void>;
}

/** A file or folder that gets a free name; all that lies in it goes with it. */
export type Rename = PathPair;

/** Something that is left as it is, and why; or what the user should do. */
export interface Note {
  code: string;
  message: string;
  /** Its path. */
  path?: string;
}

/** Says that a session keeps the old path. */
export function sessionStays(tool: string, id: string, path: string | undefined): Note {
  const message = `The session ${id} of ${tool} stays under the old path: its file cannot be changed, or only what was said in it names the folder.`;
  return { code: "session-stays", message, ...(path !== undefined && { path }) };
}

/**
 * The changes in the stores of one tool. Rewrites come first, under the old names; then files are
 * removed; then renames, in order.
 */
export interface StorePlan {
  /** The name of its source: "claude", "cursor". */
  source: string;
  rewrites: Rewrite[];
  renames: Rename[];
  /** Files that go; what they held is kept for the undo. */
  removed?: string[];
  /** Folders that are empty then, the innermost first; they go. */
  emptied: string[];
  notes: Note[];
  /** All folders that move, the project's among them: what has to be the same but for these. */
  pairs: PathPair[];
}

/** Counts what changes, by field. */
export class Changes {
  readonly #byField = new Map<string, Change>();
  #attempted: Change[] | undefined;

  /** Takes one value that changes. */
  add(field: string, from: string, to: string): void {
    const change = { field, from, to, count: 1 };
    if (this.#attempted) this.#attempted.push(change);
    else this.count(change);
  }

  /** Takes values that change alike. */
  count(change: Change): void {
    const known = this.#byField.get(change.field);
    if (known) known.count += change.count;
    else this.#byField.set(change.field, { ...change });
  }

  /** Does what may throw; then nothing counts that was taken meanwhile. */
  attempt<Result>(edit: () => Result): Result {
    const attempted: Change[] = [];
    this.#attempted = attempted;
    try {
      const result = edit();
      for (const change of attempted) this.count(change);
      return result;
    } finally {
      this.#attempted = undefined;
    }
  }

  /** The changes so far, in the order in which the fields were met. */
  list(): Change[] {
    return [...this.#byField.values()];
  }
}

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
    ...(plan.removed && { removed: plan.removed.map(withRealParent) }),
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

/** A name for what cannot have the one that it should get, because another thing keeps that. */
export function freeName(path: string, isTaken: (path: string) => boolean): string {
  const { dir, name, ext } = parse(path);
  let free = join(dir, `${name}.moved${ext}`);
  for (let number = 2; isTaken(free); number++) free = join(dir, `${name}.moved-${number}${ext}`);
  return free;
}
