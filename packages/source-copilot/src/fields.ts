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

/** Fields that the model has no place for, as the tool has written them up to 1.0.102. */
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

/** The fields of events that are left out, as the schema of 1.0.102 has them. */
const leftOut = nameSet(
  "accountingSnapshot actionClass activatesExtraction agentDisplayName agentMode agentName allowedTools",
  "arguments assistedApprovalModel attempt attemptId attempts availableModels awaitingBackgroundWork",
  "cacheWriteTokens cachedTokens candidateModels canvasId categoryScores chosenModel chosenShortfall commitId",
  "confidence content contentId contentLength contractVersion conversationScope critics cron decisionSource",
  "degradedReason degradedToPhaseId description disableModelInvocation displayPrompt encoding endToEndLatencyMs",
  "endedWithBackgroundWork episodeId errorMessage eventRange extensionId failedToolCount fallback fallbackModel",
  "fallbackReason finalSourceModel finalSourcePhaseId finalTool followUp followUpModel hasImage hint hookType",
  "input inputTokens instanceId intervalMs invokedAtTurn judgeModel maxAttempts mode modelCacheState",
  "modelUniverseVersion nextRunAt onBlocked operation origin outputTokens ownerAgentId ownerSessionId pattern",
  "permissionMode permissionRequest phaseCount phaseId phaseKind phasePlan planVersion pluginName pluginVersion",
  "polarity policy policyVersion predictedLabel prefix previousMode previousModel previousReasoningEffort",
  "previousReasoningSummary primaryModel",
  "projectionMessage projectionMode promptCacheBreakState promptRequest providerId reasoningBucket recordId",
  "recoveryEpisodeId recurring repairModel requestCount resolvedByHook riskAssessment routeSource",
  "routerLatencyMs routingLatencyMs routingMethod ruleId ruleIndex ruleName schemaVersion scores secondaryModel",
  "selectedRuleId selectionReason selfPaced serverName sessionId sourceEventId sourceModel spanEnd spanStart",
  "stagedTerminal status stickyOverride stopReason strategy successfulToolCount suffix switchTargetModel",
  "syntheticModel targetMembers targetPromptTokenLimit task title toolCallId toolName toolNames",
  "toolUsageRequestIds traceparent tracestate trigger turnIndex tz usage verdict workingDirectory world",
);

/** The fields of the command line's events that no reader takes, by their treatment. */
export const named: NamedFields = { dropped, kept, leftOut };

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
