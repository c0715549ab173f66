import {
  type CompactionPart,
  type Message,
  type NoticePart,
  type Part,
  present,
  type ToolDefinition,
} from "@chatexport/core";
import { textOf, wordsOf } from "@chatexport/core/read";
import { type Fate, todosIn } from "@chatexport/core/source";
import { contentIn } from "./content.js";
import type { Conversation, Readers } from "./conversation.js";
import type { KimiRecord } from "./record.js";
import { says } from "./says.js";

/** The model, the folder and the instructions of an agent. */
function readProfile(record: KimiRecord, conversation: Conversation): Fate {
  const { fields, raw } = record;
  // Requests have the model's own name, which takes the place of this one.
  conversation.alias = textOf(raw.modelAlias) ?? conversation.alias;
  const { about } = conversation;
  about.effort = fields.text("thinkingEffort") ?? about.effort;
  about.model = conversation.alias ?? about.model;
  conversation.cwd ??= fields.text("cwd") ?? fields.object("environmentDisclosure")?.text("cwd");
  fields.fitting("cwd", (cwd) => cwd === conversation.cwd);
  const text = fields.text("systemPrompt", "content");
  if (text === undefined || text === conversation.instructions) return { kept: conversation };
  conversation.instructions = text;
  const part: Part = { type: "text", text, synthetic: "instructions" };
  return { kept: conversation.begin(record, "system", [part], { synthetic: "instructions" }) };
}

/** A request as it was sent, with the model that got it. */
function readRequestMade({ fields }: KimiRecord, conversation: Conversation): Fate {
  conversation.about.model = fields.text("model", "modelAlias");
  conversation.about.provider = fields.text("provider");
  conversation.about.effort = fields.text("thinkingEffort");
  for (const name of wordsOf(requestDetails)) fields.json(name);
  return { skipped: "bookkeeping" };
}

/** The names of fields that say how a request was made (Kimi Code 0.38). */
const requestDetails =
  "attempt maxTokens messageCount modelAlias systemPromptHash thinkingKeep toolSelect toolsHash turnStep";

/** The tools that the model could call. */
function readTools({ fields }: KimiRecord, conversation: Conversation): Fate {
  const tools = fields.objects("tools");
  for (const tool of tools) {
    const name = tool.text("name");
    if (name === undefined) continue;
    const inputSchema = tool.object("parameters")?.all();
    const description = tool.text("description");
    conversation.tools.set(name, present<ToolDefinition>({ name, description, inputSchema }));
  }
  return { kept: conversation };
}

/** Turns were taken back: messages since then are on a branch. */
function readUndo({ fields }: KimiRecord, conversation: Conversation): Fate {
  const { active } = conversation;
  const last = active.findLastIndex(({ parts }) => parts[0]?.type === "compaction");
  const typed = active.flatMap(({ role, synthetic }, at) =>
    at > last && role === "user" && synthetic === undefined ? at : [],
  );
  const count = fields.number("count") ?? 0;
  const start = count > 0 ? typed.at(-count) : undefined;
  if (start !== undefined) conversation.leave(active.slice(start));
  return { kept: conversation };
}

/** A compaction begins. */
function readCompactionBegin(record: KimiRecord, conversation: Conversation): Fate {
  endCompaction(conversation);
  conversation.compaction = record;
  return "later";
}

/** A compaction was cancelled. */
function readCompactionCancel(record: KimiRecord, conversation: Conversation): Fate {
  const fate = notice(record, conversation, "warning", says.stopped);
  endCompaction(conversation, fate.kept);
  return fate;
}

/** A summary takes the place of what was said before. */
function readCompaction(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const whole = fields.object("summary");
  const content = whole && contentIn(whole, "content", conversation.folder);
  const texts = content?.flatMap((part) => (part.type === "text" ? part.text : []));
  const context = fields.string("contextSummary");
  const summary = texts?.join("\n\n") ?? fields.text("summary") ?? context;
  const part = present<CompactionPart>({
    type: "compaction",
    summary: summary || undefined,
    trigger: conversation.compaction?.fields.word(["manual", "auto"], "source"),
    tokensBefore: fields.number("tokensBefore"),
    tokensAfter: fields.number("tokensAfter"),
  });
  const tokens = conversation.compaction ? conversation.spare.pop() : undefined;
  const message = conversation.begin(record, "system", [part], { usage: tokens?.usage });
  if (tokens) conversation.draft.keep(tokens.record, message);
  if (context !== undefined && context !== summary) message.native = { contextSummary: context };
  endCompaction(conversation, message);
  return { kept: message };
}

/** Counts the beginning of a compaction with what it became. */
function endCompaction(conversation: Conversation, holder?: Message): void {
  const { compaction, draft } = conversation;
  if (compaction) draft.keep(compaction, holder ?? conversation);
  conversation.compaction = undefined;
}

