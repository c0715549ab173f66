import {
  type FilePart,
  type Json,
  type JsonObject,
  type NoticePart,
  type Part,
  present,
  type Synthetic,
} from "@chatexport/core";
import {
  byName,
  listOf,
  nameSet,
  numberOf,
  objectOf,
  objectsOf,
  splitElements,
  stringOf,
  textOf,
  wordOf,
  wordsOf,
} from "@chatexport/core/read";
import type { Fields, Holder } from "@chatexport/core/source";
import { automated, isAutomated, writerOf } from "../records/injected-text.js";
import { queuedParts } from "../records/prompts.js";
import { says } from "../says.js";
import { areDefinitions } from "./tool-definitions.js";

/** An attachment as its fields are taken, and as it is stored; `native` gets those without a place in its parts. */
export interface OpenAttachment extends Holder {
  fields: Fields;
  raw: JsonObject;
  /** The text that was really sent (2.1.283 and later). */
  rendered?: Json | undefined;
  /** Gets the names of fields of its blocks that are unknown. */
  blockNames: string[];
}

/**
 * The parts of an attachment (2.1.9x and later): context that the tool adds around a turn, and
 * prompts that were typed while the agent worked. Undefined for a type that is not known.
 */
export function attachmentParts(attachment: OpenAttachment): Part[] | undefined {
  const { fields, raw, rendered } = attachment;
  const type = wordOf(raw.type);
  if (type === "queued_command") return queuedCommand(attachment);
  if (fileTypes.has(type)) return attachedFile(attachment);
  if (type === "directory") return attachedFolder(attachment);
  const notice = notices.get(type);
  const synthetic = injected.get(type);
  if (!notice && !synthetic) return undefined;
  const own = prose(fields, raw);
  const text = own ?? sentText(rendered);
  if (notice) {
    const shown = notice(raw, text);
    if (own !== undefined && !shown.includes(own)) attachment.native = { text: own };
    return [noticeOf(type, shown)];
  }
  const headingOf = synthetic === "hook" ? hookHeading : headings.get(type);
  const shown = [headingOf?.(raw), text].filter((line) => line !== undefined);
  const said: Part = present({
    type: "text",
    text: shown.join("\n") || type.replaceAll("_", " "),
    synthetic,
  });
  const refusal = type === "hook_blocking_error" ? hookRefusal(raw) : undefined;
  return refusal ? [said, refusal] : [said];
}

/**
 * The refusal of a hook, unless the result of the call or a record of the system says it as well.
 */
function hookRefusal({ hookEvent, hookName, blockingError }: JsonObject): NoticePart | undefined {
  const text = textOf(objectOf(blockingError)?.blockingError);
  if (text === undefined || toldElsewhere.has(wordOf(hookEvent))) return undefined;
  const name = textOf(hookName) ?? wordOf(hookEvent);
  return { type: "notice", level: "warning", text: `${name} hook: ${text}`, code: "hook_blocked" };
}

const toldElsewhere = nameSet("PreToolUse Stop UserPromptSubmit");

/** A file that a prompt names, read now or before. */
const fileTypes = nameSet("file already_read_file");

/** The own words of an attachment of an unknown type, if it has any. */
export function unknownAttachment({ fields, raw }: OpenAttachment): Part[] | undefined {
  const text = fields.text("content");
  return text === undefined ? undefined : [noticeOf(wordOf(raw.type), text)];
}

function noticeOf(code: string, text: string): NoticePart {
  return { type: "notice", level: "info", text, code };
}

/** The lines that the tool shows its user, by the type of the attachment. */
const notices = new Map(
  Object.entries<(attachment: JsonObject, text?: string) => string>({
    goal_status: ({ met }, text = "") => `${met === true ? says.goalMet : says.goal}: ${text}`,
    hook_stopped_continuation: ({ hookName }, text = says.noReason) =>
      `${textOf(hookName) ?? "A"} ${says.hookStopped} ${text}`,
    hook_system_message: (_, text) => text ?? says.hookSpoke,
    unknown_command_fallback: ({ commandName }) =>
      `${says.noCommand} /${textOf(commandName) ?? ""}`,
    max_turns_reached: ({ maxTurns }) =>
      `${says.stoppedAfter} ${numberOf(maxTurns) ?? says.soMany} ${says.moreTurns}`,
  }),
);

/** Since 2.1.97 a prompt that was typed while the agent worked is only here. */
function queuedCommand({ fields, raw, blockNames }: OpenAttachment): Part[] {
  const isTyped = raw.commandMode === undefined || raw.commandMode === "prompt";
  const isMeta = fields.flag("isMeta") === true;
  const isHuman = isTyped && !isMeta && !isAutomated(raw);
  const prompt = fields.json("prompt");
  const parts = queuedParts(prompt, isHuman ? writerOf(raw) : undefined, blockNames);
  if (isHuman) fields.word(["prompt"], "commandMode");
  return isHuman ? parts : automated(parts);
}

