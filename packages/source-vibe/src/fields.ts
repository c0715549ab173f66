import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Vibe's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "all settings of the user, which may hold private things": { objects: "config" },
  "which variants of the tool the user has": { objects: "experiments" },
  "the place of a call among those of its answer": { numbers: "index" },
  "a sum of other counts": { numbers: "last_turn_total_tokens session_total_llm_tokens" },
  "a number for the thought of an answer": { texts: "reasoning_message_id" },
  "how many lines were written": { numbers: "total_messages" },
});

/** The fields of Vibe 2.18 that the model has no place for. */
const kept = nameSet(
  "agent_profile context_tokens input_price_per_million last_turn_completion_tokens last_turn_duration",
  "last_turn_prompt_tokens loops name output_price_per_million parent_session_id reasoning_state steps title title_source",
  "tokens_per_second tool_calls_agreed tool_calls_failed tool_calls_hook_denied tool_calls_rejected",
  "tool_calls_succeeded user_display_content username",
);

/** The fields of an object of Vibe. */
export const fieldsOf = fieldsNaming({ dropped, kept });
