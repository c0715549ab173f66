import { type JsonObject, type NoticePart, type Part, present } from "@chatexport/core";
import {
  listOf,
  nameSet,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
} from "@chatexport/core/read";
import type { Conversation } from "./conversation.js";
import { unread } from "./fields.js";
import type { CodexRecord, Fate } from "./records.js";
import { addItem, callOfItem, imagePart, pathOf } from "./tool-calls.js";
import { addUsage, usageOf } from "./usage.js";

const repeated: Fate = { skipped: "repeated" };

/** Events that say nothing that an item does not say. */
const skippedEvents = nameSet(
  "task_started turn_started thread_settings_applied session_configured agent_reasoning_section_break",
  "agent_message_delta agent_reasoning_delta exec_command_begin exec_command_output_delta patch_apply_begin",
  "mcp_tool_call_begin web_search_begin image_generation_begin turn_diff plan_update item_started",
  "collab_agent_spawn_begin collab_waiting_begin collab_waiting_end collab_agent_interaction_begin",
  "exec_approval_request apply_patch_approval_request raw_response_item mcp_startup_complete",
);

/** Adds what an event says: the tool's own view, which mostly repeats the items of the model. */
export function readEvent(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  switch (payload.type) {
    case "item_completed":
      return readCompleted(record, objectOf(payload.item) ?? {}, conversation);
    case "user_message":
      return readPrompt(record, stringOf(payload.message) ?? "", imagesOf(payload), conversation);
    case "agent_message":
      return readSaid(record, "answer", textOf(payload.message), undefined, conversation);
    case "agent_reasoning":
    case "agent_reasoning_raw_content":
      return readSaid(record, "reasoning", textOf(payload.text), undefined, conversation);
    case "token_count":
      return readTokens(payload, conversation);
    case "task_complete":
    case "turn_complete":
      return readEnd(record, conversation);
    case "turn_aborted": {
      conversation.endResponse();
      conversation.cancelCalls();
      const code = textOf(payload.reason);
      return notice(
        record,
        present({ level: "warning", text: "The turn was interrupted.", code }),
        conversation,
      );
    }
    case "thread_rolled_back":
      conversation.rollBack(numberOf(payload.num_turns) ?? 0);
      return "kept";
    case "context_compacted":
      return readCompacted(record, conversation);
    case "entered_review_mode":
    case "exited_review_mode":
      return readReview(record, payload, conversation);
    case "exec_command_end":
    case "patch_apply_end":
    case "mcp_tool_call_end":
    case "web_search_end":
    case "image_generation_end":
      return readCallItem(record, payload, textOf(payload.call_id), conversation);
    case "sub_agent_activity":
      return readCompleted(record, { ...payload, type: "SubAgentActivity" }, conversation);
    case "thread_name_updated":
      // The name is found when the session is listed, here or in the tool's index.
      return { skipped: "bookkeeping" };
    case "thread_goal_updated":
      conversation.goal = objectOf(payload.goal) ?? payload;
      return "kept";
    case "error":
    case "stream_error":
      return readNotice(record, "error", conversation);
    case "warning":
    case "deprecation_notice":
    case "guardian_warning":
      return readNotice(record, "warning", conversation);
    case "background_event":
      return readNotice(record, "info", conversation);
    default:
      return skippedEvents.has(`${payload.type}`) ? { skipped: "bookkeeping" } : "unknown";
  }
}

