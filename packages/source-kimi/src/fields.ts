import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Kimi's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "the file tells": { texts: "agentId" },
  "the messages have what was counted": { numbers: "context_tokens context_usage" },
  "of a list that the session has": { texts: "hash" },
  "the folder of the tool's own files": { texts: "homedir" },
  "a limit of the model": { numbers: "max_context_tokens" },
  "the state of servers": { objects: "mcp_status" },
  "the id of the call": { texts: "parentUuid" },
  "the order of messages tells": { texts: "turnId uuid", numbers: "step" },
  "the id of the message": { texts: "stepUuid" },
  "a measure of the tool": {
    texts: "wallClockResumedAt",
    numbers: "tokensUsed turnsUsed wallClockMs",
  },
  "the records have times": { texts: "wire_mtime" },
});

/** The fields of Kimi CLI 1.49 and Kimi Code 0.38 that the model has no place for. */
const kept = nameSet(
  // Of prompts and messages.
  "activationId blocked coalescedCount commandArgs commandName count cron disclosure encrypted event id inTurn jobId method name note",
  "notificationId origin ownerPromptId partial phase pluginId providerMessageId recurring skillActivations skillArgs",
  "skillName skillPath skillSource skillType stale status taskId trigger variant isError tools",
  "messageId promptId promptIds reasoningKey hook_count length mode runtimeId token_count tokens workspaceId",
  // Of answers, calls and results.
  "action description display duration_ms extras feedback llmClientBlockedMs llmClientConsumeMs llmFirstTokenLatencyMs",
  "llmRequestBuildMs llmServerDecodeMs llmServerFirstTokenMs llmStreamDurationMs message providerFinishReason",
  "rawFinishReason scope selectedLabel sender sessionApprovalRule source_description source_id source_kind subagent_type",
  "agent_id reason request response kind questions context questionId toolName isReplay",
  // Of notices and summaries.
  "category created_at durationMs details max_attempts n name next_attempt payload retryable severity status_code wait_s",
  "callerAgentId delayMs errorMessage failedAttempt maxAttempts nextAttempt runInBackground statusCode stepId",
  "model parentAgentId parentToolCallUuid stopReason subagentName swarmIndex traceId thinkingEffort",
  "wireLines cause compactedCount contextSummary droppedCount instruction keptHeadUserMessageCount keptUserMessageCount",
  "legacyTail source summary summaryOutputTokens target title body type budgetLimits completionCriterion goalId actor",
  // Of the session and its agents.
  "activeToolNames agentsMdPaths date disallowedTools environmentDisclosure modelAlias names profileName protocol_version",
  "renderGeneration subagentNames subagents thinkingLevel additionalDirs additional_dirs agents approval",
  "archivedAt archived_at auto_archive_exempt custom labels lastPrompt lastTurnReason launch_spec last_task_id",
  "plan_mode plan_session_id plan_slug title_generate_attempts version swarmItem forkedFrom afk yolo dynamic_subagents",
  "updated_at isCustomTitle titleKind todos additionalWorkDirs createdAt updatedAt time timestamp",
);

/** The fields of records that are left out, of Kimi CLI 1.49 and of Kimi Code 0.38 to 2.1. */
const leftOut = nameSet(
  "abortedAt activePromptId arguments base branch bytes collisions connected content contextTokens enabledNames entries",
  "entry error finishedAt fromTurnId ids info input_data key keys lastFiredAt legacyUndoLine loading measured mtimeMs",
  "outcome outputTail parameters path queueItemId request_id resultSummary serverName servers sessionId sha256 steeredAt",
  "subagentId subscription_id task total turns usage",
);

/** The fields of an object of Kimi. */
export const fieldsOf = fieldsNaming({ dropped, kept, leftOut });
