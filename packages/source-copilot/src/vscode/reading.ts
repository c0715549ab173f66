import type { EditCall, EditPart, Part, Session } from "@chatexport/core";
import type { TallyCounter } from "@chatexport/core/read";
import type { Holder } from "@chatexport/core/source";
import type { Head } from "../head.js";
import type { Rounds } from "./rounds.js";

/** A chat while it is read. It keeps what no message of it does. */
export interface Reading extends Holder {
  head: Head;
  tally: TallyCounter;
  /** The ids of messages and of calls, each once. */
  ids: Set<string>;
  callIds: Set<string>;
  editStates: ReadonlyMap<string, EditPart["status"]>;
  subagents: Session[];
}

/** An agent that worked within an answer. */
export interface Agent {
  /** The call that started it. */
  toolCallId?: string;
  name?: string;
  model?: string;
  prompt?: string;
  result?: string;
  parts: Part[];
}

/** An answer while its items are read. It keeps what no part of it does. */
export interface Answer extends Holder {
  parts: Part[];
  agents: Map<string, Agent>;
  rounds: Rounds;
  reading: Reading;
  /** The last round with a call, and those of its calls that change files. */
  round?: number | undefined;
  editing: EditCall[];
  /** The line that opens a fence with the name of a file in it, until something says whether code follows. */
  fence?: string | undefined;
}