function attachedFile(attachment: OpenAttachment): Part[] {
  const { fields, raw } = attachment;
  const stored = objectOf(objectOf(raw.content)?.file);
  const named = fields.text("filename");
  const data = textOf(stored?.base64);
  const text = data ? undefined : (stringOf(stored?.content) ?? cellsText(stored?.cells));
  const isShown = data !== undefined || text !== undefined;
  const path = named ?? textOf(stored?.filePath);
  const start = numberOf(stored?.startLine);
  const lines = numberOf(stored?.numLines);
  const part: FilePart = present({
    type: "file",
    mediaType: textOf(stored?.type),
    path,
    range: start === undefined ? undefined : present({ start, end: lines && start + lines - 1 }),
    data,
    text,
    missing: isShown ? undefined : "neither text nor an image",
    from: "mention",
  });
  // What cannot be shown stays as it is.
  if (!isShown) return [part];
  const content = fields.object("content");
  const file = content?.object("file");
  content?.text("type");
  file?.text("type");
  file?.text(data === undefined ? "content" : "base64");
  file?.fitting("filePath", (value) => value === path);
  attachment.native = present({ file: file?.rest() });
  return [part];
}

/** The text of the cells of a notebook. */
function cellsText(cells: Json | undefined): string | undefined {
  const texts = objectsOf(cells).flatMap(({ source }) => stringOf(source) ?? []);
  return texts.length > 0 ? texts.join("\n\n") : undefined;
}

/** The list of what is in a folder. */
function attachedFolder({ fields }: OpenAttachment): Part[] {
  const path = fields.text("path");
  const text = fields.string("content");
  const missing = text === undefined ? "a folder without a list" : undefined;
  return [present({ type: "file", path, text, missing, from: "mention" })];
}

/** The text that was sent to the model, without the element around it. */
function sentText(rendered: Json | undefined): string | undefined {
  const texts = objectsOf(rendered).flatMap(({ content }) => textOf(content) ?? []);
  const parts = texts.flatMap((text) => splitElements(text, { "system-reminder": "reminder" }));
  return paragraphs(parts.map(({ text }) => text.trim()));
}

function paragraphs(texts: Iterable<string>): string | undefined {
  return textOf([...texts].filter((text) => text !== "").join("\n\n"));
}

/** The text of an attachment from the fields that hold text for a reader. */
function prose(fields: Fields, raw: JsonObject): string | undefined {
  const texts = new Set<string>();
  for (const name in raw) {
    if (definitionFields.has(name)) fields.fitting(name, areDefinitions);
    const text = proseFields.has(name) ? readable(raw[name]) : undefined;
    if (text === undefined) continue;
    texts.add(text.trim());
    fields.fitting(name, isShownWhole);
  }
  return paragraphs(texts);
}

/** True when a text for a reader says all that is in a value. */
function isShownWhole(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isShownWhole);
  const object = objectOf(value) ?? {};
  return Object.entries(object).every(
    ([name, inner]) => shownFields.has(name) && typeof inner === "string",
  );
}

/** All that is shown of tasks, of files and skills, and of a hook that has refused something. */
const shownFields = nameSet("blockingError command content name path subject");

const proseFields: ReadonlySet<string> = nameSet(
  "addedLines banner blockingError condition content deltaSummary files lines memories message newDate planContent reason",
  "rendered skills snippet stderr stdout systemPrompt text",
);

const definitionFields = nameSet("entries tools");

function readable(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  const list = listOf(value);
  if (list) {
    const lines = list.map((item) => stringOf(item) ?? taskLine(item) ?? document(item));
    return lines.every((line) => line !== undefined) ? lines.join("\n") : undefined;
  }
  const { blockingError, contents } = objectOf(value) ?? {};
  const texts = objectsOf(contents).flatMap(({ text }) => textOf(text) ?? []);
  return stringOf(blockingError) ?? paragraphs(texts);
}

function taskLine(item: Json): string | undefined {
  const task = objectOf(item);
  if (task?.path !== undefined) return undefined;
  const subject = textOf(task?.subject) ?? textOf(task?.content);
  if (subject === undefined) return undefined;
  return `- [${task?.status === "completed" ? "x" : " "}] ${subject}`;
}

/** A file or skill with its content, when these fields are all that it has. */
function document(item: Json): string | undefined {
  const { path, name, content, ...rest } = objectOf(item) ?? {};
  const heading = [textOf(name), textOf(path)].filter((text) => text !== undefined).join(": ");
  const text = textOf(content);
  const isAll = heading !== "" && text !== undefined && Object.keys(rest).length === 0;
  return isAll ? `${heading}\n${text}` : undefined;
}

