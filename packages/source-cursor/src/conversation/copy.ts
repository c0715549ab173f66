import type { Clues } from "../workspaces/resolve-location.js";
import type { Head } from "./head.js";

/**
 * The on-disk shapes, the most faithful first: the copy with the first shape gives the messages.
 */
export const formats = [
  /** A row for the composer and one for each bubble, in `cursorDiskKV` (1.0 on). */
  "cursor/bubbles",
  /** The bubbles inside the composer's own JSON (0.40 to about 0.49). */
  "cursor/inline",
  /** The tabs of the old chat pane, all of a workspace in one row (until about 0.44). */
  "cursor/tabs",
  /** A `store.db` of the command line or of ACP. */
  "cursor/store",
  /** The agent's own state in `agentKv` rows, for a composer that has no bubbles (3.0 on). */
  "cursor/agent-kv",
  /** Agent transcripts: text, and names and arguments of tools. */
  "cursor/transcript-jsonl",
  "cursor/transcript-json",
  "cursor/transcript-txt",
  /** A plan that no conversation names, in a file of its own (late 2025 on). */
  "cursor/plan",
  /** Messages found by guessing in the files of an embedded browser. */
  "cursor/cache",
] as const;

/** The on-disk shape of a copy. */
export type Format = (typeof formats)[number];

/** One copy of a conversation, as its store lists it without reading its messages. */
export interface Copy extends Head {
  /** As the store writes it; copies whose ids differ only in case are of one conversation. */
  id: string;
  format: Format;
  /** The file or database. */
  path: string;
  /** The key of the row that holds it, in a database. */
  key?: string;
  /** The table of a row that mostly lies in `ItemTable`, where it lies in another. */
  table?: string;
  /** Last change of its file, which is the best guess where no record has a time. */
  modifiedAt?: string;
  /** The editor keeps it, but names it in no index, and so shows it nowhere. */
  unlisted?: boolean;
  /** The option of the source without which it is not looked for. */
  listedBy?: "cacheStorage" | "empty";
  /** Ids of the conversations that it names as its sub-agents or parallel attempts. */
  children?: string[];
  /** Changes whenever the copy does. */
  revision: string;
  /** Size in bytes where stat knows it: of files, not of rows. */
  bytes?: number;
}

/** A copy whose folder is not resolved yet, with what its records say about it. */
export interface UnlocatedCopy {
  copy: Copy;
  clues: Clues;
}

/** A conversation that is not listed, and why. */
export interface Omitted {
  id: string;
  /** Counted by `stores`. */
  reason: "empty" | "draft" | "deleted";
  /** Its copy, where empty conversations are listed, too. */
  found?: UnlocatedCopy;
}
