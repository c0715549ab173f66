import { nameSet } from "@chatexport/core/read";
import { droppedFields, type NamedFields } from "@chatexport/core/source";
import { qoderFields } from "./qoder-names.js";

/** The fields that are nowhere in a session, with the reason. */
export const dropped = droppedFields({
  "of a server's answer; names the account": { objects: "headers" },
  "stands on each summary of a compaction": { numbers: "isVisibleInTranscriptOnly" },
  "said by the order of the messages": { texts: "logicalParentUuid" },
  "said by parentId and the order of the messages": { texts: "parentUuid" },
  "the id of the session, or of the one that the record was copied from": { texts: "sessionId" },
  "the record with the call, which holds the result": { texts: "sourceToolAssistantUUID" },
});

/**
 * Fields that most records repeat: they are once on the session, and on a message where they
 * differ.
 */
export const repeated: ReadonlySet<string> = nameSet(
  "entrypoint userType sessionKind slug agentId teamName agentName agentColor session_id",
);

/** Fields that the model has no place for, as the tool has written them from 0.2.126 to 2.1.332. */
const kept = nameSet(
  // What records of the conversation have in common.
  ...repeated,
  "cwd version effort gitBranch isMeta isTeammate neutralizedByFork permissionMode promptId uuid",
  // Records of the user.
  "sourceToolUseID summarizeMetadata summarizedTurnPromptUuids thinkingMetadata todos planContent",
  "imagePasteIds promptSource origin turnOrigin turnPosition turnCompanion toolDenialKind",
  "toolDenialBeforeRun userFeedback holdsPersonsWords interruptedMessageId refusedMessageId interruptedByShutdown toolEndsTurn",
  "sandboxed permissionDecision mcpMeta mcpCallNotReadOnly classifierMetaLines launchedAgentId",
  "serverClassifierContext serverClassifierRequest queueSkipAttachments rowSource sentAtMs ownNote",
  "refusalRetry hookText hookTextLead repeatsCompactSummary toolUseResult",
  "classifierBoundary connectorFileLines drainOnly droppedPromptUuids ephemeral handedOff",
  "hostClassifierContext invokedSkill isVirtual mcpSkill modelOnlyText noPersonArrived ownNoteText",
  "persist promptShellHandOff queueSkipSlashCommands replacesSpan sandboxViolations scheduledTaskId",
  "sentAsUuid submitUuid textNotTyped toolCallEnded toolDenialAfterRun toolDenialEndsTurn",
  "toolDenialFromHost toolDenialMonitorBlocked toolDenialUnanswered toolResultRemedy",
  "toolResultTypedCommand usageLimitNote wakeupSource",
  // Responses, and those of other servers than the vendor's.
  "requestId requestRef requestSessionId requestedModel madeBy apiBlockIndex error errorDetails",
  "apiError apiErrorStatus apiErrorType apiErrorParams failedResponseHadNoToolCall refusingModel",
  "perTurnEffort attributionPlugin attributionSkill attributionMcpServer attributionMcpTool",
  "attributionAgent isAbortedMidStream supersedesUuids durationMs promptCacheRequested",
  "toolInputStreamMs thinkingDurationMs thinkingDisplay advisorModel apiErrorIsTransient",
  "perTurnTiming quotaLimits truncatedAfterOutput",
  "stop_sequence stop_details container context_management diagnostics provider service_tier model",
  "cache_creation server_tool_use inference_geo iterations speed fallback_credit cost cost_details",
  "is_byok id",
  // Blocks.
  "cache_control caller context citations page_age encrypted_content retrieved_at from to",
  // System records.
  "toolUseID compactMetadata microcompactMetadata messageCount pendingBackgroundAgentCount hookCount",
  "hookInfos hookErrors failedHookErrorIndexes preventedContinuation preventContinuation stopReason",
  "hasOutput hookAdditionalContext retryInMs retryAttempt maxRetries cause source originalModel",
  "fallbackModel retractedMessageUuids refusedUserMessageUuid direction scope url bridgeUrl",
  "commandRun contextUsage isDisplayOnly promptSubmitEnding apiRefusalCategory trigger",
  "apiRefusalExplanation upgradeNudge level",
  // What a compaction has done.
  "anchorUuid clearedAttachmentUUIDs compactedToolIds cumulativeDroppedTokens messagesSummarized",
  "postTokens preCompactDiscoveredTools preCompactOrganizationsCoverStart preservedMessages",
  "preservedSegment preTokens runningTurnPrompt tokensSaved userContext",
  // Attachments, and what was really sent.
  "rendered renderedRole renderedBesideToolResult renderedInHumanTurn",
  "accountMemoryBatch addedBlocks addedLines addedNames addedTypes agentType allowedTools autoModeConsentFlow banner",
  "bashFirst bashFirstSteer blockingError builtInPluginTypes builtInTypes bypass changes",
  "availableCommandCount availableCommandNames cliPrefix command commandMode commandName commit condition content contentLength contextRendering data date",
  "delivery_id deltaSummary description digests displayPath echoWireToolInputs",
  "entries exitCode exitCommitted failedMcpServers filename files finishExposedWork hookEvent",
  "hookName hostsOwnTurn humanTurn ideName identity inlineTools isInitial isSubAgent",
  "itemCount keptReminders lineEnd lineStart managedCommit managedPr maxTurns met",
  "nameOnlyAnnouncements names needsAuthMcpServers newDate outputFilePath path",
  "pendingMcpServers planExists planFilePath pr processId prompt range readdedNames",
  "reason remaining reminderFold reminderType removedNames removedTypes rereadEntry response",
  "app arePdfsToReadPlainly by changed decision host label lineCount lines mayHoldDownload memories mentions",
  "midChat name open paths plugin reads rowUuid server toolInput toolName traceparent undiscoveredCount",
  "undiscoveredToolNames unread unverified uri",
  "runId savedCopyFraming sendUserFileHint sentinel showConcurrencyNote skillCount skillDir",
  "skillNames skills snapshot snippet source_uuid species status stderr stdout steerOnly style surfacedNames systemPrompt",
  "systemTurns taskId taskType text textAfterToolBlocks timestamp tokens toolChangeHeader",
  "tools toolsUsedDelta total truncated turnCount usage used wireHiddenNames",
  // Files in them.
  "base64 cells dimensions file filePath numLines originalSize startLine totalLines",
  // Records about the session.
  "summary leafUuid customTitle aiTitle lastPrompt explicit tag agentSetting mode",
  "messageId snapshotMessageId hasUntrackedChanges isSnapshotUpdate trackingPath backup operation",
  "commandUuid deliveryId worktreeSession extensionRoot relocatedCwd contextLength",
  "continuedInSessionId prNumber prUrl prRepository frameUrl title replacements replacement key result",
  "parentSessionId parentLastUuid cloudsOnly folder replMode sessions typedEvents v",
  ...qoderFields,
  // Rows of the history.
  "lastAccessedAt contentHash",
  // What the tool counted; `reportedUsage` reads the first two.
  "totalCostUSD modelUsage totalAPIDuration totalAPIDurationWithoutRetries totalToolDuration",
  "totalLinesAdded totalLinesRemoved totalDuration startTime hasUnknownModelCost",
  // What a headless run prints.
  "agents apiKeySource attempt claude_code_version duration_api_ms duration_ms error_status",
  "exit_code hook_event hook_id hook_name is_error max_retries mcp_servers num_turns",
  "outcome output output_file output_style parent_tool_use_id permission_denials plugins",
  "priority retry_delay_ms slash_commands task_id task_type tool_use_id tool_use_result total_cost_usd",
);

/** The fields of records that are left out. */
const leftOut = nameSet(
  // Progress.
  "elapsedTimeMs elapsedTimeSeconds fullOutput message normalizedMessages progress progressMessage query",
  "resultCount serverName taskDescription timeoutMs toolName total totalBytes",
  // The log of requests, and the tool's own state.
  "atis base bridgeSessionId cacheControl echoWireToolInputs hash keep lastSequenceNum ownerAccountUuid",
  "ownerOrganizationUuid params querySource requestDigest shapeHash tail thread",
  "account accountChoice accountUuid afterUuid artifacts codes organizationUuid pausedRequestId records",
  "restricted resumedRequestId sum",
);

/** The fields that no reader takes, by their treatment. */
export const named = { dropped, kept, leftOut } satisfies NamedFields;
