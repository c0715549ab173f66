import type { JsonObject } from "@chatexport/core";
import { nameSet, objectOf, type TallyCounter } from "@chatexport/core/read";
import type { CodexRecord } from "./records.js";

/* The fields that this version knows, as the tool has written them from 2025 to 0.171.0. */

const header = nameSet(
  "id session_id timestamp cwd originator cli_version source instructions base_instructions git",
  "model_provider history_mode history_base forked_from_id forked_from_ordinal_exclusive parent_thread_id",
  "thread_source agent_nickname agent_role agent_type agent_path dynamic_tools memory_mode context_window",
  "account_scoped runtime_workspace_roots multi_agent_version record_type",
);

const turn = nameSet(
  "turn_id root_turn_id cwd model effort summary approval_policy approvals_reviewer sandbox_policy",
  "permission_profile collaboration_mode comp_hash multi_agent_version realtime_active personality",
  "user_instructions developer_instructions final_output_json_schema truncation_policy disabled_plugin_ids",
  "collaboration_mode_kind network current_date timezone file_system_sandbox_policy workspace_roots",
  "model_context_window base_instructions active_permission_profile multi_agent_mode",
);

const item = nameSet(
  "type id role content phase end_turn status summary encrypted_content name namespace arguments input",
  "call_id output action result revised_prompt execution tools author recipient message ghost_commit",
  "internal_chat_message_metadata_passthrough metadata duration_ms",
);

const completed = nameSet(
  "type id content phase summary_text raw_content process_id command cwd parsed_cmd source status",
  "aggregated_output exit_code duration stdout stderr changes server tool arguments result error path",
  "target user_facing_hint review_output sender_thread_id receiver_thread_ids receiver_agents prompt model",
  "reasoning_effort agents_states kind agent_thread_id agent_path text query action revised_prompt saved_path",
  "namespace success formatted_output interaction_input client_id memory_citation fragments duration_ms",
  "content_items auto_approved connector_id mcp_app_resource_uri link_id app_name template_id action_name",
  "plugin_id results readOnlyHint",
);

/** Counts the fields of a record that are in no table; their values are kept. */
export function countUnknownFields({ type, payload }: CodexRecord, tally: TallyCounter): void {
  const count = (object: JsonObject, place: string, known: ReadonlySet<string>) => {
    for (const name of Object.keys(object)) if (!known.has(name)) tally.unknownField(place, name);
  };
  if (type === "session_meta") count(payload, "session-key", header);
  else if (type === "turn_context") count(payload, "turn-key", turn);
  else if (type === "response_item") count(payload, "item-key", item);
  else if (payload.type === "item_completed")
    count(objectOf(payload.item) ?? {}, "event-item-key", completed);
}
