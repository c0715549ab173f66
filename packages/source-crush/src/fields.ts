import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Crush's rows that are in no session, with the reason. */
export const dropped = droppedFields({
  "the id of the session": { texts: "session_id" },
  "the session that it is in": { texts: "parent_session_id" },
  "the number of the messages": { numbers: "message_count" },
  "when the row was last changed": { numbers: "updated_at" },
  "the summary is marked": { texts: "summary_message_id", numbers: "is_summary_message" },
});

/** The fields of 0.1 to 0.90.0 that the model has no place for. */
const kept = nameSet(
  // Of a session: tokens of its last request, not of all.
  "prompt_tokens completion_tokens",
  // Of a reasoning, an image, the end of an answer.
  "started_at finished_at thought_signature tool_id responses_data item_id summary detail message details",
  // Of a call and its result.
  "provider_executed metadata additions removals number_of_files number_of_matches truncated edits_applied",
  "edits_failed file_path resource_type resource_name resource_description output content description",
  "background shell_id command done is_new just_completed just_started completed total todos diff",
);

/** The fields of an object of Crush; `unknown` is a list that names of unknown ones are added to. */
export const fieldsOf = fieldsNaming({ dropped, kept });
