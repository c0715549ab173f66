import type { History } from "../history.js";

/** What every tool answers from. */
export interface Asked {
  history: History;
  /** The folder of the caller's project. */
  folder: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** What a host may know of a tool that changes nothing, and asks nobody outside of this machine. */
export const onlyReads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
