import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of pi's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "how the provider was asked": { texts: "api" },
  "who asked for a summary": { texts: "fromHook" },
  "a limit of the tool": { numbers: "maxBytes maxLines" },
  "the arguments, as they came in": { texts: "partialJson" },
  "the provider's word for why the model stopped": { texts: "rawStopReason" },
  "what the instructions before it add up to": { objects: "systemMessage" },
  "the entry has its time": { texts: "timestamp" },
  "how a cost was counted": { texts: "totalFromProvider" },
  "a sum of the other counts": { numbers: "totalTokens" },
  "of the format; contents change without it": { texts: "version" },
});

/** The fields of pi 0.74 to 1.6 that the model has no place for. */
const kept = nameSet(
  "addedToolNames argumentsBytes argumentsError cacheWrite1h calls complete constrainedSampling customType deferred diagnostics details display",
  "durationMs endTurn errorMessage excludeFromContext firstChangedLine firstKeptEntryId firstKeptEntryIndex fromId kind label modifiedFiles",
  "modelId namespace nestedCalls note parentSession provider providerThinkingLevel readFiles replacement responseModel sections",
  "diff firstLineExceedsLimit lastLinePartial outputBytes outputLines patch totalBytes totalLines truncatedBy",
  "targetId textSignature thinkingLevel thinkingSignature thoughtSignature toolsRemoved",
);

/** The fields of an object of pi. */
export const fieldsOf = fieldsNaming({ dropped, kept });
