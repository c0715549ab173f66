import type { JsonObject, Message, ToolCall } from "@chatexport/core";
import type { Assets } from "./attachments.js";

/** What all agents of a session share while it is read. */
export interface Reading {
  /** All calls by their ids. */
  calls: Map<string, ToolCall>;
  /** The answers that asked for them. */
  answers: Map<ToolCall, Message>;
  /** What a person said to calls that they refused. */
  feedback: Map<ToolCall, string>;
  assets: Assets;
  /** What was last known of the repository. */
  git: JsonObject;
  version?: string | undefined;
  /** The model that was chosen at the start, or for the last answer. */
  model?: string | undefined;
  /** The model that was chosen for the answers to come. */
  nextModel?: string | undefined;
  native: JsonObject;
  /** What the tool noted at the end of each of its runs. */
  shutdowns: JsonObject[];
}
