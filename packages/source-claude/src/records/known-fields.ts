import type { JsonObject, Part } from "@chatexport/core";
import { fieldsWhere, nameSet, objectOf, wordOf, wordsOf } from "@chatexport/core/read";
import { conversationTypes, type Entry } from "./records.js";

/*
 * What becomes of each field, in the versions 0.2.126 to 2.1.332. Whatever is neither read nor dropped is
 * kept as it is in `native`; what is not in these tables at all is told as unknown besides.
 */

/** The names of the fields in one kind of object. */
export interface KnownFields {
  /** The model has them in other words. */
  read: ReadonlySet<string>;
  /** They are kept as they are. */
  kept: ReadonlySet<string>;
}

/** The fields that are nowhere in a session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  parentUuid: "said by parentId and the order of the messages",
  logicalParentUuid: "said by the order of the messages",
  sessionId: "the id of the session, or of the one that the record was copied from",
  sourceToolAssistantUUID: "the record with the call, which holds the result",
  isVisibleInTranscriptOnly: "stands on each summary of a compaction",
  headers: "of a server's answer; names the account",
};

/** Fields that most records repeat: they stand once on the session, and on a message where they differ. */
const repeated = nameSet(
  "entrypoint userType sessionKind slug agentId teamName agentName agentColor session_id",
);

/** The fields of records of every type. */
export const recordFields: KnownFields = {
  read: nameSet(
    "type subtype uuid timestamp cwd version isSidechain message isMeta isCompactSummary forkedFrom",
    "toolUseResult permissionMode compactMetadata costUSD content level attachment effort",
    "isApiErrorMessage",
  ),
  kept: nameSet(
    // What records of the conversation have in common.
    ...repeated,
    "gitBranch isTeammate neutralizedByFork promptId",
    // Records of the user.
    "sourceToolUseID summarizeMetadata summarizedTurnPromptUuids thinkingMetadata todos planContent",
    "imagePasteIds promptSource origin turnOrigin turnPosition turnCompanion toolDenialKind",
    "toolDenialBeforeRun userFeedback holdsPersonsWords interruptedMessageId refusedMessageId interruptedByShutdown toolEndsTurn",
    "sandboxed permissionDecision mcpMeta mcpCallNotReadOnly classifierMetaLines launchedAgentId",
    "serverClassifierContext serverClassifierRequest queueSkipAttachments rowSource sentAtMs ownNote",
    "refusalRetry hookText hookTextLead repeatsCompactSummary",
    // Responses.
    "requestId requestRef requestSessionId requestedModel madeBy apiBlockIndex error errorDetails",
    "apiError apiErrorStatus apiErrorType apiErrorParams failedResponseHadNoToolCall refusingModel",
    "perTurnEffort attributionPlugin attributionSkill attributionMcpServer attributionMcpTool",
    "attributionAgent isAbortedMidStream supersedesUuids durationMs promptCacheRequested",
    "toolInputStreamMs thinkingDurationMs thinkingDisplay",
    // System records.
    "toolUseID microcompactMetadata messageCount pendingBackgroundAgentCount hookCount hookInfos",
    "hookErrors failedHookErrorIndexes preventedContinuation preventContinuation stopReason",
    "hasOutput hookAdditionalContext retryInMs retryAttempt maxRetries cause source originalModel",
    "fallbackModel retractedMessageUuids refusedUserMessageUuid direction scope url bridgeUrl",
    "commandRun contextUsage isDisplayOnly promptSubmitEnding apiRefusalCategory trigger",
    "apiRefusalExplanation upgradeNudge",
    // Attachments: what was really sent.
    "rendered renderedRole renderedBesideToolResult renderedInHumanTurn",
    // Records about the session.
    "summary leafUuid customTitle aiTitle lastPrompt explicit tag agentSetting agentType mode",
    "description messageId snapshot snapshotMessageId isSnapshotUpdate trackingPath backup operation",
    "commandUuid deliveryId reason worktreeSession extensionRoot relocatedCwd contextLength",
    "continuedInSessionId prNumber prUrl prRepository path frameUrl title replacements key result",
    "parentSessionId parentLastUuid",
    // What the tool counted; `reportedUsage` reads the first two.
    "totalCostUSD modelUsage totalAPIDuration totalAPIDurationWithoutRetries totalToolDuration",
    "totalLinesAdded totalLinesRemoved totalDuration startTime hasUnknownModelCost",
    // What a headless run prints.
    "agents apiKeySource attempt claude_code_version duration_api_ms duration_ms error_status",
    "exit_code hook_event hook_id hook_name is_error max_retries mcp_servers model num_turns",
    "outcome output output_file output_style parent_tool_use_id permission_denials plugins",
    "priority retry_delay_ms skills slash_commands status stderr stdout task_id task_type text",
    "tools tool_use_id tool_use_result total_cost_usd usage",
  ),
};

/** The fields of `message`. */
export const messageFields: KnownFields = {
  read: nameSet("id type role model content stop_reason usage"),
  kept: nameSet(
    "stop_sequence stop_details container context_management diagnostics",
    // Of other servers than the vendor's.
    "provider service_tier",
  ),
};

/** Of the user's, all others are kept. */
const promptFields: KnownFields = { ...messageFields, read: nameSet("type role content") };

