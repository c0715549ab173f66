import {
  type FilePart,
  type Json,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  type Part,
  present,
  type Synthetic,
  stringOf,
  textOf,
} from "@chatexport/core";
import { promptParts } from "./prompts.js";

/** What an attachment record says, and what of it has no place in the parts. */
export interface AttachmentContent {
  role: "user" | "system";
  parts: Part[];
  native?: JsonObject | undefined;
}

/**
 * The content of an attachment (2.1.9x and later): context that the tool adds around a turn, and
 * prompts that were typed while the agent worked. Undefined for a type that is not known.
 */
export function attachmentContent(attachment: JsonObject): AttachmentContent | undefined {
  const type = String(attachment.type);
  if (type === "queued_command") return queuedCommand(attachment);
  if (type === "file" || type === "edited_text_file") return attachedFile(attachment);
  const synthetic = Object.hasOwn(injected, type) ? injected[type] : undefined;
  if (!synthetic) return undefined;
  const { text, rest } = prose(attachment);
  return {
    role: "system",
    parts: [{ type: "text", text: text ?? type.replaceAll("_", " "), synthetic }],
    native: rest,
  };
}

/** Since 2.1.97 a prompt that was typed while the agent worked stands only here. */
function queuedCommand(attachment: JsonObject): AttachmentContent {
  const { type: _, prompt, commandMode, isMeta, ...native } = attachment;
  const kind = textOf(objectOf(attachment.origin)?.kind);
  const isHuman =
    (commandMode === undefined || commandMode === "prompt") &&
    isMeta !== true &&
    (kind === undefined || kind === "human");
  const parts = promptParts(prompt, false);
  if (isHuman) return { role: "user", parts, native };
  const synthetic: Synthetic = "notification";
  return {
    role: "user",
    parts: parts.map((part) => (part.type === "text" ? { synthetic, ...part } : part)),
    native: present({ ...native, commandMode }),
  };
}

function attachedFile({ type: _, filename, snippet, ...rest }: JsonObject): AttachmentContent {
  const content = objectOf(rest.content);
  const file = objectOf(content?.file);
  const path = textOf(filename) ?? textOf(file?.filePath);
  const data = textOf(file?.base64);
  const text = data ? undefined : (stringOf(file?.content) ?? stringOf(snippet));
  const isShown = data !== undefined || text !== undefined;
  const start = numberOf(file?.startLine);
  const lines = numberOf(file?.numLines);
  const part: FilePart = present({
    type: "file" as const,
    mediaType: textOf(file?.type),
    path,
    range: start === undefined ? undefined : present({ start, end: lines && start + lines - 1 }),
    data,
    text,
    missing: isShown ? undefined : "neither text nor an image",
    from: "mention" as const,
  });
  // What cannot be shown, such as the cells of a notebook, stays as it is.
  const { content: _content, ...small } = rest;
  return { role: "system", parts: [part], native: isShown ? small : rest };
}

/** The text of an attachment from the fields that hold text for a reader. */
function prose({ type: _, ...attachment }: JsonObject): { text?: string; rest?: JsonObject } {
  const rest: JsonObject = {};
  const texts: string[] = [];
  for (const [name, value] of Object.entries(attachment)) {
    const text = proseFields.has(name) ? readable(value) : undefined;
    if (text === undefined) rest[name] = value;
    else if (text.trim() !== "" && !texts.includes(text.trim())) texts.push(text.trim());
  }
  return present({
    text: texts.length > 0 ? texts.join("\n\n") : undefined,
    rest: Object.keys(rest).length > 0 ? rest : undefined,
  });
}

const proseFields: ReadonlySet<string> = new Set([
  "content",
  "stdout",
  "stderr",
  "blockingError",
  "rendered",
  "condition",
  "deltaSummary",
  "newDate",
]);

function readable(value: Json): string | undefined {
  if (typeof value === "string") return value;
  const list = listOf(value);
  if (list) {
    const lines = list.map((item) => stringOf(item) ?? taskLine(item));
    return lines.every((line) => line !== undefined) ? lines.join("\n") : undefined;
  }
  return stringOf(objectOf(value)?.blockingError);
}

function taskLine(item: Json): string | undefined {
  const task = objectOf(item);
  const subject = textOf(task?.subject) ?? textOf(task?.content);
  if (subject === undefined) return undefined;
  return `- [${task?.status === "completed" ? "x" : " "}] ${subject}`;
}

const injected: Readonly<Record<string, Synthetic>> = {
  agent_listing_delta: "context",
  auto_mode: "context",
  auto_mode_exit: "context",
  batching_reminder_sent: "reminder",
  budget_usd: "reminder",
  command_permissions: "context",
  compact_file_reference: "context",
  companion_intro: "context",
  date_change: "reminder",
  deferred_tools_delta: "context",
  deferred_tools_record: "context",
  directory: "context",
  dynamic_skill: "skill",
  environment: "context",
  goal_status: "notification",
  hook_additional_context: "hook",
  hook_blocking_error: "hook",
  hook_cancelled: "hook",
  hook_non_blocking_error: "hook",
  hook_success: "hook",
  instructions: "instructions",
  invoked_skills: "skill",
  mcp_instructions_delta: "instructions",
  nested_memory: "instructions",
  pdf_reference: "context",
  plan_mode: "context",
  plan_mode_exit: "context",
  prompt_snapshot: "instructions",
  read_truncation_notice: "reminder",
  silent_turn_reminder: "reminder",
  skill_listing: "skill",
  task_reminder: "reminder",
  task_status: "notification",
  todo_reminder: "reminder",
  total_tokens_reminder: "reminder",
  ultra_effort_enter: "context",
  ultra_effort_exit: "context",
};
