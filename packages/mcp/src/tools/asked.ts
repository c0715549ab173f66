import type { History } from "../history.js";

/** The ground of every tool's answers. */
export interface Asked {
  history: History;
  /** The folder of the caller's project. */
  folder: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Tells a host that a tool changes nothing, and asks nobody outside of this machine. */
export const onlyReads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
