import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of ATIF that are in no session, with the reason. */
export const dropped = droppedFields({
  "of the format; contents change without it": { texts: "schema_version" },
  "the order of the steps": { numbers: "step_id" },
  "a count of the steps": { numbers: "total_steps" },
});

/** The fields of ATIF 1.6 to 1.8, and those that chatexport adds, that the model has no place for. */
const kept = nameSet(
  "agent attachments completion_token_ids continued_trajectory_ref duration_sec extra files is_copied_context",
  "llm_call_count logprobs name notes parent path project prompt_token_ids session_id source started_at",
  "tool_definitions trajectory_id trajectory_path updated_at version kind status title server git model",
  "message_id mode cwd stop_reason media_type cost tool_call_id relation subagent_trajectory_ref model_name",
);

/** The fields of an object of a trajectory. */
export const fieldsOf = fieldsNaming({ dropped, kept });
