import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Goose's rows that are in no session, with the reason. */
export const dropped = droppedFields({
  "the id of the session": { texts: "session_id" },
  "the session that it is in": { texts: "parent_session_id" },
  "the call that started it has it": { texts: "parent_delegation" },
  "when the row was written": { texts: "timestamp" },
  "the number of the messages": { numbers: "message_count" },
});

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
export const fieldsOf = fieldsNaming({ dropped, kept });
