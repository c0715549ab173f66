import { type Json, type NoticePart, type Part, present } from "@chatexport/core";
import { byName, listOf, objectOf, textOf } from "@chatexport/core/read";
import { addNative, type Fate, Fields } from "@chatexport/core/source";
import { addItem, addNoted, callOfItem } from "./call-item.js";
import { blockText, hasEmptyList, imageAt, imagePart, isSame, pathOf } from "./content.js";
import type { Conversation } from "./conversation.js";
import { named } from "./fields.js";
import { promptParts } from "./injected.js";
import { notedMemory } from "./memory.js";
import { addNote, isAbout } from "./noted-calls.js";
import { planMark } from "./plans.js";
import { readReview, shortenBegin, shortenReview } from "./read-review.js";
import type { CodexRecord } from "./records.js";
import { says } from "./says.js";
import { growthOf, usageOf } from "./usage.js";

/** Adds what an event says; `item` is what the tool completed in newer records, else the event itself. */
type EventReader = (record: CodexRecord, item: Fields, conversation: Conversation) => Fate;

const repeated: Fate = { skipped: "repeated" };

/** Adds what an event says: the tool's own view, which mostly repeats the items of the model. */
export function readEvent(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const item = payload.text("type") === "item_completed" ? payload.object("item") : payload;
  const read = readers.get(item?.text("type") ?? "");
  const fate = (item && read?.(record, item, conversation)) ?? "unknown";
  return fate === repeated ? { skipped: "repeated" } : fate;
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
  // The last one counts.
  [(record, _, all) => all.replace("goal", record, all), "thread_goal_updated"],
  [noticeReader("error"), "error stream_error"],
  [noticeReader("warning"), "warning deprecation_notice guardian_warning"],
  [noticeReader("info"), "background_event"],
  // Each stands as an item of the model, too.
  [() => ({ skipped: "repeated" }), "HookPrompt FunctionCallOutput raw_response_item"],
  [
    () => ({ skipped: "bookkeeping" }),
    "task_started turn_started thread_settings_applied session_configured agent_reasoning_section_break",
    "agent_message_delta agent_reasoning_delta exec_command_begin exec_command_output_delta patch_apply_begin",
    "mcp_tool_call_begin web_search_begin image_generation_begin turn_diff plan_update item_started Sleep",
    "collab_agent_spawn_begin collab_waiting_begin collab_agent_interaction_begin collab_close_begin",
    "collab_resume_begin undo_started realtime_conversation_closed",
    "exec_approval_request apply_patch_approval_request mcp_startup_complete",
  ],
  [readName, "thread_name_updated"],
]);

/** The name is found when the session is listed, here or in the tool's index. */
function readName(record: CodexRecord): Fate {
  record.payload.text("thread_name");
  return { skipped: "bookkeeping" };
}

/** The text of an event: whole in older ones, in pieces in newer ones. Undefined when there is none of these. */
function textIn(item: Fields, between = "\n"): string | undefined {
  const whole = item.string("message", "text");
  if (whole !== undefined) return whole;
  const pieces = [
    ...item.objects("content").map(blockText),
    ...item.texts("summary_text"),
    ...item.texts("raw_content"),
  ];
  const areNone = ["content", "summary_text"].some((name) => hasEmptyList(item, name));
  return pieces.length > 0 || areNone ? pieces.filter((text) => text).join(between) : undefined;
}

function readPrompt(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  const { views, prompts, drafts } = conversation;
  conversation.response = undefined;
  const said = textIn(item);
  const text = said ?? "";
  const images = imagesOf(item);
  const last = drafts.slice(-1).find(({ isPrompt }) => isPrompt);
  // A prompt may be an image alone.
  const same = text === "" ? last : views.repeatedBy("prompt", text);
  if (said === undefined && images.length === 0) return "unknown";
  prompts.note(text, same);
  shortenBegin(text, conversation);
  if (same) return repeated;
  if (text === "" && images.length === 0) return repeated;
  const parts = text === "" ? [] : promptParts({ type: "text", text });
  const draft = conversation.begin(record, "user", [...parts, ...images]);
  const { message } = draft;
  draft.isPrompt = true;
  if (text === "" || images.length > 0) return { kept: message };
  views.addTool("prompt", text, { record, message, parts });
  return "later";
}

function imagesOf(item: Fields): Part[] {
  const blocks = item.objects("content");
  const ofType = (type: string) => blocks.filter((block) => block.word([type], "type"));
  const local = [
    ...item.texts("local_images"),
    ...ofType("local_image").flatMap((block) => block.text("path") ?? []),
  ];
  return [
    ...local.map(
      (path): Part =>
        present({ type: "file", path: pathOf(path), missing: "not stored", from: "upload" }),
    ),
    ...item.texts("images").map((address) => imageAt(address, "upload")),
    ...ofType("image").map((block) => imagePart(block, "upload")),
  ];
}

function saidReader(kind: "answer" | "plan" | "reasoning"): EventReader {
  return (record, item, conversation) => {
    const { views } = conversation;
    const isReasoning = kind === "reasoning";
    const text = textIn(item, isReasoning ? "\n\n" : "\n");
    if (text === undefined) return "unknown";
    if (text === "") return repeated;
    if (!isReasoning && views.repeatedBy(kind, text)) return repeated;
    if (!isReasoning) shortenReview(text, conversation);
    const more = kind === "plan" ? { native: { ...planMark } } : notedMemory(item);
    const part: Part = isReasoning ? { type: "reasoning", text } : { type: "text", text, ...more };
    const { message } = conversation.answer(record, [part], item);
    views.addTool(kind, text, { record, message, parts: [part] });
    return "later";
  };
}

