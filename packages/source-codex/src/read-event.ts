import { type JsonObject, type NoticePart, type Part, present } from "@chatexport/core";
import {
  byName,
  listOf,
  nameSet,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
  wordOf,
} from "@chatexport/core/read";
import { addItem, callOfItem } from "./call-item.js";
import { imagePart, pathOf } from "./content.js";
import type { Conversation } from "./conversation.js";
import { unread } from "./fields.js";
import { promptParts } from "./injected.js";
import { notedMemory } from "./memory.js";
import { addNote, isAbout } from "./noted-calls.js";
import { planMark } from "./plans.js";
import { readReview, shortenReview } from "./read-review.js";
import type { CodexRecord, Fate } from "./records.js";
import { growthOf } from "./usage.js";

/** Adds what an event says; `item` is what the tool completed in newer records, else the event itself. */
type EventReader = (record: CodexRecord, item: JsonObject, conversation: Conversation) => Fate;

const repeated: Fate = { skipped: "repeated" };

/** Adds what an event says: the tool's own view, which mostly repeats the items of the model. */
export function readEvent(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const item = payload.type === "item_completed" ? (objectOf(payload.item) ?? {}) : payload;
  return readers.get(wordOf(item.type))?.(record, item, conversation) ?? "unknown";
}

const readers = byName<EventReader>([
  [readPrompt, "user_message UserMessage"],
  [saidReader("answer"), "agent_message AgentMessage"],
  [saidReader("plan"), "Plan"],
  [saidReader("reasoning"), "agent_reasoning agent_reasoning_raw_content Reasoning"],
  [
    readCall,
    "CommandExecution FileChange McpToolCall DynamicToolCall ImageView WebSearch ImageGeneration",
    "exec_command_end patch_apply_end mcp_tool_call_end web_search_end image_generation_end",
    "Extension view_image_tool_call dynamic_tool_call_request dynamic_tool_call_response",
  ],
  [
    readAgent,
    "SubAgentActivity CollabAgentToolCall sub_agent_activity collab_agent_spawn_end",
    "collab_agent_interaction_end collab_waiting_end collab_close_end collab_resume_end",
  ],
  [readAssessment, "guardian_assessment"],
  [readUndo, "undo_completed"],
  [readCompacted, "context_compacted ContextCompaction"],
  [readReview, "entered_review_mode exited_review_mode EnteredReviewMode ExitedReviewMode"],
  [readTokens, "token_count"],
  [readEnd, "task_complete turn_complete"],
  [readAbort, "turn_aborted"],
  [readRollback, "thread_rolled_back"],
  [readGoal, "thread_goal_updated"],
  [noticeReader("error"), "error stream_error"],
  [noticeReader("warning"), "warning deprecation_notice guardian_warning"],
  [noticeReader("info"), "background_event"],
  // Each stands as an item of the model, too.
  [() => repeated, "HookPrompt FunctionCallOutput raw_response_item"],
  [
    () => ({ skipped: "bookkeeping" }),
    "task_started turn_started thread_settings_applied session_configured agent_reasoning_section_break",
    "agent_message_delta agent_reasoning_delta exec_command_begin exec_command_output_delta patch_apply_begin",
    "mcp_tool_call_begin web_search_begin image_generation_begin turn_diff plan_update item_started Sleep",
    "collab_agent_spawn_begin collab_waiting_begin collab_agent_interaction_begin collab_close_begin",
    "collab_resume_begin undo_started realtime_conversation_closed",
    "exec_approval_request apply_patch_approval_request mcp_startup_complete",
    // Found when the session is listed, here or in the tool's index.
    "thread_name_updated",
  ],
]);

/** The texts of an event: whole in older ones, in pieces in newer ones. */
function textIn(item: JsonObject, between = "\n"): string {
  const pieces = [item.content, item.summary_text, item.raw_content].flatMap(
    (list) => listOf(list) ?? [],
  );
  return (
    stringOf(item.message) ??
    stringOf(item.text) ??
    pieces.flatMap((piece) => textOf(objectOf(piece)?.text ?? piece) ?? []).join(between)
  );
}

