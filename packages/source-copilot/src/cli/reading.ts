import type { JsonObject, ToolCall } from "@chatexport/core";
import type { Assets } from "./attachments.js";

/** What all agents of a session share while it is read. */
export interface Reading {
  /** All calls by their ids. */
  calls: Map<string, ToolCall>;
  assets: Assets;
  /** What was last known of the repository. */
  git: JsonObject;
  version?: string | undefined;
  /** The model that was chosen at the start. */
  model?: string | undefined;
  native: JsonObject;
  /** What the tool noted at the end of each of its runs. */
  shutdowns: JsonObject[];
}
