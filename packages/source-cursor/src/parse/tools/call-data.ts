import type { Json, JsonObject, Part } from "@chatexport/core";
import type { ToolReader } from "@chatexport/core/source";

/** A result as it was found, in one place or in several. */
export interface StoredResult {
  /** The content that the model saw, where that is kept apart; empty when it is known to be lost. */
  content?: Part[];
  /** The tool's return value. */
  output?: Json;
  /** Absent: the output decides. */
  isError?: boolean;
}

/** Finds the parts of a call that the call itself only names. */
export interface CallLookup {
  /** The result in the agent's own messages. */
  agentResult(toolCallId: string): StoredResult | undefined;
  /** The text of a file before or after an edit, by its key `composer.content.…`. */
  contentOf(key: string): string | undefined;
}

/** The facts about a call. */
export interface CallData extends Pick<CallLookup, "contentOf"> {
  /** The arguments that the model sent, overridden by what the editor made of them (`params`). */
  input: JsonObject;
  /** Arguments that are a text and not JSON: a patch. */
  text?: string;
  /** The tool's return value, with the wrappers `success`, `output`, `result` … taken off. */
  output: JsonObject;
  /** The data that the editor kept to show the call (`additionalData`). */
  additional: JsonObject;
}

/** Finds the details of a tool call in its arguments and all that is known of it; nothing of that is certain. */
export type CallReader = ToolReader<[call: CallData]>;
