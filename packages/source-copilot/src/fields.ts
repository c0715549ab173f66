import { nameSet } from "@chatexport/core/read";
import type { NamedFields } from "@chatexport/core/source";

/** The fields of the command line's events that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  agentMetrics: "the tool's own account of a run",
  aiCreditsStatus: "the tool's own account of a run",
  apiCallId: "joins a response with its tokens",
  apiEndpoint: "how the service was asked",
  availableToolCount: "a measure of the request",
  byokKind: "how the service was asked",
  byteLength: "the data has its length",
  cacheDetailsReported: "how the service counts",
  chunkCount: "the order of messages tells",
  chunkIndex: "the order of messages tells",
  clientRequestId: "an id of the service",
  customToolCallCount: "a measure of the request",
  delivery: "how a prompt was queued",
  eventCount: "a count of records",
  eventsFileSizeBytes: "a size of the file",
  frontierSource: "how the service was asked",
  interactionId: "the order of messages tells",
  interactionType: "how the service was asked",
  interTokenLatencyMs: "a measure of the request",
  isByok: "how the service was asked",
  lastCallInputTokens: "the tokens of the last answer",
  lastCallOutputTokens: "the tokens of the last answer",
  maxOutputTokens: "an ability of the model",
  maxPromptTokens: "an ability of the model",
  messageId: "the event has an id",
  numToolCalls: "a measure of the request",
  originatingMessageId: "the order of messages tells",
  orphanToolCallCount: "a measure of the request",
  outputTtftMs: "a measure of the request",
  parentAgentTaskId: "an id of the tool's own telemetry",
  parentId: "the order of messages tells",
  parentToolCallId: "sub-agents lie in the session that started them",
  providerModelMetrics: "the tool's own account of a run",
  providerType: "how the service was asked",
  requestBodyBytes: "a measure of the request",
  requestBodyEncoding: "a measure of the request",
  requestBodyWireBytes: "a measure of the request",
  requestId: "an id of the service",
  resumeTime: "the record has its time",
  rte: "a switch of the service",
  serviceRequestId: "an id of the service",
  shellToolInfo: "the tool's guess at what the command does",
  supportedNativeDocumentMimeTypes: "an ability of the model",
  timeToFirstTokenMs: "a measure of the request",
  toolCounts: "a measure of the request",
  toolTelemetry: "numbers of the tool's own bookkeeping",
  toolTitle: "a caption of the tool for each of its tools",
  toolTokenCount: "a measure of the request",
  turnId: "the order of messages tells",
  unmatchedToolResultCount: "a measure of the request",
  usageAccountingWatermarks: "the tool's own account of a run",
};

/** What the model has no place for, as the tool has written it up to 1.0.102. */
const kept = nameSet(
  // Of a session, and of each run of the tool.
  "alreadyInUse autoTier baseCommit contextTier continuePendingWork currentModel currentTokens",
  "detachedFromSpawningParentSessionId githubMcpToolConfig modelMetrics producer reasoningSummary",
  "remoteSteerable requests sessionLimits sessionStartTime sessionWasActive shutdownType",
  "codeChanges totalApiDurationMs totalNanoAiu totalPremiumRequestCost totalPremiumRequests",
  "totalUserRequests verbosity",
  "hostType repositoryHost tokenDetails vscodeVersion",
  // Of prompts and answers, and of the requests for these.
  "accounting cost duration finishReason initiator modelDisplayName modelProvider transport",
  "character displayName fusion isAutopilotContinuation nativeDocumentPathFallbackPaths phase",
  "reasoningBlocks reasoningEffort reasoningId reasoningWireField serverTools",
  // Of calls, and of what a person says to them.
  "actor approved choices displayVerbatim feedback fileEdits isUserRequested mcpConfigServerName",
  "mcpConfigSource mcpMeta mcpToolName mcpTransport responseKind sandboxed summary toolDescription",
  "question wasFreeform",
  // Of sub-agents.
  "agentDescription agentType cancelled configuredModelMatchesActual configuredModelPreference durationMs",
  "error executionMode explicitModelMatchesPreference explicitModelOverride factoryRunId",
  "firstDispatchedModel model modelOverrideReason modelSelectionSource multiTurn resumable taskModelSource",
  "totalTokens totalToolCalls",
  // Of compactions.
  "behaviorModelId checkpointNumber checkpointPath compactionAttemptId compactionTokensUsed",
  "conversationTokens customInstructions droppedTokens messagesRemoved outcome preCompactionMessagesLength systemTokens",
  "tokenAccountingBasis tokenLimit tokensRemoved toolDefinitionsTokens",
  // Of notices and what the tool adds.
  "eligibleForAutoSwitch errorCode fusionId hookInvocationId kind message metadata name parts path",
  "performedBy providerCallId reason remediation role sourcePhaseId stack statusCode targetModel targetPhaseId tip type url",
);

/** What is said of the fields of the command line's events that no reader takes. */
export const named: NamedFields = { dropped, kept };
