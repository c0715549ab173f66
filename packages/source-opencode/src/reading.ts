import type { Context } from "@chatexport/core";
import type { TallyCounter } from "@chatexport/core/read";

/** The state that the readers of a session's records share. */
export interface Reading {
  /** Database, or file of the session. */
  path: string;
  cwd?: string | undefined;
  /** The folder with the outputs that are too long for a row. */
  outputs: string;
  tally: TallyCounter;
  /** Ids of messages and calls; each is there once. */
  messageIds: Set<string>;
  callIds: Set<string>;
  context: Context;
}
