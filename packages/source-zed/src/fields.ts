import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Zed's threads that are in no session, with the reason. */
export const dropped = droppedFields({
  "how the thread is stored": { texts: "data_type" },
  "the order of the folders": { texts: "folder_paths_order" },
  "how far the window was scrolled": { objects: "ui_scroll_position" },
});

/** The fields of payloads up to 0.3.0 that the model has no place for. */
const kept = nameSet(
  // Of a thread: the prompt that was not sent yet is the user's text.
  "title summary draft_prompt detailed_summary detailed_summary_state profile completion_mode tool_use_limit_reached imported",
  "speed thinking_enabled thinking_effort sandboxed_terminal_temp_dir depth parent_thread_id provider",
  "folder_paths request_token_usage cumulative_token_usage initial_project_snapshot",
  "timestamp unsaved_buffer_paths worktree_snapshots diff worktree_path",
  // Of a message and its content.
  "reasoning_details thought_signature is_input_complete creases is_hidden size width height",
  "id include_errors include_warnings line_count base_ref source column tool_name",
);

/** The fields of an object of Zed. */
export const fieldsOf = fieldsNaming({ dropped, kept });
