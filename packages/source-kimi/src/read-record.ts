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
  // Of these, all fields are known.
  "_usage _checkpoint TurnEnd HookTriggered full_compaction.complete": leave,
  "permission.set_mode runtime.set_binding tools.set_active_tools": leave,
  "token_counting.measured token_counting.turn_recorded": leave,
  // The model is told of tasks in messages; since 2.1, all messages are there again in another form.
  ...left(
    "repeated",
    "context.undone subagent.started subagent.completed subagent.failed subagent.cancelled subagent.suspended",
    "agent.message.appended agent.turn.started agent.turn.ended agent.switched prompt.steered",
    "human.agent.message.appended human.agent.turn.started human.agent.turn.ended",
    "task.started task.terminated task.waitDelivered ToolCallRequest",
  ),
  ...left(
    "bookkeeping",
    "file_history.checkpoint file_history.tracked prompt.aborted prompt.completed",
    "CompactionBegin HookRequest HookResponse",
    "MCPLoadingBegin MCPLoadingEnd MCPStatusSnapshot mcp.tools_discovered",
    "cron.add cron.cursor cron.delete goal.clear goal.account_usage goal.continuation",
    "interruptionReminder.recorded plan.revision prompt.accepted",
    "staleGuard.cleared staleGuard.recorded swarm_mode.enter swarm_mode.exit",
    "token_counting.rebased token_counting.truncated",
    "tools.register_user_tool tools.reset_active_tools",
    "tools.unregister_user_tool tower_mode.enter tower_mode.exit",
  ),
});

function leave(): Fate {
  return { skipped: "bookkeeping" };
}

function left(skipped: string, ...types: readonly string[]) {
  return { [types.join(" ")]: { skipped } };
}
