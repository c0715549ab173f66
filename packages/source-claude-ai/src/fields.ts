import type { JsonObject } from "@chatexport/core";
import { nameSet } from "@chatexport/core/read";
import { droppedFields, Fields, type NamedFields } from "@chatexport/core/source";

/* The treatment of the fields of an export that no reader takes, as seen from 2024 to 2026. */

/** The fields that are in no session, with the reason. */
export const dropped = droppedFields({
  "names the account": { objects: "account creator" },
  "the order of the messages": { numbers: "index" },
  "the message has its files": { numbers: "image_count file_count" },
  "of a block; the message has its time": { texts: "start_timestamp stop_timestamp" },
  "how the website looks": {
    texts: "icon_name integration_icon_url approval_key approval_key_legacy",
    objects: "approval_options",
  },
});

/** Fields that the model has no place for. */
const kept = nameSet(
  // Of a conversation, and of a project.
  "current_leaf_message_uuid is_private is_starred is_starter_project model project project_uuid settings summary",
  // Of a message, and of a file with it.
  "created_at file_kind file_size file_type file_uuid files_v2 id metadata preview_url sync_sources thumbnail_url",
  "truncated updated_at uuid",
  // Of a block.
  "alternative_display_type cut_off end_index flags origin_tool_name remaining sources start_index summaries",
  // Of a call and its result.
  "context details display_content integration_name is_citable is_mcp_app is_missing mcp_server_url message meta name",
  "partial_json prompt_context_metadata type",
);

const named: NamedFields = { dropped, kept };

/** The fields of an object of an export. */
export function fieldsOf(object: JsonObject): Fields {
  return new Fields(object, named);
}
