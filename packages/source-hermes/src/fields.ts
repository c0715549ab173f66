import { nameSet } from "@chatexport/core/read";
import { fieldsNaming } from "@chatexport/core/source";

/** The columns of Hermes Agent that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  session_id: "the id of the session",
  system_prompt: "the tool's own instructions",
  system_prompt_hash: "the same",
  user_id: "an account of a chat platform",
  session_key: "the same",
  chat_id: "the same",
  thread_id: "the same",
  display_name: "the same",
  origin_json: "the same",
  platform_message_id: "the same",
  message_count: "the number of the messages",
  tool_call_count: "the number of the calls",
  active: "whether it was taken back",
  compacted: "the same",
  display_order: "the order of the messages",
  identity: "whether it was copied",
  last_read_at: "when the window was last looked at",
  expiry_finalized: "bookkeeping",
  git_metadata_generation: "bookkeeping",
};

/** The dropped fields that are objects or lists. */
const wholes = nameSet("origin_json");

/** The dropped fields that are numbers or flags. */
const numbers = nameSet(
  "message_count tool_call_count active compacted display_order last_read_at",
  "expiry_finalized git_metadata_generation",
);

/** The columns up to schema 30, and fields in them, that the model has no place for. */
const kept = nameSet(
  // Of a session.
  "source created_source chat_type model_config end_reason ended_at git_repo_root billing_provider billing_base_url",
  "billing_mode estimated_cost_usd actual_cost_usd cost_status cost_source pricing_version title_source",
  "last_activity_description last_activity_provenance last_activity_at api_call_count handoff_state handoff_platform",
  "handoff_error compression_failure_cooldown_until compression_failure_error compression_fallback_streak",
  "compression_ineffective_count compression_recovery_deadline compression_overload_streak profile_name",
  "base_url platform transport_profile rewind_count pinned hidden tool_names parent_session_id",
  // Of a message.
  "timestamp token_count effect_disposition reasoning reasoning_content reasoning_details codex_reasoning_items",
  "codex_message_items observed _compressed_summary api_content display_kind display_metadata finish_reason",
  "tool_name detail call_id response_item_id extra_content",
);

/** The fields of an object of Hermes Agent. */
export const fieldsOf = fieldsNaming({ dropped, wholes, numbers, kept });
