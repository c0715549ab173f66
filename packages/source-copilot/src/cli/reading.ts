import type { Message, ToolCall } from "@chatexport/core";
import type { Holder } from "@chatexport/core/source";
import type { Assets } from "./attachments.js";
import type { Shutdown } from "./usage.js";

/** The state that all agents of a session share while it is read. */
export interface Reading extends Holder {
  /** All calls by their ids. */
  calls: Map<string, ToolCall>;
  /** The answers that asked for them. */
  answers: Map<ToolCall, Message>;
  /** The words of a person to calls that they refused. */
  feedback: Map<ToolCall, string>;
  assets: Assets;
  /** The last known state of the repository. */
  git: { branch?: string; commit?: string; repository?: string };
  version?: string | undefined;
  /** The model that was chosen at the start, or for the last answer. */
  model?: string | undefined;
  /** The model that was chosen for the answers to come. */
  nextModel?: string | undefined;
  /** The tool's notes at the end of each of its runs. */
  shutdowns: Shutdown[];
}
