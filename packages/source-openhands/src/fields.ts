import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of OpenHands' records that are in no session, with the reason. */
export const dropped = droppedFields({
  "what the agent notes for itself": { objects: "agent_state" },
  "how a provider was asked": { numbers: "cache_prompt" },
  "a folder of the tool, without the names of files": { texts: "full_output_save_dir" },
  "how hooks are set up": { objects: "hook_config" },
  "where the conversation lies": { texts: "persistence_dir" },
  "of the shell": { texts: "ps1" },
  secrets: { objects: "secret_registry" },
});

/** The fields of OpenHands 1.43.1 that the model has no place for. */
const kept = nameSet(
  "action_type activated_knowledge_skills activated_path_rules activated_skills additional_context annotations agent_settings",
  "blocked blocked_actions blocked_messages classification code confirmation_policy context_window costs critic_result error",
  "execution_status exit_code expected_output_files forgotten_event_ids fuzz hook_command hook_event_type hook_input",
  "invoked_skills is_input kind leaf_event_id llm_response_id max_budget_per_task max_iterations message_id meta metadata model model_name new_content",
  "hostname observation_type old_content origin per_turn_token pid prefix prev_exist py_interpreter_path reason rejection_source reset response_latencies responses_item_id",
  "security_analyzer security_risk sender status stderr stdout stuck_detection success summary summary_offset tags timeout token_usages",
  "command path pattern search_path include_pattern suffix tool_kind tool_name username working_dir",
);

/** The fields of an object of OpenHands. */
export const fieldsOf = fieldsNaming({
  dropped,

  kept,
  secret: /(?:api_?key|secret|password|credential)/i,
});
