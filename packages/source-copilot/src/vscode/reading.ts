import type { EditPart, Session } from "@chatexport/core";
import type { TallyCounter } from "@chatexport/core/read";
import type { Head } from "../head.js";

/** A chat while it is read. */
export interface Reading {
  head: Head;
  tally: TallyCounter;
  /** The ids of messages and of calls, each once. */
  ids: Set<string>;
  callIds: Set<string>;
  editStates: ReadonlyMap<string, EditPart["status"]>;
  subagents: Session[];
}
