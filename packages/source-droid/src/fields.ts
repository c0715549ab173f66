import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Droid's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "how the provider calls thoughts": { texts: "chatCompletionReasoningField" },
  "a number of the machine": { texts: "hostId" },
  "who signed a thought": { texts: "signatureProvider" },
  "of the format; contents change without it": { texts: "version" },
});

/** The fields of Droid 0.81 to 0.229 that the model has no place for. */
const kept = nameSet(
  "allowSubagentsInScripts anchorMessage assistantActiveTimeMs autonomyLevel autonomyMode callingToolUseId",
  "childInclusiveTokenUsageBySessionId compactionThresholdCheckEnabled decompMissionId decompSessionType durationMs",
  "factoryCredits forkedAtMessageId inclusiveTokenUsage interactionMode isSessionTitleManuallySet lastCallTokenUsage model",
  "messageIndex owner providerLock providerLockTimestamp reasoningEffort removedCount resultKind sessionTitle",
  "signature specModeModel specModeReasoningEffort summaryKind summaryTokens systemInfo tags title toolExecutionMode turnId visibility",
);

/** The fields of an object of Droid. */
export const fieldsOf = fieldsNaming({ dropped, kept });
