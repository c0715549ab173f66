import { nameSet } from "@chatexport/core/read";
import { fieldsNaming } from "@chatexport/core/source";

/** The fields of pi's records that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  api: "how the provider was asked",
  fromHook: "who asked for a summary",
  maxBytes: "a limit of the tool",
  maxLines: "a limit of the tool",
  partialJson: "the arguments, as they came in",
  rawStopReason: "the provider's word for why the model stopped",
  systemMessage: "what the instructions before it add up to",
  timestamp: "the entry has its time",
  totalFromProvider: "how a cost was counted",
  totalTokens: "a sum of the other counts",
  version: "of the format; contents change without it",
};

/** The dropped fields that are objects or lists. */
const wholes = nameSet("systemMessage");

/** The dropped fields that are numbers or flags. */
const numbers = nameSet("maxBytes maxLines totalTokens");

/** The fields of pi 0.74 to 1.6 that the model has no place for. */
const kept = nameSet(
  "addedToolNames argumentsBytes argumentsError cacheWrite1h calls complete constrainedSampling customType deferred diagnostics details display",
  "durationMs endTurn errorMessage excludeFromContext firstChangedLine firstKeptEntryId firstKeptEntryIndex fromId kind label modifiedFiles",
  "modelId namespace nestedCalls note parentSession provider providerThinkingLevel readFiles replacement responseModel sections",
  "diff firstLineExceedsLimit lastLinePartial outputBytes outputLines patch totalBytes totalLines truncatedBy",
  "targetId textSignature thinkingLevel thinkingSignature thoughtSignature toolsRemoved",
);

/** The fields of an object of pi. */
export const fieldsOf = fieldsNaming({ dropped, wholes, numbers, kept });