function readPrompt(record: CodexRecord, item: JsonObject, conversation: Conversation): Fate {
  const { views, prompts, drafts } = conversation;
  conversation.response = undefined;
  const text = textIn(item);
  const images = imagesOf(item);
  const last = drafts.slice(-1).find(({ isPrompt }) => isPrompt);
  // A prompt may be an image alone.
  const same = text === "" ? last : views.repeatedBy("prompt", text);
  prompts.note(text, same);
  if (same || (text === "" && images.length === 0)) return repeated;
  const said = text === "" ? [] : promptParts({ type: "text", text });
  const draft = conversation.begin(record, "user", [...said, ...images]);
  draft.isPrompt = true;
  if (text === "" || images.length > 0) return "kept";
  views.addTool("prompt", text, draft.message, said);
  return "tentative";
}

function imagesOf(item: JsonObject): Part[] {
  const content = objectsOf(item.content);
  const ofType = (type: string) => content.filter((block) => block.type === type);
  const local = [
    ...(listOf(item.local_images) ?? []),
    ...ofType("local_image").map(({ path }) => path),
  ];
  const given = [
    ...(listOf(item.images) ?? []),
    ...ofType("image").map(({ image_url, url }) => image_url ?? url),
  ];
  return [
    ...local.flatMap((path): Part[] =>
      typeof path === "string"
        ? [present({ type: "file", path: pathOf(path), missing: "not stored", from: "upload" })]
        : [],
    ),
    ...given.flatMap((url) => (url === undefined ? [] : imagePart({ image_url: url }, "upload"))),
  ];
}

function saidReader(kind: "answer" | "plan" | "reasoning"): EventReader {
  return (record, item, conversation) => {
    const { views } = conversation;
    const isReasoning = kind === "reasoning";
    const text = textIn(item, isReasoning ? "\n\n" : "\n");
    if (text === "" || (!isReasoning && views.repeatedBy(kind, text))) return repeated;
    if (!isReasoning) shortenReview(text, conversation);
    const more = kind === "plan" ? { native: planMark } : notedMemory(item.memory_citation);
    const part: Part = isReasoning ? { type: "reasoning", text } : { type: "text", text, ...more };
    const { message } = conversation.answer(record, [part], textOf(item.id));
    views.addTool(kind, text, message, [part]);
    return "tentative";
  };
}

/** What a call did; calls that a script makes stand nowhere else. */
function readCall(record: CodexRecord, noted: JsonObject, conversation: Conversation): Fate {
  // Older notes have the tool and its arguments one level deeper.
  const item = { ...objectOf(noted.invocation), ...noted };
  const id = textOf(item.call_id) ?? textOf(item.callId) ?? textOf(item.id);
  const known = id === undefined ? undefined : conversation.calls.get(id);
  if (known) {
    addItem(known, item);
    return "kept";
  }
  const told = conversation.toldCommand;
  if (told && isAbout(item, told.command)) {
    conversation.toldCommand = undefined;
    addNote(told.message, item);
    return "kept";
  }
  const script = conversation.lastCall?.result === undefined ? conversation.lastCall : undefined;
  const call = callOfItem(item, id ?? `item-${record.ordinal}`, record.createdAt);
  if (script) call.native = { ...call.native, within: script.id };
  const holder = conversation.lastAnswer ?? conversation.answer(record, []);
  holder.message.parts.push(call);
  conversation.calls.set(call.id, call);
  conversation.notedCalls.add(call, item, holder.message);
  return "kept";
}

/** Which session a sub-agent has: the call that started it gets it. */
function readAgent(_: CodexRecord, item: JsonObject, { calls, callers }: Conversation): Fate {
  const id = textOf(item.id) ?? textOf(item.call_id) ?? textOf(item.event_id) ?? "";
  const call = calls.get(id);
  const child =
    textOf(item.agent_thread_id) ??
    textOf(item.new_thread_id) ??
    textOf(listOf(item.receiver_thread_ids)?.[0]);
  const isStart = item.kind === "started" || item.tool === "spawn_agent" || item.new_thread_id;
  if (child && id && isStart) {
    if (call?.kind === "task") call.subagent = child;
    callers.set(child, id);
  }
  if (!call) return { skipped: "bookkeeping" };
  const own = "type id call_id event_id agent_thread_id new_thread_id receiver_thread_ids prompt";
  // What the agent said last is the output of the call, too.
  const native = unread(item, nameSet(own, typeof item.status === "string" ? "status" : ""));
  if (native) call.native = { ...call.native, item: native };
  return "kept";
}

