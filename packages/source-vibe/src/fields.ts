import { nameSet } from "@chatexport/core/read";
import { fieldsNaming } from "@chatexport/core/source";

/** The fields of Vibe's records that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  config: "all settings of the user, which may hold private things",
  experiments: "which variants of the tool the user has",
  index: "the place of a call among those of its answer",
  last_turn_total_tokens: "a sum of other counts",
  reasoning_message_id: "a number for the thought of an answer",
  session_total_llm_tokens: "a sum of other counts",
  total_messages: "how many lines were written",
};

/** The dropped fields that are objects or lists. */
const wholes = nameSet("config experiments");

/** The dropped fields that are numbers or flags. */
const numbers = nameSet("index last_turn_total_tokens session_total_llm_tokens total_messages");

/** The fields of Vibe 2.18 that the model has no place for. */
const kept = nameSet(
  "agent_profile context_tokens input_price_per_million last_turn_completion_tokens last_turn_duration",
  "last_turn_prompt_tokens loops name output_price_per_million parent_session_id reasoning_state steps title title_source",
  "tokens_per_second tool_calls_agreed tool_calls_failed tool_calls_hook_denied tool_calls_rejected",
  "tool_calls_succeeded user_display_content username",
);

/** The fields of an object of Vibe. */
export const fieldsOf = fieldsNaming({ dropped, wholes, numbers, kept });
