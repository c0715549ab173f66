import { byName, nameSet, type TallyCounter } from "@chatexport/core/read";
import { dropped } from "../fields.js";
import type { CliEvent } from "./event.js";

/* The names that this version knows, as the tool has written them up to 1.0.102. */

const subagent =
  "toolCallId agentName agentDisplayName agentDescription model taskModelSource modelSelectionSource" +
  " resumable agentType executionMode factoryRunId parentId firstDispatchedModel totalToolCalls totalTokens" +
  " durationMs cancelled error configuredModelMatchesActual configuredModelPreference" +
  " explicitModelMatchesPreference explicitModelOverride modelOverrideReason multiTurn reasoningEffort" +
  " contextTier";

const start =
  "sessionId version producer copilotVersion vscodeVersion startTime selectedModel reasoningEffort" +
  " reasoningSummary verbosity contextTier autoTier context alreadyInUse remoteSteerable sessionLimits" +
  " githubMcpToolConfig detachedFromSpawningParentSessionId resumeTime sessionWasActive continuePendingWork";

/** The fields of the events that are read, by their types. */
const fields = byName<ReadonlySet<string>>([
  [nameSet(start), "session.start session.resume"],
  [
    nameSet(
      "content transformedContent attachments source agentMode isAutopilotContinuation",
      "nativeDocumentPathFallbackPaths",
    ),
    "user.message",
  ],
  [
    nameSet(
      "content toolRequests model reasoningText reasoningOpaque encryptedContent reasoningBlocks",
      "reasoningWireField outputTokens phase citations serverTools fusion",
    ),
    "assistant.message",
  ],
  [nameSet("content reasoningId"), "assistant.reasoning"],
  [
    nameSet(
      "toolCallId toolName arguments model mcpServerName mcpToolName mcpConfigServerName mcpTransport",
      "mcpConfigSource toolDescription displayVerbatim fusion",
    ),
    "tool.execution_start tool.user_requested",
  ],
  [
    nameSet(
      "toolCallId model shellExecution success result error isUserRequested mcpMeta sandboxed",
      "toolDescription fusion name tool_name fileEdits",
    ),
    "tool.execution_complete",
  ],
  [nameSet("usage"), "session.usage_record"],
  [nameSet("assetId type mimeType data description metadata"), "session.binary_asset"],
  [nameSet("role content metadata name"), "system.message"],
  [nameSet("kind content"), "system.notification"],
  [nameSet(subagent), "subagent.started subagent.completed subagent.failed subagent.configured"],
  [
    nameSet(
      "success outcome compactionAttemptId preCompactionMessagesLength messagesRemoved preCompactionTokens",
      "postCompactionTokens tokensRemoved tokenAccountingBasis summaryContent behaviorModelId",
      "compactionTokensUsed systemTokens conversationTokens toolDefinitionsTokens tokenLimit trigger",
      "checkpointNumber checkpointPath customInstructions error statusCode",
    ),
    "session.compaction_complete",
  ],
  [
    nameSet(
      "errorType errorCode message statusCode stack url remediation providerCallId eligibleForAutoSwitch",
      "infoType warningType tip reason",
    ),
    "session.error session.warning session.info abort",
  ],
]);

/** Counts the fields of an event that are in no table; their values are kept. */
export function countUnknownFields({ type, data }: CliEvent, tally: TallyCounter): void {
  const known = fields.get(type);
  if (!known) return;
  for (const name of Object.keys(data))
    if (!known.has(name) && !Object.hasOwn(dropped, name))
      tally.unknownField(`${type.replace(/\W/g, "-").replaceAll("_", "-")}-key`, name);
}
