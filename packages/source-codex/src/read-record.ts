import { type CompactionPart, type JsonObject, present } from "@chatexport/core";
import { byName, nameSet, objectOf, textOf, wordOf } from "@chatexport/core/read";
import { callOf } from "./call.js";
import { addItem } from "./call-item.js";
import type { Conversation } from "./conversation.js";
import { read, unread } from "./fields.js";
import { readEvent } from "./read-event.js";
import { readAgentMessage, readMessage, readReasoning } from "./read-message.js";
import { readRealtime } from "./read-realtime.js";
import type { CodexRecord, Fate } from "./records.js";
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
  [readCommunication, "inter_agent_communication"],
  [skip, "world_state state inter_agent_communication_metadata retained_context"],
  [skip, "security_risk_score dynamic_tools_updated"],
]);

function readItem(record: CodexRecord, conversation: Conversation): Fate {
  return itemReaders.get(wordOf(record.payload.type))?.(record, conversation) ?? "unknown";
}

const itemReaders = byName<Reader>([
  [readMessage, "message"],
  [readReasoning, "reasoning"],
  [readAgentMessage, "agent_message"],
  [readCall, "function_call custom_tool_call local_shell_call tool_search_call"],
  [readCall, "web_search_call image_generation_call"],
  [readOutput, "function_call_output custom_tool_call_output tool_search_output"],
  [readTools, "additional_tools"],
  [readOpaqueCompaction, "compaction compaction_summary context_compaction"],
  [skip, "ghost_snapshot compaction_trigger"],
]);

/** What agents say to each other, in a record of its own instead of an item of the model. */
function readCommunication(record: CodexRecord, conversation: Conversation): Fate {
  const { content: said, encrypted_content, ...rest } = record.payload;
  const blocks = present({ text: textOf(said), encrypted_content: textOf(encrypted_content) });
  const content = Object.entries(blocks).map(([key, value]) => ({ [key]: value }));
  if (content.length === 0) return "unknown";
  return readAgentMessage({ ...record, payload: { ...rest, content } }, conversation);
}

function readTurn({ payload }: CodexRecord, conversation: Conversation): Fate {
  conversation.response = undefined;
  conversation.settings = present({
    cwd: textOf(payload.cwd),
    model: textOf(payload.model),
    effort: textOf(payload.effort),
    mode: textOf(objectOf(payload.collaboration_mode)?.mode),
  });
  const native = unread(payload, read.turn);
  if (native && JSON.stringify(native) !== conversation.turnNative) {
    conversation.turnNative = JSON.stringify(native);
    conversation.pendingNative = { turn: native };
  }
  return "kept";
}

function readUsage({ payload }: CodexRecord, conversation: Conversation): Fate {
  conversation.response = undefined;
  conversation.hasUsageRecords = true;
  const answer = conversation.lastAnswer?.message;
  const fate = conversation.tokens.add(objectOf(payload.usage) ?? {}, answer);
  if (fate === "kept" && answer)
    Object.assign(answer, present({ responseId: textOf(payload.response_id) }));
  return fate;
}

function readCall(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const id = textOf(payload.id);
  const noted = conversation.notedCalls.takeBack(payload);
  const call = callOf(
    payload,
    textOf(payload.call_id) ?? id ?? noted?.call.id ?? `call-${record.ordinal}`,
    record.createdAt,
  );
  if (noted) addItem(call, noted.note);
  conversation.answer(record, [call], id);
  conversation.calls.set(call.id, call);
  // What has ended makes no calls of its own.
  if (call.status === "unknown") conversation.lastCall = call;
  return "kept";
}

function readOutput(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  conversation.response = undefined;
  const toolCallId = textOf(payload.call_id) ?? "";
  const call = conversation.calls.get(toolCallId);
  if (!call)
    return conversation.add(record, {
      type: "tool-result",
      toolCallId,
      result: resultOf(payload),
    });
  addOutput(call, payload, record.createdAt);
  return "kept";
}

function readTools({ payload }: CodexRecord, conversation: Conversation): Fate {
  conversation.addTools(payload.tools);
  return "kept";
}

/** A compaction whose summary only the service can read. */
function readOpaqueCompaction(record: CodexRecord, conversation: Conversation): Fate {
  const native = unread(record.payload, nameSet("type"));
  return conversation.add(record, present({ type: "compaction", native }));
}

function readCompaction(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const { summary: own, lastAnswer: holder } = conversation;
  const message = textOf(payload.message);
  const native: JsonObject = {
    ...unread(payload, nameSet("message")),
    ...(own && message && message !== own && { message }),
  };
  const part: CompactionPart = present({
    type: "compaction",
    summary: own ?? message,
    native: Object.keys(native).length > 0 ? native : undefined,
  });
  conversation.summary = undefined;
  conversation.lastAnswer = undefined;
  conversation.isCompacted = true;
  if (!own || !holder || holder.message.parts.length > 0) return conversation.add(record, part);
  holder.message.parts.push(part);
  conversation.response = undefined;
  return "kept";
}
