import { recordReaders } from "@chatexport/core/source";
import {
  readAnswer,
  readCall,
  readContent,
  readEnd,
  readPiece,
  readStatus,
  readStep,
  readUsage,
} from "./answers.js";
import type { Conversation } from "./conversation.js";
import {
  readClear,
  readCompaction,
  readCompactionBegin,
  readCompactionCancel,
  readContext,
  readFork,
  readGoal,
  readInterruption,
  readMetadata,
  readMode,
  readNotification,
  readPlan,
  readProfile,
  readRequestMade,
  readRetry,
  readSideQuestion,
  readSpawn,
  readStore,
  readTools,
  readTurnEnd,
  readUndo,
} from "./notes.js";
import { readPrompt, readUser } from "./prompts.js";
import type { KimiRecord } from "./record.js";
import {
  readDecision,
  readHook,
  readRequest,
  readResponse,
  readResult,
  readReturned,
} from "./results.js";

/** Adds what a record of either program says to its conversation. */
export const readRecord = recordReaders<KimiRecord, [Conversation]>({
  metadata: readMetadata,
  "TurnBegin SteerInput turn.prompt turn.steer": readPrompt,
  "StepBegin step.begin": readStep,
  "ContentPart content.part": readContent,
  "ToolCall tool.call": readCall,
  ToolCallPart: readPiece,
  "ToolResult tool.result": readResult,
  "step.end": readEnd,
  "usage.record": readUsage,
  StatusUpdate: readStatus,
  "message/user": readUser,
  "message/assistant": readAnswer,
  "message/tool": readReturned,
  "message/system plugin.session_start": readContext,
  "_system_prompt config.update profile.bind": readProfile,
  "llm.request": readRequestMade,
  "llm.tools_snapshot": readTools,
  "plan_mode.enter plan_mode.exit plan_mode.cancel": readMode,
  "context.undo": readUndo,
  "context.clear": readClear,
  "context.apply_compaction CompactionEnd": readCompaction,
  "full_compaction.begin": readCompactionBegin,
  "full_compaction.cancel": readCompactionCancel,
  "turn.cancel turn.step.interrupted StepInterrupted": readInterruption,
  "turn.ended": readTurnEnd,
  "StepRetry turn.step.retrying": readRetry,
  Notification: readNotification,
  "goal.create goal.update": readGoal,
  PlanDisplay: readPlan,
  "BtwBegin BtwEnd": readSideQuestion,
  forked: readFork,
  "subagent.spawned": readSpawn,
  "tools.update_store": readStore,
  "permission.record_approval_result": readDecision,
  "ApprovalRequest QuestionRequest interaction.request": readRequest,
  "ApprovalResponse ApprovalRequestResolved QuestionResponse interaction.resolved": readResponse,
  HookResolved: readHook,
  // The model is told of tasks in messages, and a call has a record of its own.
  "subagent.started subagent.completed subagent.failed subagent.cancelled subagent.suspended": {
    skipped: "repeated",
  },
  // All messages again, in another form, since 2.1.
  "agent.message.appended agent.turn.started agent.turn.ended agent.switched prompt.steered": {
    skipped: "repeated",
  },
  "human.agent.message.appended human.agent.turn.started human.agent.turn.ended": {
    skipped: "repeated",
  },
  "file_history.checkpoint file_history.tracked prompt.aborted prompt.completed": {
    skipped: "bookkeeping",
  },
  "task.started task.terminated task.waitDelivered ToolCallRequest": { skipped: "repeated" },
  "_usage _checkpoint TurnEnd CompactionBegin HookTriggered HookRequest HookResponse": {
    skipped: "bookkeeping",
  },
  "MCPLoadingBegin MCPLoadingEnd MCPStatusSnapshot mcp.tools_discovered full_compaction.complete": {
    skipped: "bookkeeping",
  },
  "cron.add cron.cursor cron.delete goal.clear goal.account_usage goal.continuation": {
    skipped: "bookkeeping",
  },
  "interruptionReminder.recorded permission.set_mode plan.revision prompt.accepted": {
    skipped: "bookkeeping",
  },
  "runtime.set_binding staleGuard.cleared staleGuard.recorded swarm_mode.enter swarm_mode.exit": {
    skipped: "bookkeeping",
  },
  "token_counting.measured token_counting.rebased token_counting.truncated": {
    skipped: "bookkeeping",
  },
  "token_counting.turn_recorded tools.register_user_tool tools.reset_active_tools": {
    skipped: "bookkeeping",
  },
  "tools.set_active_tools tools.unregister_user_tool tower_mode.enter tower_mode.exit": {
    skipped: "bookkeeping",
  },
});
