import { nameSet } from "@chatexport/core/read";
import { droppedFields, type NamedFields } from "@chatexport/core/source";

/** The fields that are in no session, with the reason. */
export const dropped = droppedFields({
  "tells what a text is, which the model says in its own words": {
    objects: "internal_chat_message_metadata_passthrough",
  },
  "numbers of the tool's own bookkeeping": { objects: "metadata" },
  "the order of messages tells": { texts: "turn_id turnId root_turn_id", numbers: "ordinal" },
  "the id of the session": { texts: "thread_id threadId sender_thread_id" },
  "the id of the session that it belongs to": { texts: "session_id" },
  "the record has its time": { numbers: "started_at_ms completed_at_ms occurred_at_ms" },
  "the messages before it are in the session": {
    numbers: "forked_from_ordinal_exclusive",
    objects: "history_base",
  },
  "repeats messages of the session": {
    objects: `replacement_history replacement_history_metadata guardian_history retained_context`,
  },
  "a sum of what each response used": {
    objects: "turn_token_usage thread_token_usage total_token_usage",
  },
  "the sum of the others": { numbers: "total_tokens" },
  "limits of the account": { objects: "rate_limits" },
  "names the account": { texts: "creator_account_id creator_user_id" },
  "a limit of the model": { numbers: "model_context_window" },
  "the tool's guess at what the command does": { objects: "parsed_cmd" },
});

/** Fields that the model has no place for, as the tool has written them from 2025 to 0.171.0. */
const kept = nameSet(
  // Of sessions.
  "account_scoped agent_nickname agent_path agent_role agent_type base_instructions cli_version context_window",
  "dynamic_tools forked_from_id git goal history_mode instructions memory_mode model_provider",
  "multi_agent_version originator parent_thread_id provenance record_type runtime_workspace_roots source",
  "attached_thread cyber_access_program selected_capability_roots subagent_history_start_ordinal",
  "thread_source timestamp",
  // Of turns.
  "active_permission_profile approval_policy approvals_reviewer collaboration_mode collaboration_mode_kind",
  "comp_hash current_date developer_instructions disabled_plugin_ids effort file_system_sandbox_policy",
  "final_output_json_schema multi_agent_mode network permission_profile personality realtime_active",
  "reasoning_summary requested_approvals_reviewer",
  "sandbox_policy summary timezone truncation_policy user_instructions workspace_roots",
  // Of messages, and of what agents say to each other.
  "annotations audio author client_id create_time detail encrypted_content encrypted_function_args end_turn id",
  "image_details item_id local_audio local_image_details logprobs name other_recipients path phase realtime_session_id recipient role",
  "audio_order delivery file_id_details image_order moderation text_elements trigger_turn",
  // Of tokens.
  "cached_input_tokens cache_write_input_tokens input_tokens last_token_usage last_usage_includes_reasoning",
  "output_tokens reasoning_output_tokens",
  // Of calls.
  "_meta action action_name agent_statuses agent_thread_id agents_states aggregated_output app_name arguments",
  "app_context environment_id generation_id input_images mcp_app_ui script_path transparent_background",
  "auto_approved call_id changes command connector_id content_items cwd description duration duration_ms",
  "execution formatted_output interaction_input kind link_id mcp_app_resource_uri model namespace",
  "new_agent_nickname new_agent_role new_thread_id plugin_id process_id prompt query readOnlyHint",
  "read_only_hint reasoning_effort receiver_agent_nickname receiver_agent_role receiver_agents",
  "receiver_thread_id receiver_thread_ids results saved_path server status statuses stderr",
  "stdout success template_id tool tools",
  // Of compactions, notices and the end of a turn.
  "additional_details codex_error_info compaction_response_id completed_at decision_source details",
  "first_window_id last_agent_message latest_token_usage_record message previous_window_id rationale",
  "resume_metadata review_output risk_level started_at target time_to_first_token_ms type",
  "user_authorization user_facing_hint window_id window_number",
);

/** The fields of records that are left out. */
const leftOut = nameSet(
  "additional_permissions approval_id available_decisions cancelled chunk delta explanation failed fragments full",
  "ghost_commit grant_root history_entry_count history_log_id initial_messages item model_provider_id output",
  "network_approval_context network_proxy plan presentation proposed_execpolicy_amendment ready reason",
  "review_reason rollout_path service_tier skill_metadata state stream thread_settings turn_attribution unified_diff",
);

/** The fields that no reader takes, by their treatment. */
export const named: NamedFields = { dropped, kept, leftOut };
