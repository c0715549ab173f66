import { byName, nameSet } from "@chatexport/core/read";
import type { NamedFields } from "@chatexport/core/source";

/** The fields of the command line's events that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = Object.fromEntries(
  byName([
    [
      "the tool's own account of a run",
      "agentMetrics aiCreditsStatus providerModelMetrics usageAccountingWatermarks",
    ],
    ["joins a response with its tokens", "apiCallId"],
    [
      "how the service was asked",
      "apiEndpoint byokKind frontierSource interactionType isByok providerType",
    ],
    [
      "a measure of the request",
      "availableToolCount customToolCallCount interTokenLatencyMs numToolCalls",
      "orphanToolCallCount outputTtftMs requestBodyBytes requestBodyEncoding",
      "requestBodyWireBytes timeToFirstTokenMs toolCounts toolTokenCount",
      "unmatchedToolResultCount",
    ],
    ["the data has its length", "byteLength"],
    ["how the service counts", "cacheDetailsReported"],
    [
      "the order of messages tells",
      "chunkCount chunkIndex interactionId originatingMessageId parentId turnId",
    ],
    ["an id of the service", "clientRequestId requestId serviceRequestId"],
    ["how a prompt was queued", "delivery"],
    ["a count of records", "eventCount"],
    ["a size of the file", "eventsFileSizeBytes"],
    ["the tokens of the last answer", "lastCallInputTokens lastCallOutputTokens"],
    ["an ability of the model", "maxOutputTokens maxPromptTokens supportedNativeDocumentMimeTypes"],
    ["the event has an id", "messageId"],
    ["an id of the tool's own telemetry", "parentAgentTaskId"],
    ["sub-agents lie in the session that started them", "parentToolCallId"],
    ["the record has its time", "resumeTime"],
    ["a switch of the service", "rte"],
    ["the tool's guess at what the command does", "shellToolInfo"],
    ["numbers of the tool's own bookkeeping", "toolTelemetry"],
    ["a caption of the tool for each of its tools", "toolTitle"],
  ]),
);

/** The dropped fields that are objects or lists. */
const wholes = nameSet(
  "agentMetrics aiCreditsStatus providerModelMetrics shellToolInfo",
  "supportedNativeDocumentMimeTypes toolCounts toolTelemetry usageAccountingWatermarks",
);

/** The dropped fields that are numbers or flags. */
const numbers = nameSet(
  "availableToolCount chunkCount chunkIndex customToolCallCount eventCount eventsFileSizeBytes",
  "interTokenLatencyMs isByok lastCallInputTokens lastCallOutputTokens maxOutputTokens maxPromptTokens",
  "numToolCalls orphanToolCallCount outputTtftMs requestBodyBytes requestBodyWireBytes rte",
  "timeToFirstTokenMs toolTokenCount unmatchedToolResultCount",
);