/** What the tool completed, in its own words. */
function readCompleted(record: CodexRecord, item: JsonObject, conversation: Conversation): Fate {
  const id = textOf(item.id);
  const texts = objectsOf(item.content).flatMap(({ text }) => textOf(text) ?? []);
  switch (item.type) {
    case "UserMessage":
      return readPrompt(record, texts.join("\n"), imagesOf(item), conversation);
    case "AgentMessage":
      return readSaid(record, "answer", texts.join("\n"), id, conversation);
    case "Plan":
      return readSaid(record, "answer", textOf(item.text), id, conversation);
    case "Reasoning": {
      const said = [...(listOf(item.summary_text) ?? []), ...(listOf(item.raw_content) ?? [])];
      return readSaid(
        record,
        "reasoning",
        said.flatMap((text) => textOf(text) ?? []).join("\n\n"),
        id,
        conversation,
      );
    }
    case "ContextCompaction":
      return readCompacted(record, conversation);
    case "EnteredReviewMode":
    case "ExitedReviewMode":
      return readReview(record, item, conversation);
    case "SubAgentActivity":
    case "CollabAgentToolCall":
      return readAgentItem(item, id, conversation);
    case "CommandExecution":
    case "FileChange":
    case "McpToolCall":
    case "DynamicToolCall":
    case "ImageView":
    case "WebSearch":
    case "ImageGeneration":
      return readCallItem(record, item, id, conversation);
    case "HookPrompt":
    case "Sleep":
    case "FunctionCallOutput":
      return { skipped: "bookkeeping" };
    default:
      return "unknown";
  }
}

function imagesOf(item: JsonObject): Part[] {
  const local = [
    ...(listOf(item.local_images) ?? []),
    ...objectsOf(item.content).flatMap(({ type, path }) =>
      type === "local_image" ? (path ?? []) : [],
    ),
  ];
  const given = [
    ...(listOf(item.images) ?? []),
    ...objectsOf(item.content).flatMap(({ type, image_url, url }) =>
      type === "image" ? (image_url ?? url ?? []) : [],
    ),
  ];
  return [
    ...local.flatMap((path): Part[] =>
      typeof path === "string"
        ? [present({ type: "file", path: pathOf(path), missing: "not stored", from: "upload" })]
        : [],
    ),
    ...given.map((address) => imagePart({ image_url: address }, "upload")),
  ];
}

function readPrompt(
  record: CodexRecord,
  text: string,
  images: Part[],
  conversation: Conversation,
): Fate {
  conversation.endResponse();
  const last = conversation.drafts.at(-1);
  if (text === "" && (images.length === 0 || last?.isPrompt)) return repeated;
  if (conversation.isRepeated(text)) {
    conversation.confirmPrompt(text);
    return repeated;
  }
  const part: Part = { type: "text", text };
  const draft = conversation.begin(record, "user", text === "" ? images : [part, ...images]);
  draft.isPrompt = true;
  if (text === "" || images.length > 0) return "kept";
  conversation.addTentative(`prompt ${text.trim()}`, draft, part);
  return "tentative";
}

function readSaid(
  record: CodexRecord,
  kind: "answer" | "reasoning",
  text: string | undefined,
  id: string | undefined,
  conversation: Conversation,
): Fate {
  if (text === undefined || text === "") return repeated;
  if (kind === "answer" && conversation.isRepeated(text)) return repeated;
  const part: Part = { type: kind === "answer" ? "text" : "reasoning", text };
  if (kind === "answer") conversation.shortenReview(text);
  conversation.addTentative(`${kind} ${text}`, conversation.answer(record, [part], id), part);
  return "tentative";
}

function readTokens(payload: JsonObject, conversation: Conversation): Fate {
  conversation.endResponse();
  const info = objectOf(payload.info);
  const total = objectOf(info?.total_token_usage);
  const before = conversation.lastTotal;
  conversation.lastTotal = total ?? before;
  if (conversation.hasUsageRecords || !info) return { skipped: "repeated-usage" };
  if (total && before && JSON.stringify(total) === JSON.stringify(before))
    return { skipped: "repeated-usage" };
  const usage = usageOf(
    (total && before && difference(total, before)) ??
      objectOf(info.last_token_usage) ??
      total ??
      {},
  );
  const answer = conversation.lastAnswer?.message;
  if (!answer || !usage) return { skipped: "usage-of-no-answer" };
  answer.usage = answer.usage ? addUsage(answer.usage, usage) : usage;
  return "kept";
}

/** How much a total has grown; undefined when it was begun anew. */
function difference(total: JsonObject, before: JsonObject): JsonObject | undefined {
  const grown: JsonObject = {};
  for (const [name, value] of Object.entries(total)) {
    const by = (numberOf(value) ?? 0) - (numberOf(before[name]) ?? 0);
    if (by < 0) return undefined;
    grown[name] = by;
  }
  return grown;
}

