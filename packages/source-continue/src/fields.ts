import { nameSet } from "@chatexport/core/read";
import { fieldsNaming } from "@chatexport/core/source";

/** The fields of Continue's records that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  editorState: "what was typed, as the editor keeps it",
  rawCompletion: "of what the model was sent",
  logs: "what the model was sent, which repeats the conversation",
  // Of a session of 2023, which holds all that its window did. Its settings have the account's key.
  adding_highlighted_code: "state of the window",
  config: "settings",
  context_providers: "settings",
  meilisearch_url: "settings",
  saved_context_groups: "state of the window",
  selected_context_items: "state of the window",
  slash_commands: "settings",
  user_input_queue: "state of the window",
};

/** The dropped fields that are objects or lists. */
const wholes = nameSet(
  "config context_providers editorState logs saved_context_groups selected_context_items",
  "slash_commands user_input_queue",
);

/** The fields of Continue's records, as of 2023 and 1.5.47, that the model has no place for. */
const kept = nameSet(
  "active appliedRules arguments chatModelTitle commands cost_cents description editable editing finalizeContextItem",
  "group hidden icon id isGatheringContext metadata mcpUiState mode modifiers name processedArgs reasoning_details",
  "startAt endAt status tool total_tokens totalCost totalTokens uri usage",
  "class_name current_index date_created deleted depth manage_own_chat_context messages observation system_message",
);

/** The fields of an object of Continue. */
export const fieldsOf = fieldsNaming({ dropped, wholes, kept });