/** What a reviewer of the tool thinks of a call before it runs (2026): it stands with the call. */
function readAssessment(record: CodexRecord, item: JsonObject, conversation: Conversation): Fate {
  const call = conversation.calls.get(textOf(item.target_item_id) ?? "");
  const native = unread(item, nameSet("type target_item_id rationale")) ?? {};
  const text = textOf(item.rationale);
  if (call) {
    // The last one says what the first one said, and the decision.
    call.native = { ...call.native, assessment: { ...native, ...(text && { rationale: text }) } };
    if (item.status === "denied") Object.assign(call, { status: "rejected", rejectedBy: "rule" });
    return "kept";
  }
  if (item.status === "in_progress") return { skipped: "bookkeeping" };
  const code = "guardian_assessment";
  return conversation.add(record, {
    ...{ type: "notice", level: item.status === "approved" ? "info" : "warning", code, native },
    text: text ?? `The reviewer's decision: ${textOf(item.status) ?? "unknown"}.`,
  });
}

function readUndo(record: CodexRecord, payload: JsonObject, conversation: Conversation): Fate {
  const text =
    textOf(payload.message) ??
    (payload.success === false ? "The undo failed." : "The last changes were undone.");
  const level = payload.success === false ? "warning" : "info";
  const native = unread(payload, nameSet("type message"));
  const code = "undo_completed";
  return conversation.add(record, present({ type: "notice", level, text, code, native }));
}

function readCompacted(record: CodexRecord, _: JsonObject, conversation: Conversation): Fate {
  return conversation.isCompacted ? repeated : conversation.add(record, { type: "compaction" });
}

function readTokens(_: CodexRecord, payload: JsonObject, conversation: Conversation): Fate {
  conversation.response = undefined;
  const info = objectOf(payload.info);
  const total = objectOf(info?.total_token_usage);
  const before = conversation.lastTotal;
  conversation.lastTotal = total ?? before;
  const isSame = total && before && JSON.stringify(total) === JSON.stringify(before);
  if (conversation.hasUsageRecords || !info || isSame) return { skipped: "repeated-usage" };
  const grown = total && before && growthOf(total, before);
  const counts = grown ?? objectOf(info.last_token_usage) ?? total ?? {};
  return conversation.tokens.add(counts, conversation.lastAnswer?.message, true);
}

function readEnd(record: CodexRecord, payload: JsonObject, conversation: Conversation): Fate {
  conversation.response = undefined;
  conversation.isCompacted = false;
  const error = objectOf(payload.error);
  if (!error) return { skipped: "bookkeeping" };
  const text = textOf(error.message) ?? "The turn failed.";
  const code = textOf(error.codex_error_info);
  const native = unread(error, nameSet("message codex_error_info"));
  return conversation.add(record, present({ type: "notice", level: "error", text, code, native }));
}

function readAbort(record: CodexRecord, payload: JsonObject, conversation: Conversation): Fate {
  for (const call of conversation.calls.values())
    if (call.status === "unknown") call.status = "cancelled";
  const [text, code] = ["The turn was interrupted.", textOf(payload.reason)];
  return conversation.add(record, present({ type: "notice", level: "warning", text, code }));
}

function readRollback(_: CodexRecord, payload: JsonObject, conversation: Conversation): Fate {
  conversation.rollBack(numberOf(payload.num_turns) ?? 0);
  return "kept";
}

function readGoal(_: CodexRecord, payload: JsonObject, conversation: Conversation): Fate {
  conversation.goal = objectOf(payload.goal) ?? payload;
  return "kept";
}

function noticeReader(level: NoticePart["level"]): EventReader {
  return (record, payload, conversation) => {
    const text = textOf(payload.message) ?? textOf(payload.summary);
    if (text === undefined) return "unknown";
    const native = unread(payload, nameSet("type message summary"));
    const code = wordOf(payload.type);
    return conversation.add(record, present({ type: "notice", level, text, code, native }));
  };
}
