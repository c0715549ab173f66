import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/**
 * The fields of Continue's records that are in no session, with the reason. A session of 2023 holds all that its
 * window did; its settings have the key of the account.
 */
export const dropped = droppedFields({
  "what was typed, as the editor keeps it": { objects: "editorState" },
  "of what the model was sent": { texts: "rawCompletion" },
  "what the model was sent, which repeats the conversation": { objects: "logs" },
  "state of the window": {
    texts: "adding_highlighted_code",
    objects: "saved_context_groups selected_context_items user_input_queue",
  },
  settings: { texts: "meilisearch_url", objects: "config context_providers slash_commands" },
});

/** The fields of Continue's records, as of 2023 and 1.5.47, that the model has no place for. */
const kept = nameSet(
  "active appliedRules arguments chatModelTitle commands cost_cents description editable editing finalizeContextItem",
  "group hidden icon id isGatheringContext metadata mcpUiState mode modifiers name processedArgs reasoning_details",
  "startAt endAt status tool total_tokens totalCost totalTokens uri usage",
  "class_name current_index date_created deleted depth manage_own_chat_context messages observation system_message",
);

/** The fields of an object of Continue. */
export const fieldsOf = fieldsNaming({ dropped, kept });
