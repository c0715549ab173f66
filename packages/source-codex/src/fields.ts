import type { JsonObject } from "@chatexport/core";
import { nameSet, unreadFields } from "@chatexport/core/read";

/** The fields that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  internal_chat_message_metadata_passthrough:
    "tells what a text is, which the model says in its own words",
  metadata: "numbers of the tool's own bookkeeping",
  ordinal: "the order of messages tells",
  turn_id: "the order of messages tells",
  turnId: "the order of messages tells",
  root_turn_id: "the order of messages tells",
  thread_id: "the id of the session",
  session_id: "the id of the session that it belongs to",
  sender_thread_id: "the id of the session",
  started_at_ms: "the record has its time",
  completed_at_ms: "the record has its time",
  occurred_at_ms: "the record has its time",
  history_base: "the messages before it are in the session",
  forked_from_ordinal_exclusive: "the messages before it are in the session",
  replacement_history: "repeats messages of the session",
  replacement_history_metadata: "repeats messages of the session",
  guardian_history: "repeats messages of the session",
  retained_context: "repeats messages of the session",
  turn_token_usage: "a sum of what each response used",
  thread_token_usage: "a sum of what each response used",
  total_token_usage: "a sum of what each response used",
  rate_limits: "limits of the account",
  model_context_window: "a limit of the model",
  parsed_cmd: "the tool's guess at what the command does",
};

/** The fields of an object that are neither read nor dropped and say something; undefined when there are none. */
export function unread(object: JsonObject, read: ReadonlySet<string>): JsonObject | undefined {
  return unreadFields(object, read, dropped);
}

/** The fields that are read, by the type of the record. */
export const read = {
  header: nameSet(
    "id timestamp cwd cli_version git instructions base_instructions dynamic_tools source",
    "forked_from_id parent_thread_id",
  ),
  /** Of the header of a further file, which repeats most of the first one. */
  next: nameSet("id base_instructions"),
  git: nameSet("branch commit_hash repository_url"),
  turn: nameSet("cwd model effort"),
  message: nameSet("type role content id"),
  reasoning: nameSet("type summary content encrypted_content id"),
  call: nameSet("type name arguments input call_id namespace status action"),
  finishedCall: nameSet("type call_id status action result"),
  output: nameSet("type call_id output"),
  item: nameSet(
    "type id call_id command cwd status aggregated_output exit_code changes stdout stderr",
    "server tool arguments result results error content_items path invocation success callId",
  ),
} as const;