/** The kind of a text that the tool wrote, by the type of its attachment. */
const injected = byName<Synthetic>([
  [
    "context",
    "agent_listing_delta agent_mention auto_mode auto_mode_exit command_permissions compact_file_reference",
    "companion_intro date deferred_tools_delta deferred_tools_record edited_text_file",
    "environment model opened_file_in_ide pdf_reference plan_file_reference plan_mode",
    "plan_mode_exit plan_mode_reentry remote_session_change selected_lines_in_ide",
    "session_context structured_output ultra_effort_enter ultra_effort_exit ultrathink_effort",
    "agent_ask_notice at_mention_reference claude_app_notice inlined_image_paths mcp_resource message_pdf_reads",
    "plugin_note project_doc_reads relevant_memories selected_lines_in_diff tool_host_result_lines",
    "tool_hosts_correction tool_hosts_notice withheld_memory",
  ],
  [
    "reminder",
    "batching_reminder_sent budget_usd critical_system_reminder date_change output_style read_truncation_notice",
    "silent_turn_reminder task_reminder tool_search_usage_reminder todo_reminder total_tokens_reminder",
  ],
  ["skill", "dynamic_skill invoked_skills skill_listing"],
  ["notification", "task_status"],
  [
    "hook",
    "async_hook_response hook_additional_context hook_blocking_error hook_cancelled",
    "hook_deferred_tool hook_error_during_execution hook_non_blocking_error hook_permission_decision hook_success",
  ],
  [
    "instructions",
    "instructions mcp_instructions_delta nested_memory output_style_instructions prompt_snapshot",
  ],
]);

/** The types of attachments that are known (2.1.9x to 2.1.332). */
export const attachmentTypes: ReadonlySet<string> = new Set([
  "queued_command",
  ...fileTypes,
  "directory",
  ...notices.keys(),
  ...injected.keys(),
]);

/** Headings of attachments whose text does not say all of itself, by their type: a path, an agent. */
const headings = new Map(
  Object.entries<(attachment: JsonObject) => string | undefined>({
    "compact_file_reference nested_memory pdf_reference": ({ displayPath, filename, path }) =>
      textOf(displayPath) ?? textOf(filename) ?? textOf(path),
    agent_mention: ({ agentType }) => labelled(says.agent, agentType),
    command_permissions: ({ allowedTools }) => labelled(says.allowedTools, allowedTools),
    edited_text_file: ({ filename }) => labelled(says.changedOutside, filename),
    date_change: () => says.dateChanged,
    budget_usd: ({ used, total }) => budgetLine(numberOf(used), numberOf(total)),
    dynamic_skill: ({ skillNames }) => labelled(says.skills, skillNames),
    deferred_tools_delta: () => says.loadableTools,
    mcp_resource: ({ server, uri }) => labelled(`${says.resourceOf} ${wordOf(server)}`, uri),
    opened_file_in_ide: ({ filename }) => labelled(`${says.openedIn} ${says.editor}`, filename),
    selected_lines_in_diff: ({ filePath }) =>
      labelled(`${says.selectedIn} ${says.changes}`, filePath),
    selected_lines_in_ide: ({ ideName, filename }) =>
      labelled(`${says.selectedIn} ${textOf(ideName) ?? says.editor}`, filename),
    output_style: ({ style }) => labelled(says.outputStyle, style),
    plan_file_reference: ({ planFilePath }) => textOf(planFilePath),
    "plan_mode plan_mode_exit plan_mode_reentry": ({ type, planFilePath }) =>
      labelled(wordOf(type).replaceAll("_", " "), textOf(planFilePath)),
    task_status: ({ description, status }) =>
      [textOf(description) ?? says.task, textOf(status)].filter(Boolean).join(": "),
  }).flatMap(([types, heading]) => wordsOf(types).map((type) => [type, heading] as const)),
);

function budgetLine(used: number | undefined, total: number | undefined): string | undefined {
  return used === undefined || total === undefined
    ? undefined
    : `${says.spent} ${used} of ${total} ${says.usd}`;
}

/** Which hook ran. */
function hookHeading(attachment: JsonObject): string | undefined {
  const name = textOf(attachment.hookName) ?? textOf(attachment.hookEvent);
  const command = textOf(attachment.command) ?? textOf(objectOf(attachment.blockingError)?.command);
  const hook = name && command ? `${name} (${command})` : (name ?? command);
  const exitCode = numberOf(attachment.exitCode);
  const outcome = exitCode ? `${says.exitCode} ${exitCode}` : outcomes[wordOf(attachment.type)];
  return hook && outcome ? `${hook}, ${outcome}` : (hook ?? outcome);
}

const outcomes: Readonly<Record<string, string>> = {
  hook_blocking_error: says.blocked,
  hook_cancelled: says.cancelled,
  hook_non_blocking_error: says.failed,
};

function labelled(label: string, value: unknown): string | undefined {
  const names = (listOf(value) ?? [value]).flatMap((item) => stringOf(item) ?? []);
  return names.length > 0 ? `${label}: ${names.join(", ")}` : undefined;
}
