import { type Fate, recordReaders } from "@chatexport/core/source";
import { answers } from "./answers.js";
import type { Conversation } from "./conversation.js";
import { notes } from "./notes.js";
import { prompts } from "./prompts.js";
import type { KimiRecord } from "./record.js";
import { results } from "./results.js";

/** Adds what a record of either program says to its conversation. */
export const readRecord = recordReaders<KimiRecord, [Conversation]>({
  ...prompts,
  ...answers,
  ...results,
  ...notes,
  "_usage _checkpoint TurnEnd HookTriggered full_compaction.complete": bookkeeping,
  "permission.set_mode runtime.set_binding tools.set_active_tools": bookkeeping,
  "file_history.checkpoint file_history.tracked prompt.aborted prompt.completed": bookkeeping,
  "CompactionBegin HookRequest HookResponse MCPLoadingBegin MCPLoadingEnd": bookkeeping,
  "MCPStatusSnapshot mcp.tools_discovered cron.add cron.cursor cron.delete": bookkeeping,
  "goal.clear goal.account_usage goal.continuation": bookkeeping,
  "interruptionReminder.recorded plan.revision prompt.accepted": bookkeeping,
  "staleGuard.cleared staleGuard.recorded swarm_mode.enter swarm_mode.exit": bookkeeping,
  "token_counting.measured token_counting.turn_recorded": bookkeeping,
  "token_counting.rebased token_counting.truncated": bookkeeping,
  "tools.register_user_tool tools.reset_active_tools": bookkeeping,
  "tools.unregister_user_tool tower_mode.enter tower_mode.exit": bookkeeping,
  // The model is told of tasks in messages; since 2.1, all messages are there again in another form.
  "context.undone subagent.started subagent.completed subagent.failed": repeated,
  "subagent.cancelled subagent.suspended agent.switched prompt.steered": repeated,
  "agent.message.appended agent.turn.started agent.turn.ended": repeated,
  "human.agent.message.appended human.agent.turn.started human.agent.turn.ended": repeated,
  "task.started task.terminated task.waitDelivered ToolCallRequest": repeated,
});

function bookkeeping(): Fate {
  return { skipped: "bookkeeping" };
}

function repeated(): Fate {
  return { skipped: "repeated" };
}