/** A turn was interrupted, by the user or by an error. */
function readInterruption(record: KimiRecord, conversation: Conversation): Fate {
  const text = record.fields.text("message") ?? says.interrupted;
  return notice(record, conversation, "warning", text);
}

/** Reads the outcome of a turn. */
function readTurnEnd(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const reason = fields.word(["completed", "cancelled", "failed", "blocked"], "reason");
  if (reason === undefined) return "unknown";
  if (reason === "completed") return { skipped: "bookkeeping" };
  const error = fields.object("error");
  const text = error?.text("message") ?? (reason === "cancelled" ? says.interrupted : says.failed);
  const level = reason === "cancelled" ? "warning" : "error";
  return notice(record, conversation, level, text, error?.text("code"));
}

/** A request that failed, and was made again. */
function readRetry(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const code = fields.text("error_type", "errorName");
  const text = [says.repeated, fields.text("errorMessage")].filter(Boolean).join(" ");
  return notice(record, conversation, "warning", text, code);
}

/** A message of Kimi CLI to its user. */
function readNotification(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const text = [fields.text("title"), fields.text("body")].filter(Boolean).join(": ");
  if (text === "") return "unknown";
  const isError = fields.word(["error"], "severity") !== undefined;
  return notice(record, conversation, isError ? "error" : "info", text, fields.text("type"));
}

/** The goal of the model, or why it was not reached. */
function readGoal(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const goal = fields.text("objective");
  const text = goal === undefined ? fields.text("reason") : `${says.goal} ${goal}`;
  if (text !== undefined) return notice(record, conversation, "info", text, "goal");
  return { kept: conversation };
}

/** Adds a notice, unless the last message is the same. */
function notice(
  record: KimiRecord,
  conversation: Conversation,
  level: NoticePart["level"],
  text: string,
  code?: string,
): { kept: Message } {
  const last = conversation.draft.messages.at(-1);
  const [told] = last?.parts ?? [];
  if (last && told?.type === "notice" && told.text === text) return { kept: last };
  const part = present<NoticePart>({ type: "notice", level, text, code });
  return { kept: conversation.begin(record, "system", [part]) };
}

/** A plan that was shown to the user. */
function readPlan(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const [text, path] = [fields.text("content"), fields.text("file_path")];
  if (text === undefined) return "unknown";
  const part: Part = present({ type: "file" as const, path, text, from: "tool" as const });
  return { kept: conversation.begin(record, "system", [part]) };
}

/** A question beside the conversation, and its answer. */
function readSideQuestion(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const text = fields.text("question", "response");
  if (text === undefined)
    return notice(record, conversation, "error", fields.text("error") ?? says.failed);
  const role = record.type === "BtwBegin" ? "user" : "assistant";
  return { kept: conversation.begin(record, role, [{ type: "text", text }]) };
}

/** Words of a plugin, or of the tool, to the model. */
function readContext(record: KimiRecord, conversation: Conversation): Fate {
  const parts = contentIn(record.fields, "content", conversation.folder);
  if (!parts) return "unknown";
  if (parts.length === 0) return { skipped: "empty" };
  for (const part of parts) if (part.type === "text") part.synthetic = "context";
  return { kept: conversation.begin(record, "system", parts, { synthetic: "context" }) };
}

/** A sub-agent was started by a call. */
function readSpawn({ fields }: KimiRecord, conversation: Conversation): Fate {
  const [id, callId] = [fields.text("subagentId"), fields.text("parentToolCallId")];
  if (id === undefined) return "unknown";
  if (callId !== undefined) conversation.starts.set(id, callId);
  return { kept: conversation.callAt(callId) ?? conversation };
}

/** The todo list, each time that it changes. */
function readStore({ fields }: KimiRecord, conversation: Conversation): Fate {
  const key = fields.text("key");
  if (key !== "todo") return key === undefined ? "unknown" : { skipped: "bookkeeping" };
  conversation.todos = todosIn(fields, "value", "title", "content");
  return { kept: conversation };
}

/** Readers of all other records. */
export const notes = {
  // The version of the records, at the beginning of a file.
  metadata: (_, conversation) => ({ kept: conversation }),
  "message/system plugin.session_start": readContext,
  "_system_prompt config.update profile.bind": readProfile,
  "llm.request": readRequestMade,
  "llm.tools_snapshot": readTools,
  "plan_mode.enter plan_mode.exit plan_mode.cancel": ({ type }, { about }) => {
    about.mode = type === "plan_mode.enter" ? "plan" : undefined;
    return { skipped: "bookkeeping" };
  },
  "context.undo": readUndo,
  // The model forgot everything: messages until then are on a branch.
  "context.clear": (_, conversation) => {
    conversation.leave(conversation.active);
    return { kept: conversation };
  },
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
  // All messages before were copied from the session that this one is a fork of.
  forked: (_, conversation) => {
    conversation.copied = conversation.draft.messages.length;
    return { kept: conversation };
  },
  "subagent.spawned": readSpawn,
  "tools.update_store": readStore,
} satisfies Readers;
