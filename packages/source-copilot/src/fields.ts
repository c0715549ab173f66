import { nameSet } from "@chatexport/core/read";
import { droppedFields, type NamedFields } from "@chatexport/core/source";

/** The fields of the command line's events that are in no session, with the reason. */
export const dropped = droppedFields({
  "the tool's own account of a run": {
    objects: "agentMetrics aiCreditsStatus providerModelMetrics usageAccountingWatermarks",
  },
  "joins a response with its tokens": { texts: "apiCallId" },
  "how the service was asked": {
    texts: "apiEndpoint byokKind frontierSource interactionType providerType",
    numbers: "isByok",
  },
  "a measure of the request": {
    texts: "requestBodyEncoding",
    numbers: `availableToolCount customToolCallCount interTokenLatencyMs numToolCalls
      orphanToolCallCount outputTtftMs requestBodyBytes requestBodyWireBytes
      timeToFirstTokenMs toolTokenCount unmatchedToolResultCount`,
    objects: "toolCounts",
  },
  "the data has its length": { texts: "byteLength" },
  "how the service counts": { texts: "cacheDetailsReported" },
  "the order of messages tells": {
    texts: "interactionId originatingMessageId parentId turnId",
    numbers: "chunkCount chunkIndex",
  },
  "an id of the service": { texts: "clientRequestId requestId serviceRequestId" },
  "how a prompt was queued": { texts: "delivery" },
  "a count of records": { numbers: "eventCount" },
  "a size of the file": { numbers: "eventsFileSizeBytes" },
  "the tokens of the last answer": { numbers: "lastCallInputTokens lastCallOutputTokens" },
  "an ability of the model": {
    numbers: "maxOutputTokens maxPromptTokens",
    objects: "supportedNativeDocumentMimeTypes",
  },
  "the event has an id": { texts: "messageId" },
  "an id of the tool's own telemetry": { texts: "parentAgentTaskId" },
  "sub-agents lie in the session that started them": { texts: "parentToolCallId" },
  "the record has its time": { texts: "resumeTime" },
  "a switch of the service": { numbers: "rte" },
  "the tool's guess at what the command does": { objects: "shellToolInfo" },
  "numbers of the tool's own bookkeeping": { objects: "toolTelemetry" },
  "a caption of the tool for each of its tools": { texts: "toolTitle" },
});

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
export const named: NamedFields = { dropped, kept, leftOut };

/**
 * The fields of VS Code's chats that no reader takes, by their treatment, as its source had them in
 * November 2026.
 */
export const chatFields: NamedFields = {
  dropped: droppedFields({
    "how the editor marks a value": { texts: "$mid" },
    "what the editor knows of who answers": { objects: "agent" },
    "an id of the extension": { texts: "cacheKey modelMessageId" },
    "code that stands in the answer": { objects: "codeBlocks" },
    "an id of a server": { texts: "collectionId definitionId" },
    "the name of a file with its icon": { texts: "fullName" },
    "how the editor draws a name": { objects: "icon iconPath" },
    "the line before the call was over": { objects: "invocationMessage" },
    "what a server says to all calls": { texts: "instructions" },
    "the path has it": { numbers: "isDirectory isFile" },
    "a switch of the editor": { numbers: "isMarkedReadonly" },
    "a measure of an output": { numbers: "lineCount" },
    "names the server of a call again": { objects: "originMessage" },
    "the text of a prompt, in pieces": { objects: "parts" },
    "an id of the service": { texts: "providerRequestId statefulMarker" },
    "lines of files that were looked at": { objects: "ranges" },
    "what the extension says in each request": { objects: "renderedGlobalContext" },
    "an id of the editor's telemetry": { objects: "responseMarkdownInfo" },
    "an id of the editor": {
      texts: "terminalCommandId terminalToolSessionId",
      objects: "terminalCommandUri",
    },
    "how the editor draws a terminal": { objects: "terminalTheme" },
    "a count of the extension": { numbers: "toolInputRetry" },
  }),
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
