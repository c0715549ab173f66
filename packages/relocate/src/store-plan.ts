import type { PathPair } from "./path-pair.js";

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
  write(target: string): void;
}

/** A file or folder that gets a name which nobody has; what lies in it goes with it. */
export interface Rename {
  from: string;
  to: string;
}

/** Something that is left as it is, and why; or what the user should do. */
export interface Note {
  code: string;
  message: string;
  /** Where it is. */
  path?: string;
}

/** What has to change in the stores of one tool. Rewrites come first, under the old names; then renames, in order. */
export interface StorePlan {
  /** The name of its source: "claude", "cursor". */
  source: string;
  rewrites: Rewrite[];
  renames: Rename[];
  /** Folders that are empty after the renames, the innermost first; they go. */
  emptied: string[];
  notes: Note[];
  /** All folders that move, the project's among them: what has to be the same but for these. */
  pairs: PathPair[];
}
