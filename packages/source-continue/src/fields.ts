import { nameSet } from "@chatexport/core/read";
import { fieldsNaming } from "@chatexport/core/source";

/** The fields of Continue's records that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  editorState: "what was typed, as the editor keeps it",
  promptLogs: "what the model was sent, which repeats the conversation",
  rawCompletion: "of what the model was sent",
};

/** The fields of Continue's records, as of 1.5.47, that the model has no place for. */
const kept = nameSet(
  "active appliedRules arguments chatModelTitle commands cost_cents description editable editing finalizeContextItem",
  "group hidden icon id isGatheringContext metadata mcpUiState mode modifiers name processedArgs reasoning_details",
  "startAt endAt status tool total_tokens totalCost totalTokens uri usage",
);

/** The fields of an object of Continue. */
export const fieldsOf = fieldsNaming({ dropped, kept });