function readEnd(record: CodexRecord, conversation: Conversation): Fate {
  conversation.endResponse();
  conversation.isCompacted = false;
  const error = objectOf(record.payload.error);
  if (!error) return { skipped: "bookkeeping" };
  const native = unread(error, nameSet("message codex_error_info"));
  const code = textOf(error.codex_error_info);
  return notice(
    record,
    present({ level: "error", text: errorText(error.message), code, native }),
    conversation,
  );
}

/** What a service answered, which is often JSON. */
function errorText(message: unknown): string {
  return textOf(message) ?? "The turn failed.";
}

function readNotice(
  record: CodexRecord,
  level: NoticePart["level"],
  conversation: Conversation,
): Fate {
  const { payload } = record;
  const text = textOf(payload.message) ?? textOf(payload.summary);
  if (text === undefined) return "unknown";
  conversation.endResponse();
  const native = unread(payload, nameSet("type message summary"));
  return notice(record, present({ level, text, code: `${payload.type}`, native }), conversation);
}

function notice(
  record: CodexRecord,
  part: Omit<NoticePart, "type">,
  conversation: Conversation,
): Fate {
  conversation.begin(record, "system", [{ type: "notice", ...part }]);
  return "kept";
}

function readCompacted(record: CodexRecord, conversation: Conversation): Fate {
  if (conversation.isCompacted) return repeated;
  conversation.endResponse();
  conversation.begin(record, "system", [{ type: "compaction" }]);
  return "kept";
}

function readReview(record: CodexRecord, item: JsonObject, conversation: Conversation): Fate {
  conversation.endResponse();
  const isOver = /^exited/i.test(`${item.type}`);
  const output = objectOf(item.review_output);
  const findings = objectsOf(output?.findings);
  const hint = textOf(item.user_facing_hint);
  const said = [
    textOf(output?.overall_explanation) ?? "",
    ...findings.map(({ title, body }) => `${textOf(title) ?? ""}\n${textOf(body) ?? ""}`),
  ].filter((text) => text.trim() !== "");
  const text = isOver
    ? ["The review is over.", ...said].join("\n\n")
    : `A review began${hint ? `: ${hint}` : "."}`;
  const part = present<NoticePart>({
    type: "notice",
    level: "info",
    text,
    native: unread(item, nameSet("type id user_facing_hint")),
  });
  conversation.begin(record, "system", [part]);
  const sign = textOf(findings[0]?.title) ?? textOf(output?.overall_explanation);
  if (isOver && sign) conversation.noteReview(part, sign);
  return "kept";
}

/** Which session a sub-agent has: the call that started it gets it. */
function readAgentItem(item: JsonObject, id: string | undefined, conversation: Conversation): Fate {
  const call = id === undefined ? undefined : conversation.calls.get(id);
  const child = textOf(item.agent_thread_id) ?? textOf(listOf(item.receiver_thread_ids)?.[0]);
  const isStart = item.kind === "started" || item.tool === "spawn_agent";
  if (call?.kind === "task" && child && isStart) call.subagent = child;
  if (child && id && isStart) conversation.children.set(child, id);
  if (!call) return { skipped: "bookkeeping" };
  const native = unread(item, nameSet("type id status agent_thread_id receiver_thread_ids prompt"));
  if (native) call.native = { ...call.native, item: native };
  return "kept";
}

/** What a call did; calls that a script makes stand nowhere else. */
function readCallItem(
  record: CodexRecord,
  item: JsonObject,
  id: string | undefined,
  conversation: Conversation,
): Fate {
  const known = id === undefined ? undefined : conversation.calls.get(id);
  if (known) {
    addItem(known, item);
    return "kept";
  }
  const script = conversation.lastCall?.result === undefined ? conversation.lastCall : undefined;
  const call = callOfItem(item, id ?? `item-${record.ordinal}`, record.createdAt);
  if (script) call.native = { ...call.native, within: script.id };
  const holder = conversation.lastAnswer ?? conversation.answer(record, []);
  holder.message.parts.push(call);
  conversation.calls.set(call.id, call);
  return "kept";
}
