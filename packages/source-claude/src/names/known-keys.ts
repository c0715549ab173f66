import { nameSet } from "@chatexport/core/read";

/*
 * The keys that are known at each level of a record, whether the reader uses them or keeps them raw
 * (1.0 to 2.1.3xx). They only serve to find what a new version of the tool adds.
 */

/** Keys of records of every type. */
export const recordKeys = nameSet(
  // What records of the conversation have in common.
  "type uuid parentUuid logicalParentUuid timestamp sessionId session_id cwd version isSidechain",
  "userType gitBranch isMeta slug agentId entrypoint sessionKind teamName agentName agentColor",
  "forkedFrom isTeammate neutralizedByFork promptId message",
  // Records of the user.
  "toolUseResult sourceToolAssistantUUID sourceToolUseID isCompactSummary",
  "isVisibleInTranscriptOnly summarizeMetadata thinkingMetadata todos permissionMode",
  "imagePasteIds promptSource origin toolDenialKind interruptedMessageId interruptedByShutdown",
  "toolEndsTurn mcpMeta classifierMetaLines serverClassifierContext turnCompanion planContent",
  // Responses.
  "requestId isApiErrorMessage error apiErrorStatus errorDetails effort attributionPlugin",
  "attributionSkill attributionMcpServer attributionMcpTool attributionAgent isAbortedMidStream",
  "supersedesUuids costUSD durationMs",
  // System records.
  "subtype content level toolUseID compactMetadata microcompactMetadata messageCount",
  "pendingBackgroundAgentCount hookCount hookInfos hookErrors preventedContinuation stopReason",
  "hasOutput hookAdditionalContext retryInMs retryAttempt maxRetries cause source originalModel",
  "fallbackModel retractedMessageUuids refusedUserMessageUuid direction scope url bridgeUrl",
  // Progress and attachments.
  "data parentToolUseID attachment",
  // Records about the session.
  "summary leafUuid customTitle aiTitle lastPrompt tag agentSetting mode messageId snapshot",
  "isSnapshotUpdate trackingPath backup operation worktreeSession relocatedCwd",
  "continuedInSessionId prNumber prUrl prRepository path frameUrl title replacements key result",
  "bridgeSessionId lastSequenceNum parentSessionId parentLastUuid",
);

/** Keys of `message`. */
export const messageKeys = nameSet(
  "id type role model content stop_reason stop_sequence usage container context_management",
  "stop_details diagnostics",
);

/** Keys of blocks of every type, in messages and in the results of tools. */
export const blockKeys = nameSet(
  "type text citations thinking signature data id name input caller server_name tool_use_id",
  "content is_error source title context cache_control from to tool_name url page_age",
  "encrypted_content error_code retrieved_at stdout stderr return_code file_id",
);

/** Keys of `attachment` of every type. */
export const attachmentKeys = nameSet(
  "type addedLines addedNames allowedTools blockingError changes command commandMode condition",
  "content deltaSummary description displayPath durationMs exitCode filename files hookEvent",
  "hookName isInitial isMeta isSubAgent itemCount iterations met nameOnlyAnnouncements newDate",
  "origin outputFilePath path planExists planFilePath prompt readdedNames reason reminderType",
  "removedNames rendered sentinel skillCount skills snapshot snippet source_uuid status stderr",
  "stdout systemPrompt taskId taskType timestamp tokens toolUseID tools",
);

/** The types of blocks that are known, in messages and in the results of tools. */
export const blockTypes = nameSet(
  "bash_code_execution_output bash_code_execution_result bash_code_execution_tool_result",
  "code_execution_output code_execution_result code_execution_tool_result container_upload",
  "document fallback image mcp_tool_result mcp_tool_use redacted_thinking search_result",
  "server_tool_use text thinking tool_reference tool_result tool_use web_fetch_result",
  "web_fetch_tool_result web_fetch_tool_result_error web_search_result web_search_tool_result",
  "web_search_tool_result_error",
);