/** Fields that the model has no place for, as the tool has written them up to 1.0.102. */
const kept = nameSet(
  // Of a session, and of each run of the tool.
  "alreadyInUse autoTier autoTierManaged baseCommit cause codeChanges contextTier contextTierManaged",
  "continuePendingWork currentModel currentTokens detachedFromSpawningParentSessionId errorReason",
  "githubMcpToolConfig hostType modelMetrics pendingGitContext previousAutoTier previousProviderId",
  "previousVerbosity producer providerId reasoningEffortManaged reasoningEffortModel reasoningSummary",
  "remoteSteerable repositoryHost requests sessionLimits sessionStartTime sessionWasActive shutdownType",
  "tokenDetails totalApiDurationMs totalNanoAiu totalPremiumRequestCost totalPremiumRequests",
  "totalUserRequests verbosity vscodeVersion",
  // Of prompts and answers, and of the requests for these.
  "acceptedPredictionTokens accounting batchSize cacheExpiresAt cacheReadTokens cacheTtlSeconds caller",
  "character contentFilterTriggered copilotUsage cost costPerBatch displayName duration finishReason fusion",
  "hasUserSteering initiator isAuto isAutopilotContinuation modelDisplayName modelProvider",
  "nativeDocumentPathFallbackPaths phase provider quotaSnapshots reasoningBlocks reasoningEffort",
  "reasoningId reasoningWireField rejectedPredictionTokens requestBodyCompressionFallback",
  "requestBodyCompressionFallbackFrom requestBodyCompressionRejectedStatus responsesReasoning sequence",
  "serverTools sourceSessionId thinkingDroppedBlocks thinkingDroppedReasons tokenCount tokenType transport",
  "usageId websocketFallbackAfterMs websocketFallbackCloseCode websocketFallbackErrorKind",
  "websocketFallbackReason websocketFallbackReconnectAttempted websocketFallbackStartedThisCall",
  "websocketFallbackStatusCode",
  // Of calls, and of what a person says to them.
  "actor approved choices citableSources displayVerbatim feedback fileEdits isUserRequested",
  "mcpConfigServerName mcpConfigSource mcpMeta mcpToolName mcpTransport question requestedSchema",
  "responseKind sandboxed summary toolDescription toolUsage toolUsageRequestIds uiResource wasFreeform",
  // Of sub-agents.
  "agentDescription agentType cancelled configuredModelMatchesActual configuredModelPreference durationMs",
  "error executionMode explicitModelMatchesPreference explicitModelOverride factoryRunId",
  "firstDispatchedModel model modelOverrideReason modelSelectionSource multiTurn resumable taskModelSource",
  "totalTokens totalToolCalls workflowRunId",
  // Of compactions.
  "activeWorkflowSummary behaviorModelId checkpointNumber checkpointPath compactionAttemptId",
  "compactionTokensUsed conversationTokens customInstructions droppedTokens failureReason initialModel",
  "messagesRemoved outcome outcomeReason postTruncationMessagesLength preCompactionMessagesLength",
  "preTruncationMessagesLength switchTargetModel systemTokens targetPromptTokenLimit tokenAccountingBasis",
  "tokenLimit tokensRemoved toolDefinitionsTokens trigger",
  // Of notices and what the tool adds.
  "allowedTools at blocker cacheBreakpoint contentId contentLength context cron description",
  "disableModelInvocation displayPrompt eligibleForAutoSwitch errorCode fusionId handoffTime",
  "hookInvocationId host id initialMessage intervalMs invokedAtTurn isStatic kind message messagesCleared",
  "metadata name objectiveId omittedReason origin parts path performedBy pluginName pluginVersion prompt",
  "providerCallId providerErrorParam providerErrorType reason recurring remediation remoteSessionId",
  "repository role selfPaced source sourcePhaseId sourceType spans stack statusCode success",
  "taggedFilesEntry targetModel targetPhaseId tip type tz url",
);

/** The fields of events that are left out, as the schema of 1.0.102 has them. */
const leftOut = nameSet(
  "accountingSnapshot actionClass activatesExtraction agentDisplayName agentMode agentName approval",
  "arguments assistedApprovalModel attempt attemptId attempts availableModels awaitingBackgroundWork",
  "cacheWriteTokens cachedTokens candidateModels canvasId categoryScores chosenModel chosenShortfall",
  "commitId confidence content contractVersion conversationScope critics decisionSource degradedReason",
  "degradedToPhaseId directories encoding endToEndLatencyMs endedWithBackgroundWork episodeId errorMessage",
  "eventRange extensionId failedToolCount fallback fallbackModel fallbackReason finalSourceModel",
  "finalSourcePhaseId finalTool followUp followUpModel forceReject hasImage hint hookType input inputTokens",
  "instanceId interrupt judgeModel locationKey managedApprovalHandled maxAttempts mode modelCacheState",
  "modelUniverseVersion nextRunAt onBlocked operation outputTokens ownerAgentId ownerSessionId pattern",
  "permissionMode permissionRequest phaseCount phaseId phaseKind phasePlan planVersion polarity policy",
  "policyVersion predictedLabel prefix previousMode previousModel previousReasoningEffort",
  "previousReasoningSummary primaryModel projectionMessage projectionMode promptCacheBreakState",
  "promptRequest reasoningBucket recordId recoveryEpisodeId repairModel requestCount resolvedByHook",
  "riskAssessment routeSource routerLatencyMs routingLatencyMs routingMethod ruleId ruleIndex ruleName",
  "rules schemaVersion scores secondaryModel selectedRuleId selectionReason serverName sessionId",
  "sourceEventId sourceModel spanEnd spanStart stagedTerminal status stickyOverride stopReason strategy",
  "successfulToolCount suffix syntheticModel targetMembers task title toolCallId toolName toolNames tools",
  "traceparent tracestate turnIndex usage verdict workingDirectory world",
);

/** The fields of the command line's events that no reader takes, by their treatment. */
export const named: NamedFields = { dropped, wholes, numbers, kept, leftOut };

/**
 * The fields of VS Code's chats that no reader takes, by their treatment, as its source had them in
 * November 2026.
 */
