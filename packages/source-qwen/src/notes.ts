import { type CompactionPart, type NoticePart, type Part, present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import type { Fate, RecordReader } from "@chatexport/core/source";
import type { ChatRecord } from "./chat-record.js";
import type { Conversation } from "./conversation.js";
import { notedUsage } from "./usage.js";

/** The texts that this source adds itself. */
export const says = { interrupted: "The turn was interrupted.", failed: "The request failed." };

/** A title that a person gave, or the tool; the last one counts. Records without a word for who did are by a person. */
function readTitle({ fields }: ChatRecord, conversation: Conversation): Fate {
  const title = fields.text("customTitle");
  if (title === undefined) return "unknown";
  const titleFrom = fields.word(["auto"], "titleSource") ? "generated" : "user";
  fields.word(["manual"], "titleSource");
  conversation.title = { title, titleFrom };
  return { kept: conversation };
}

/** The session that had this one made. */
function readParent({ fields }: ChatRecord, conversation: Conversation): Fate {
  conversation.parentId = fields.text("parentSessionId");
  return conversation.parentId === undefined ? "unknown" : { kept: conversation };
}

/** A command of the tool that a person gave, and what it said. */
function readCommand(record: ChatRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const command = fields.text("rawCommand");
  const phase = fields.word(["invocation", "result"], "phase");
  if (command === undefined || phase === undefined) return "unknown";
  if (phase === "invocation") {
    const part: Part = { type: "text", text: command, synthetic: "command" };
    return { kept: conversation.begin(record, "user", [part], { synthetic: "command" }) };
  }
  const said = fields.objects("outputHistoryItems").flatMap((item) => item.text("text") ?? []);
  const parts = said.map((text): Part => ({ type: "text", text, synthetic: "output" }));
  const synthetic = parts.length > 0 ? "output" : undefined;
  return { kept: conversation.begin(record, "system", parts, { synthetic }) };
}

/** Reads the model's notes for itself, or its goal. */
function readContext(record: ChatRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const goal = fields.object("snapshot")?.object("goal");
  const text = goal?.text("objective") ?? fields.text("text");
  if (text === undefined) return goal ? "unknown" : { kept: conversation };
  if (conversation.said.has(text)) return { skipped: "repeated" };
  const part: Part = { type: "text", text, synthetic: "context" };
  return { kept: conversation.begin(record, "system", [part], { synthetic: "context" }) };
}

/** Reads how a turn ended; the words of it come before. */
function readEnd(record: ChatRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const state = fields.word(["completed", "cancelled", "error"], "state");
  if (state === undefined) return "unknown";
  if (state === "completed") return { skipped: "repeated" };
  const error = fields.object("error");
  const text = state === "cancelled" ? says.interrupted : (error?.text("message") ?? says.failed);
  const level = state === "cancelled" ? "warning" : "error";
  const parts = [notice(level, text, error?.text("code"))];
  return { kept: conversation.begin(record, "system", parts) };
}

/** A summary that takes the place of what was said before: texts that nobody said until then. */
function readCompaction(record: ChatRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const history = fields.objects("compressedHistory");
  for (const one of history) one.text("role");
  const contents = history.flatMap((one) => one.objects("parts"));
  const texts = contents.flatMap((content) => content.text("text") ?? []);
  conversation.endTurn(texts);
  const summary = texts.filter((text) => !conversation.said.has(text)).join("\n\n");
  const info = fields.object("info");
  const part = present<CompactionPart>({
    type: "compaction",
    summary: summary || undefined,
    tokensBefore: info?.number("originalTokenCount"),
    tokensAfter: info?.number("newTokenCount"),
  });
  return { kept: conversation.begin(record, "system", [part]) };
}

/** An answer that the tool noted. A message of the model has it mostly; a summary, or a helper's, has none. */
function readNoted(record: ChatRecord, conversation: Conversation): Fate {
  const { fields, envelope } = record;
  const usage = notedUsage(fields);
  if (!envelope.object("forkedFrom")?.text("messageUuid")) conversation.count(usage);
  const text = fields.text("response_text");
  if (text === undefined) return { skipped: "repeated" };
  // For a summary, the tool asks in its own name.
  const isSummary = fields.fitting("prompt_id", (id) => /^compress-/.test(textOf(id) ?? ""));
  const part: Part = isSummary
    ? { type: "compaction", summary: text }
    : { type: "text", text, synthetic: "context" };
  const synthetic = isSummary ? undefined : ("context" as const);
  const more = { model: fields.text("model"), usage, synthetic };
  conversation.noted.push({ record, text, part, more });
  return "later";
}

/** A request that failed. */
function readError(record: ChatRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const text = fields.text("error_message") ?? says.failed;
  const parts = [notice("error", text, fields.text("error_type"))];
  const model = fields.text("model");
  return { kept: conversation.begin(record, "system", parts, { model }) };
}

/**
 * Reads the tool's notes on a call: who allowed it, how long it took. The calls of sub-agents are
 * in their own files.
 */
function readCallNote({ fields }: ChatRecord, conversation: Conversation): Fate {
  const name = fields.text("function_name");
  const id = fields.text("call_id");
  const call = id
    ? conversation.calls.get(id)
    : [...conversation.calls.values()].findLast((one) => one.name === name && !one.result);
  if (!call) return id === undefined && name === undefined ? "unknown" : { skipped: "repeated" };
  if (fields.word(["reject"], "decision")) call.rejectedBy = "user";
  const same = JSON.stringify(call.input);
  fields.fitting("function_args", (input) => JSON.stringify(input) === same);
  fields.text("error");
  fields.word(["success", "error", "cancelled"], "status");
  fields.word(["success", "error", "cancelled"], "execution_status");
  fields.flag("success");
  return { kept: call };
}

function notice(level: NoticePart["level"], text: string, code: string | undefined): NoticePart {
  return present<NoticePart>({ type: "notice", level, text, code });
}

/** Readers of what the tool noted. */
export const notes: Readonly<Record<string, RecordReader<ChatRecord, [Conversation]>>> = {
  "event/api_response": readNoted,
  "event/api_error": readError,
  "event/tool_call": readCallNote,
  "system/custom_title": readTitle,
  "system/parent_session": readParent,
  // The prompt that names the files comes next.
  "system/at_command": (record, conversation) => {
    conversation.mentions.push(record);
    return "later";
  },
  "system/slash_command": readCommand,
  "system/chat_compression": readCompaction,
  "system/session_notes system/goal_state": readContext,
  "system/turn_result": readEnd,
  "system/rewind system/session_source system/session_model system/session_approval_mode": (
    _,
    conversation,
  ) => ({ kept: conversation }),
};
