import { type CompactionPart, present } from "@chatexport/core";
import { byName, objectOf, textOf } from "@chatexport/core/read";
import { addNative, type Fate } from "@chatexport/core/source";
import { callOf } from "./call.js";
import { addItem, addNoted } from "./call-item.js";
import type { Conversation } from "./conversation.js";
import { again } from "./noted-calls.js";
import { readEvent } from "./read-event.js";
import { readAgentMessage, readMessage, readReasoning } from "./read-message.js";
import { readRealtime } from "./read-realtime.js";
import type { CodexRecord } from "./records.js";
import { addOutput, resultOf } from "./result.js";

type Reader = (record: CodexRecord, conversation: Conversation) => Fate;

/** Adds what a record says to its conversation. */
export function readRecord(record: CodexRecord, conversation: Conversation): Fate {
  return recordReaders.get(record.type)?.(record, conversation) ?? "unknown";
}

const skip: Reader = () => ({ skipped: "bookkeeping" });

const recordReaders = byName<Reader>([
  [readItem, "response_item"],
  [readEvent, "event_msg"],
  [readTurn, "turn_context"],
  [readCompaction, "compacted"],
  [readUsage, "token_usage_record"],
  [readRealtime, "realtime_item"],
  [readAgentMessage, "inter_agent_communication"],
  [skip, "world_state state inter_agent_communication_metadata retained_context"],
  [skip, "security_risk_score dynamic_tools_updated"],
]);

function readItem(record: CodexRecord, conversation: Conversation): Fate {
  return itemReaders.get(record.payload.text("type") ?? "")?.(record, conversation) ?? "unknown";
}

const itemReaders = byName<Reader>([
  [readMessage, "message"],
  [readReasoning, "reasoning"],
  [readAgentMessage, "agent_message"],
  [readCall, "function_call custom_tool_call local_shell_call tool_search_call"],
  [readCall, "web_search_call image_generation_call"],
  [readOutput, "function_call_output custom_tool_call_output tool_search_output"],
  [readTools, "additional_tools"],
  // Only the service can read the summary.
  [
    (record, conversation) => conversation.add(record, { type: "compaction" }),
    "compaction compaction_summary context_compaction",
  ],
  [readConfiguration, "configuration_update"],
  [skip, "ghost_snapshot compaction_trigger"],
]);

/** Another effort from here on (0.171). */
function readConfiguration({ payload }: CodexRecord, conversation: Conversation): Fate {
  const effort = payload.object("reasoning")?.text("effort");
  if (effort === undefined) return "unknown";
  conversation.settings = { ...conversation.settings, effort };
  return { kept: conversation.pending };
}

function readTurn({ payload }: CodexRecord, conversation: Conversation): Fate {
  conversation.response = undefined;
  const turn = payload.rest();
  conversation.settings = present({
    cwd: textOf(turn?.cwd),
    model: textOf(turn?.model),
    effort: textOf(turn?.effort),
    mode: textOf(objectOf(turn?.collaboration_mode)?.mode),
  });
  if (turn && JSON.stringify(turn) !== conversation.turnNative) {
    conversation.turnNative = JSON.stringify(turn);
    addNative(conversation.pending, { turn });
  }
  return { kept: conversation.pending };
}

function readUsage(record: CodexRecord, conversation: Conversation): Fate {
  const usage = record.payload.object("usage");
  if (!usage) return "unknown";
  conversation.response = undefined;
  conversation.hasUsageRecords = true;
  const answer = conversation.lastAnswer?.message;
  const fate = conversation.tokens.add(record, usage, answer);
  if (!answer || typeof fate === "string" || "skipped" in fate) return fate;
  const { responseId } = answer;
  Object.assign(answer, present({ responseId: record.payload.text("response_id") }));
  if (responseId !== undefined && responseId !== answer.responseId)
    addNative(answer, { response_id: responseId });
  return fate;
}

function readCall(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const id = payload.text("id");
  const own = payload.text("call_id") ?? id;
  const call = callOf(payload, own ?? `call-${record.ordinal}`, record.createdAt);
  if (id !== undefined) addNative(call, { id });
  const noted = conversation.notedCalls.takeBack(call, own);
  if (noted) {
    call.id = own ?? noted.call.id;
    addItem(call, again(noted.item));
    // Another note may have said more.
    addNoted(call, objectOf(noted.call.native?.item));
    conversation.keep(noted.record, call);
  }
  conversation.answer(record, [call], payload);
  conversation.calls.set(call.id, call);
  // What has ended makes no calls of its own.
  if (call.status === "pending") conversation.lastCall = call;
  return { kept: call };
}

function readOutput(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  conversation.response = undefined;
  const toolCallId = payload.text("call_id") ?? "";
  const call = conversation.calls.get(toolCallId);
  if (call) return { kept: addOutput(call, payload, record.createdAt) };
  const result = resultOf(payload);
  // What the client tells the model by itself, under a name: the objective of a goal (0.171).
  const name = toolCallId === "" ? payload.text("name") : undefined;
  if (name !== undefined) {
    const message = conversation.inject(record, result.content, "context", payload);
    addNative(message, { name });
    return { kept: message };
  }
  conversation.add(record, { type: "tool-result", toolCallId, result });
  return { kept: result };
}

function readTools({ payload }: CodexRecord, conversation: Conversation): Fate {
  conversation.addTools(payload.objects("tools"));
  addNative(conversation, present({ additional_tools: payload.rest() }));
  return { kept: conversation };
}

function readCompaction(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const { summary: own } = conversation;
  const summary = own?.text ?? payload.text("message");
  payload.fitting("message", (message) => message === summary);
  const part = present<CompactionPart>({ type: "compaction", summary });
  conversation.summary = undefined;
  conversation.lastAnswer = undefined;
  conversation.isCompacted = true;
  const rest = own?.message.parts.filter(({ type }) => type !== "text") ?? [];
  if (own) own.message.parts = rest;
  if (!own || rest.length > 0) return conversation.add(record, part);
  rest.push(part);
  conversation.response = undefined;
  return { kept: part };
}