export const chatFields: NamedFields = {
  dropped: Object.fromEntries(
    byName([
      ["how the editor marks a value", "$mid"],
      ["what the editor knows of who answers", "agent"],
      ["an id of the extension", "cacheKey modelMessageId"],
      ["code that stands in the answer", "codeBlocks"],
      ["an id of a server", "collectionId definitionId"],
      ["the name of a file with its icon", "fullName"],
      ["how the editor draws a name", "icon iconPath"],
      ["the line before the call was over", "invocationMessage"],
      ["what a server says to all calls", "instructions"],
      ["the path has it", "isDirectory isFile"],
      ["a switch of the editor", "isMarkedReadonly"],
      ["a measure of an output", "lineCount"],
      ["names the server of a call again", "originMessage"],
      ["the text of a prompt, in pieces", "parts"],
      ["an id of the service", "providerRequestId statefulMarker"],
      ["lines of files that were looked at", "ranges"],
      ["what the extension says in each request", "renderedGlobalContext"],
      ["an id of the editor's telemetry", "responseMarkdownInfo"],
      ["an id of the editor", "terminalCommandId terminalCommandUri terminalToolSessionId"],
      ["how the editor draws a terminal", "terminalTheme"],
      ["a count of the extension", "toolInputRetry"],
    ]),
  ),
  wholes: nameSet(
    "agent codeBlocks icon iconPath invocationMessage originMessage parts ranges renderedGlobalContext",
    "responseMarkdownInfo terminalCommandUri terminalTheme",
  ),
  numbers: nameSet("isDirectory isFile isMarkedReadonly lineCount toolInputRetry"),
  kept: nameSet(
    // Of a chat.
    "initialLocation responderUsername requesterUsername inputState hasPendingEdits repoData",
    "pendingRequests isImported isNew computedTitle responderAvatarIconUri requesterAvatarIconUri",
    "welcomeMessage providerId providerState workingDirectory",
    // Of requests, and of their results.
    "applyCodeBlockSuggestionId attachedContext attempt completionTokens confirmation copilotCredits",
    "details editedFileEvents elapsedMs isComplete isCompleteAddedRequest locationData messages",
    "modeInstructions modelConfiguration outputBuffer outputTokens promptTokenDetails promptTokens",
    "questionRequestId renderedUserMessage systemInitiatedLabel terminalExecutionId timings",
    "totalTokens userSelectedTools workingSet",
    "confirmationButtons isExpectedError isQuotaExceeded isRateLimited responseIsFiltered",
    "responseIsIncomplete responseIsRedacted level code responseErrorDetails",
    "filterCategory globalContextCacheKey maxToolCallsExceeded modeName nextQuestion summaries",
    "telemetryModeId references",
    // Of what a prompt came with.
    "command commandId copiedFrom enabled exitCode expression fileName filterRange filterSeverity",
    "filterUri handle historyItem historyItemChangeEnd historyItemChangeStart isPasted isRoot",
    "isSelection isURL language modelDescription omittedState originLabel output outputIndex owner",
    "pastedLines problemMessage resource resourceUri settingId symbolKind toolReferences tooltip",
    // Of calls, and of the rounds that made them.
    "agentName compaction credits chatResource description forDisplay fromSubAgent generatedTitle",
    "hookContext isActive isConfirmed isSandboxWrapped modelId modelName original phase phaseModelId",
    "presentation summary timestamp tokens userEdited duration",
    "asResource audience extensionId file mcpOutput order redactedData signature type",
    // Of other items of an answer.
    "acceptedResult additionalCommands afterContentUri allowFreeformInput allowSkip",
    "answeredExternally applied author beforeContentUri canProvideFeedback collapsed confidence",
    "containerName data default defaultValue detailedMessage diff extensions hookType",
    "inlineReferences isHidden license linkTag metadata multiDiffData options permissionLevel",
    "planUri predictedLabel progress pullRequest readOnly reasoningDurationMs required resolveId",
    "resolved resolvedModel resolvedModelName source state subtitle terminalId title",
    "toolDisplayName treeData undoStopId uri validation value vulnerabilities id",
    "intention cdPrefix cwdLabel commandLine presentationOverrides alternativeRecommendation isPty",
    "isBackground requestUnsandboxedExecution requestUnsandboxedExecutionReason requestAllowNetwork",
    "requestAllowNetworkReason didContinueInBackground autoApproveInfo missingSandboxDependencies",
    "sandboxRemediations sandboxPrerequisiteFailure mcpAppData openLink label isChat modifiedFiles",
    "values toolMetadata toolResultMessage toolResultDetails toolReferences actualModelId rawInput",
  ),
};
