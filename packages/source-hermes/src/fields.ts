import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The columns of Hermes Agent that are in no session, with the reason. */
export const dropped = droppedFields({
  "the id of the session": { texts: "session_id" },
  "the tool's own instructions": { texts: "system_prompt system_prompt_hash" },
  "an account of a chat platform": {
    texts: "user_id session_key chat_id thread_id display_name platform_message_id",
    objects: "origin_json",
  },
  "the number of the messages": { numbers: "message_count" },
  "the number of the calls": { numbers: "tool_call_count" },
  "whether it was taken back": { numbers: "active compacted" },
  "the order of the messages": { numbers: "display_order" },
  "whether it was copied": { texts: "identity" },
  "when the window was last looked at": { numbers: "last_read_at" },
  bookkeeping: { numbers: "expiry_finalized git_metadata_generation" },
});

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
export const fieldsOf = fieldsNaming({ dropped, kept });