/** The outcome of a call. Only these events record calls made by a script. */
function readCall(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  const id = item.text("call_id", "callId", "id");
  const known = conversation.calls.get(id ?? "");
  if (known) {
    addItem(known, item);
    return { kept: known };
  }
  const call = callOfItem(item, id ?? `item-${record.ordinal}`, record.createdAt);
  const told = conversation.toldCommand;
  if (told && isAbout(call, told.command)) {
    conversation.toldCommand = undefined;
    addNote(told.message, item);
    return { kept: told.message };
  }
  const script = conversation.lastCall?.result === undefined ? conversation.lastCall : undefined;
  addNative(call, present({ within: script?.id }));
  const { message } = conversation.lastAnswer ?? conversation.answer(record, []);
  message.parts.push(call);
  conversation.calls.set(call.id, call);
  return conversation.notedCalls.add({ record, item, call, message }) ? "later" : { kept: call };
}

/** Which session a sub-agent has: the call that started it gets it. */
function readAgent(_: CodexRecord, item: Fields, { calls, callers }: Conversation): Fate {
  const id = item.text("id", "call_id", "event_id");
  const call = calls.get(id ?? "");
  item.fitting("prompt", (asked) => Object.values(objectOf(call?.input) ?? {}).includes(asked));
  const native = item.rest() ?? {};
  const { agent_thread_id, new_thread_id, receiver_thread_ids, kind, tool } = native;
  const child =
    textOf(agent_thread_id) ?? textOf(new_thread_id) ?? textOf(listOf(receiver_thread_ids)?.[0]);
  if (child && id && (kind === "started" || tool === "spawn_agent" || new_thread_id)) {
    if (call?.kind === "task") call.subagent = child;
    callers.set(child, id);
  }
  if (id === undefined) return "unknown";
  if (!call) return { skipped: "bookkeeping" };
  addNoted(call, native);
  return { kept: call };
}

/** The verdict of the tool's reviewer on a call before it runs (2026): it goes with the call. */
function readAssessment(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  const id = item.text("target_item_id") ?? "";
  const call = conversation.calls.get(id);
  const assessment = item.rest() ?? {};
  const { rationale, ...native } = assessment;
  const { status } = native;
  if (call) {
    // The last one says what the first one said, and the decision.
    call.native = { ...call.native, assessment };
    if (status === "denied") Object.assign(call, { status: "rejected", rejectedBy: "rule" });
    return conversation.replace(`assessment ${id}`, record, call);
  }
  if (status === "in_progress") return { skipped: "bookkeeping" };
  const text = textOf(rationale);
  const code = "guardian_assessment";
  return conversation.add(record, {
    ...{ type: "notice", level: status === "approved" ? "info" : "warning", code },
    native: text === undefined ? assessment : native,
    text: text ?? `${says.decided} ${textOf(status) ?? says.noDecision}.`,
  });
}

function readUndo(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  const hasFailed = item.flag("success") === false;
  const own = hasFailed ? says.undoFailed : says.undone;
  const [text, level] = [item.text("message") ?? own, hasFailed ? "warning" : "info"] as const;
  return conversation.add(record, { type: "notice", level, text, code: "undo_completed" });
}

function readCompacted(record: CodexRecord, _: Fields, conversation: Conversation): Fate {
  return conversation.isCompacted ? repeated : conversation.add(record, { type: "compaction" });
}

function readTokens(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  conversation.response = undefined;
  const info = item.object("info");
  const counted = info?.object("total_token_usage");
  const total = counted?.all();
  // A total without one of its counts would make the next response as large as the session.
  if (!Object.values(total ?? {}).every(isCount)) return "unknown";
  const before = conversation.lastTotal;
  conversation.lastTotal = total ?? before;
  const isRepeated = total && before && isSame(total, before);
  const last = info?.object("last_token_usage");
  if (conversation.hasUsageRecords || isRepeated || !info) {
    // A count of another kind repeats none.
    if (last) usageOf(last);
    return { skipped: "repeated-usage" };
  }
  const grown = total && before && growthOf(total, before);
  for (const name of last?.names ?? []) last?.fitting(name, (count) => count === grown?.[name]);
  const counts = grown ? new Fields(grown, named) : (last ?? counted ?? new Fields({}, named));
  return conversation.tokens.add(record, counts, conversation.lastAnswer?.message, true);
}

function isCount(value: Json): boolean {
  return value === null || typeof value === "number";
}

function readEnd(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  conversation.response = undefined;
  conversation.isCompacted = false;
  const error = item.object("error");
  if (!error) {
    item.text("last_agent_message");
    for (const name of ["duration_ms", "time_to_first_token_ms"]) item.number(name);
    return { skipped: "bookkeeping" };
  }
  const text = error.text("message") ?? says.failed;
  const code = error.text("codex_error_info");
  const native = error.rest();
  return conversation.add(record, present({ type: "notice", level: "error", text, code, native }));
}

function readAbort(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  for (const call of conversation.calls.values())
    if (call.status === "pending") call.status = "cancelled";
  const [text, code] = [says.interrupted, item.text("reason")];
  return conversation.add(record, present({ type: "notice", level: "warning", text, code }));
}

function readRollback(_: CodexRecord, item: Fields, conversation: Conversation): Fate {
  const turns = item.number("num_turns");
  if (turns === undefined) return "unknown";
  conversation.rollBack(turns);
  return { kept: conversation };
}

function noticeReader(level: NoticePart["level"]): EventReader {
  return (record, item, conversation) => {
    const text = item.text("message", "summary");
    if (text === undefined) return "unknown";
    const code = item.text("type");
    return conversation.add(record, present({ type: "notice", level, text, code }));
  };
}
