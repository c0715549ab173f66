import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/* The treatment of the fields of an export that no reader takes, as seen from 2023 to 2026. */

/** The fields that are in no session, with the reason. */
export const dropped = droppedFields({
  "parentId and the order of the messages tell": { texts: "parent" },
  "the next message tells": { numbers: "end_turn" },
  "the sentences of a thought, which its content has, too": { objects: "chunks" },
});

/** Fields that the model has no place for. */
const kept = nameSet(
  // Of a conversation.
  "async_status atlas_mode_enabled blocked_urls context_scopes conversation_id conversation_origin",
  "conversation_template_id default_model_slug disabled_tool_ids gizmo_id gizmo_type is_do_not_remember",
  "is_read_only is_starred is_study_mode memory_scope moderation_results owner pinned_time plugin_ids",
  "safe_urls sugar_item_id sugar_item_visible voice",
  // Of a message.
  "author channel create_time metadata name recipient role status update_time weight",
  // Of its content.
  "assets content content_type domain finished language model_set_context repo_summary repository",
  "response_format_name result snippet source_analysis_msg_id structured_context summary tether_id",
  "text title url",
  // Of a file in it.
  "asset_pointer audio_asset_pointer audio_start_timestamp decoding_id direction expiry_datetime format",
  "fovea frames_asset_pointers height id is_oversize mime_type size size_bytes source",
  "tool_audio_direction video_container_asset_pointer width file_token_size fileTokenSize library_file_id",
);

/** The fields of an object of an export. */
export const fieldsOf = fieldsNaming({ dropped, kept });