/** The fields of `message.usage`. */
export const usageFields: KnownFields = {
  read: nameSet(
    "input_tokens cache_creation_input_tokens cache_read_input_tokens output_tokens",
    "output_tokens_details",
  ),
  kept: nameSet(
    "cache_creation server_tool_use service_tier inference_geo iterations speed fallback_credit",
    "cost cost_details is_byok",
  ),
};

/** The fields of blocks by their types, in messages and in the results of tools: read, then kept. */
const blocks: readonly (readonly [types: string, read: string, kept?: string])[] = [
  ["text", "text citations"],
  ["thinking", "thinking signature"],
  ["redacted_thinking", "data"],
  ["tool_use server_tool_use mcp_tool_use", "id name input server_name", "caller"],
  [
    `tool_result mcp_tool_result web_search_tool_result web_fetch_tool_result
    code_execution_tool_result bash_code_execution_tool_result`,
    "tool_use_id content is_error",
  ],
  ["image document", "source title", "context citations"],
  ["tool_reference", "tool_name"],
  ["web_search_result", "title url content", "page_age encrypted_content"],
  ["web_fetch_result", "url content", "retrieved_at"],
  ["search_result", "title source content", "citations"],
  ["web_search_tool_result_error web_fetch_tool_result_error", "error_code"],
  ["code_execution_result bash_code_execution_result", "stdout stderr return_code content"],
  ["code_execution_output bash_code_execution_output container_upload", "file_id"],
  ["fallback", "", "from to"],
];

/** The same by type. */
export const blockFields: ReadonlyMap<string, KnownFields> = new Map(
  blocks.flatMap(([types, read, kept = ""]) => {
    const known = { read: nameSet("type", read), kept: nameSet("cache_control", kept) };
    return wordsOf(types).map((type) => [type, known] as const);
  }),
);

/** The fields of `attachment` of every type; all but its text and its file are kept. */
export const attachmentFields = nameSet(
  "type accountMemoryBatch addedBlocks addedLines addedNames addedTypes agentType allowedTools autoModeConsentFlow banner",
  "bashFirst bashFirstSteer blockingError builtInPluginTypes builtInTypes bypass changes",
  "cliPrefix command commandMode commit condition content context contextRendering data date",
  "delivery_id deltaSummary description digests displayPath durationMs echoWireToolInputs",
  "entries exitCode exitCommitted failedMcpServers filename files finishExposedWork hookEvent",
  "hookName hostsOwnTurn humanTurn ideName identity imagePasteIds inlineTools isInitial isMeta isSubAgent",
  "itemCount iterations keptReminders lineEnd lineStart managedCommit managedPr maxTurns met",
  "model nameOnlyAnnouncements names needsAuthMcpServers newDate origin outputFilePath path",
  "pendingMcpServers planContent planExists planFilePath pr processId prompt range readdedNames",
  "reason remaining reminderFold reminderType removedNames removedTypes rendered response rowSource",
  "runId savedCopyFraming sendUserFileHint sentinel showConcurrencyNote skillCount skillDir",
  "skillNames skills snapshot snippet source_uuid status stderr stdout steerOnly style systemPrompt",
  "systemTurns taskId taskType text textAfterToolBlocks timestamp tokens toolChangeHeader",
  "tools toolsUsedDelta toolUseID total truncated turnCount url usage used wireHiddenNames",
);

/** What an object holds that the model has in no field; undefined when that is nothing. */
export function leftOver(
  object: JsonObject,
  { read }: KnownFields,
  session: JsonObject = {},
): JsonObject | undefined {
  return fieldsWhere(
    object,
    (value, name) =>
      !read.has(name) && value !== null && value !== session[name] && !Object.hasOwn(dropped, name),
  );
}

/** The same of a block of a known type. */
export function restOfBlock(block: JsonObject): JsonObject | undefined {
  const known = blockFields.get(wordOf(block.type));
  return known && leftOver(block, known);
}

/** The same of a text of which the citations are not read: those of the user and of tools. */
export function textNative(block: JsonObject): JsonObject | undefined {
  const { citations } = block;
  return citations ? { ...restOfBlock(block), citations } : restOfBlock(block);
}

/** Parts of one block of which the first one keeps what the model has no field for. */
export function withNative(parts: Part[], native: JsonObject | undefined): Part[] {
  if (!native) return parts;
  const [first = { type: "text", text: "" }, ...others] = parts;
  return [{ ...first, native }, ...others];
}

/** The same of a record and its message, without what is said for all records of a session or response. */
export function ownFields(record: JsonObject, said: JsonObject): JsonObject | undefined {
  const own = leftOver(record, recordFields, said);
  const fields = record.type === "assistant" ? messageFields : promptFields;
  const message = leftOver(objectOf(record.message) ?? {}, fields);
  return message && JSON.stringify(message) !== JSON.stringify(said.message)
    ? { ...own, message }
    : own;
}

/** The fields that records repeat, as they are on the first record that has them. */
export function repeatedFields(entries: readonly Entry[]): JsonObject {
  const fields: JsonObject = {};
  const missing = new Set(repeated);
  for (const { record } of entries) {
    // Journals and notes name other sub-agents than the one that the transcript is of.
    if (!conversationTypes.has(wordOf(record.type))) continue;
    for (const name of missing) {
      const value = record[name];
      if (value === undefined) continue;
      fields[name] = value;
      missing.delete(name);
    }
  }
  return fields;
}
