import { nameSet } from "@chatexport/core/read";
import { fieldsNaming } from "@chatexport/core/source";

/** The fields of Goose's rows that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  session_id: "the id of the session",
  parent_session_id: "the session that it is in",
  parent_delegation: "the call that started it has it",
  timestamp: "when the row was written",
  message_count: "the number of the messages",
};

/** The dropped fields that are numbers or flags. */
const numbers = nameSet("message_count");

/** The fields up to schema 17 that the model has no place for. */
const kept = nameSet(
  // Of a session: tokens without a name before them are those of its last request.
  "session_type extension_data schedule_id recipe_json user_recipe_values_json provider_name model_config_json",
  "goose_mode project_id thread_id input_tokens output_tokens total_tokens cache_read_tokens cache_write_tokens",
  "accumulated_total_tokens description recipe user_recipe_values",
  // Of a message and its content.
  "metadata userVisible agentVisible tokens annotations _meta data notificationType arguments toolName prompt id",
  "priority audience lastModified requestedSchema requested_schema actionType userData user_data code",
);

/** The fields of an object of Goose. */
export const fieldsOf = fieldsNaming({ dropped, numbers, kept });
