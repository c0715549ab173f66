import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Cline's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "the path of the session's own file": { texts: "messagesPath messages_path transcript_path" },
  "the path of a file of telemetry": { texts: "hook_path" },
  "a process that is gone": { numbers: "pid" },
  "the id of the session": { texts: "sessionId" },
  "the session has it": { texts: "systemPrompt" },
  "of a shape; contents change without it": { texts: "version" },
});

/** The fields of Cline's records, as of 3.0.65 and of extensions, that the model has no place for. */
const kept = nameSet(
  // Of a session.
  "agent aggregateUsage aggregatedAgentsCost agent_id model parentThreadId subagent autoApproveTools checkpoint checkpointEnabled conversation_id",
  "enableSpawn enableTeams enableTools enable_spawn enable_teams enable_tools ended_at exit_code fork",
  "hubCapabilityOwnerClientId interactive isFavorited is_subagent legacyTask mode origin parent_agent_id parent_session_id",
  "prompt provider sessionHistoryOrigin source status status_lock taskType team_name totalCost usage workspace_root",
  // Of messages and their contents.
  "cacheReadTokens cacheWriteTokens compaction cost displayOnly displayRole family inputTokens kind messagesRemoved",
  "apiProtocol checkpoint condenseId condenseParent conversationHistoryIndex isTruncationMarker lastCheckpointHash",
  "files images partial progressStatus request retryStatus truncationId truncationParent isAnswered isProtected",
  // Of tasks, and of the lists of them.
  "awaitingChildId childIds completedByChildId completionResultSummary delegatedToId environment_history",
  "apiConfigName files_in_context model_usage modelId number rootTaskId size toolProtocol ts ulid",
  "metadata modelToolActivities outputTokens reason summary usageBefore providerMetadata signature",
);

/** The fields of an object of Cline. */
export const fieldsOf = fieldsNaming({ dropped, kept });
