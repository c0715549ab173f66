import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Qwen Code's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "how the service was asked": { texts: "auth_type" },
  "a count of the changed lines": { objects: "diffStat" },
  "the name of the tool has it": { texts: "mcp_server_name" },
  "an id of the tool's own telemetry": { texts: "prompt_id" },
  "the record has its type": { texts: "role" },
  "the name of the tool tells": { texts: "tool_type" },
  "a sum of the other counts": { numbers: "total_token_count" },
  "a measure of the request": { numbers: "ttft_ms" },
  "of a shape; contents change without it": { texts: "version" },
});

/** The fields of Qwen Code 0.18 to 0.24 that the model has no place for. */
const kept = nameSet(
  // Of every record.
  "agentColor agentId agentName agentRound agentRunId backgroundTurn contextWindowSize cwd daemonPromptId",
  "deliveredTurn externalInputKind forkedFrom goalContext promptId provenance sessionId subtype systemPayload",
  // Of prompts and notifications.
  "attachmentReferences backgroundTask displayText hookContext inputAnnotations resourceLinks textElements",
  "filesRead message status userText",
  // Of calls and results.
  "boundaryArtifact contentLength content_length decision duration_ms durationMs error errorType error_type",
  "executionMode executionStatus execution_status executionSummary fileName function_args metadata modelOverride",
  "notices outcome output outputFile outputFiles pid resultDisplay resultFilePaths result signal skills success",
  "pendingConfirmation persistedOutputFiles responseParts stats subagentColor taskDescription taskPrompt text",
  "tokenCount toolCalls type visionBridge",
  "fileDiff fileDiffLength fileDiffTruncated newContent newContentLength newContentTruncated originalContent",
  "originalContentLength originalContentTruncated truncatedForSession",
  "description directory name terminateReason thoughtSignature truncated videoMetadata",
  // Of requests.
  "candidatesTokensDetails promptTokensDetails response_id status_code subagent_id subagent_name",
  "subagent_task_name subagent_type toolUsePromptTokenCount trafficType",
  // Of the session.
  "activity activeTimeMs attempt baseUrl blockedAudit callId cause checkpointPending clearedGoal compressedHistory",
  "completedToolCallIds compressionStatus endedAt evidenceCheckpoint evidenceCursor goal goalId hiddenInvocation",
  "history info isRuntime kind lastReason mode modelId notes originatorClientId outputHistoryItems parts",
  "planExecutionMode prePlanMode promptIds promptText promptTextTruncated resultCode resultText resultTruncated",
  "revision sentToModel snapshot sourceId sourceLeafUuid sourceType startedAt state stopReason",
  "truncatedCount turnCount updatedAt v windowId cancelledAt changes artifacts recordedAt sequence",
  "stickyEphemeralIds tombstonedIds createdAt authType code",
  // Of the file beside a sub-agent's records.
  "agentType depth isBackgrounded lastUpdatedAt model parentAgentId persistedCliFlags resolvedApprovalMode",
  "resumeCount subagentName",
);

/** The fields of an object of Qwen Code. */
export const fieldsOf = fieldsNaming({ dropped, kept });
