import {
  type CompactionPart,
  defined,
  type JsonObject,
  type Message,
  type NoticePart,
  type Part,
  present,
  type ToolCall,
} from "@chatexport/core";
import { objectOf, parseJson, textOf } from "@chatexport/core/read";
import {
  begunCall,
  type Fate,
  keepRest,
  recordReaders,
  type StoredRecord,
  sumOfUsage,
} from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";
import type { Reading } from "./reading.js";
import { detailsOf } from "./tools.js";
import { requestUsage } from "./usage.js";

/** The texts that this source adds itself. */
export const says = { interrupted: "The request was cancelled.", command: "execute_command" };

/** Something that a person saw, as a record. */
export function shownRecord(raw: JsonObject, index: number): StoredRecord {
  const fields = fieldsOf(raw);
  const type = fields.word(["say", "ask"], "type") ?? "none";
  const kind = fields.text(type) ?? "none";
  const createdAt = fields.time("ts");
  const [own, at] = [`${type}/${kind}`, `ui/${index}`];
  return present<StoredRecord>({ type: own, at, createdAt, fields, raw });
}

const repeated = { skipped: "repeated" };

/** Adds what a person saw to a task, where the messages of the model do not have it. */
export const readShown = recordReaders<StoredRecord, [Reading]>({
  "say/api_req_started": readRequest,
  "say/task say/user_feedback": (record, reading) => readText(record, "user", reading),
  "say/text say/completion_result ask/completion_result": (record, reading) =>
    readText(record, "assistant", reading),
  "say/reasoning": (record, reading) => readText(record, "assistant", reading, "reasoning"),
  "ask/followup ask/plan_mode_respond say/plan_mode_respond": readQuestion,
  "say/tool ask/tool say/command ask/command ask/use_mcp_server say/use_mcp_server": readCall,
  "say/command_output ask/command_output say/mcp_server_response say/browser_action_result":
    readOutput,
  "say/browser_action ask/browser_action_launch say/browser_action_launch": readCall,
  "say/error say/diff_error say/rooignore_error say/clineignore_error say/condense_context_error":
    readNotice,
  "ask/mistake_limit_reached ask/api_req_failed say/too_many_tools_warning say/info": readNotice,
  "say/subtask_result say/shell_integration_warning ask/auto_approval_max_req_reached": readNotice,
  "say/condense_context say/sliding_window_truncation": readCompaction,
  "say/checkpoint_created say/checkpoint_saved say/task_progress say/user_edit_todos": bookkeeping,
  "say/api_req_finished say/api_req_retried say/api_req_retry_delayed": bookkeeping,
  "say/api_req_rate_limit_wait say/api_req_deleted say/deleted_api_reqs say/mcp_server_request_started":
    bookkeeping,
  "ask/resume_task ask/resume_completed_task": bookkeeping,
  "say/user_feedback_diff say/image say/codebase_search_result": readRepeated,
});

/** A request: the tokens and the cost of the answer before it. */
function readRequest({ fields, createdAt }: StoredRecord, reading: Reading): Fate {
  const stored = fields.made((text) => objectOf(parseJson(text)), "text");
  if (!stored) return "unknown";
  const request = fieldsOf(stored);
  const usage = requestUsage(request);
  const cancelled = request.text("cancelReason");
  const failure = request.text("streamingFailedMessage");
  const answer = reading.answer;
  const info = fields.object("modelInfo");
  const model = present({ model: info?.text("modelId"), provider: info?.text("providerId") });
  if (answer) Object.assign(answer, model);
  if (answer && !answer.usage) {
    if (Object.keys(usage).length > 0) answer.usage = usage;
    if (!answer.createdAt && createdAt)
      Object.assign(answer, { createdAt, createdAtFrom: "inferred" });
  }
  reading.usage = reading.usage ? sumOfUsage(reading.usage, usage) : usage;
  if (cancelled ?? failure) {
    const level = failure ? "error" : "warning";
    const text = failure ?? says.interrupted;
    const part = present<NoticePart>({ type: "notice", level, text, code: cancelled });
    const notice = { type: "notice", at: "ui", createdAt, fields, raw: stored };
    reading.begin(present<StoredRecord>(notice), "system", [part]);
  }
  // What was sent stands in the messages of the model, where these are stored.
  if (reading.hasMessages) request.text("request");
  const holder = answer ?? reading;
  keepRest(holder, request, "request", reading.draft.tally);
  return { kept: holder };
}

/** Reads the words of somebody, unless the messages of the model have them. */
function readText(
  record: StoredRecord,
  role: Message["role"],
  reading: Reading,
  type: "text" | "reasoning" = "text",
): Fate {
  const text = record.fields.string("text");
  if (text === undefined) return record.fields.names.includes("text") ? "unknown" : repeated;
  if (text.trim() === "" || reading.hasSaid(text)) return repeated;
  // The first thing that is said is the task, also where it is called a text.
  const isTask = !reading.hasMessages && reading.draft.messages.length === 0 && type === "text";
  return { kept: reading.begin(record, isTask ? "user" : role, [{ type, text }]) };
}

/** Leaves out what the tool showed of its own work. */
function bookkeeping({ fields }: StoredRecord): Fate {
  fields.string("text");
  return { skipped: "bookkeeping" };
}

/** Something that the messages of the model always have; where these are gone, it stays as it is. */
function readRepeated({ fields }: StoredRecord, { hasMessages }: Reading): Fate {
  fields.string("text");
  return hasMessages ? repeated : "unknown";
}

/** A question or an answer in a plan, as JSON. */
function readQuestion(record: StoredRecord, reading: Reading): Fate {
  const text = record.fields.text("text");
  if (reading.hasMessages) return repeated;
  const asked = objectOf(parseJson(text));
  const said = textOf(asked?.question) ?? textOf(asked?.response) ?? text;
  if (said === undefined) return "unknown";
  const part: Part = present({ type: "text", text: said, native: asked });
  return { kept: reading.begin(record, "assistant", [part]) };
}

/** A call, as a person saw it; the messages of the model have it with its result. */
function readCall(record: StoredRecord, reading: Reading): Fate {
  const { fields, at, createdAt, type } = record;
  const text = fields.text("text");
  if (reading.hasMessages) return repeated;
  if (text === undefined) return "unknown";
  const input = parseJson(text);
  const own = objectOf(input);
  const isCommand = type.endsWith("/command");
  const name = isCommand
    ? "execute_command"
    : (textOf(own?.tool) ?? textOf(own?.toolName) ?? type.split("/")[1] ?? "");
  const given = isCommand ? { command: text } : (input ?? text);
  const call = begunCall({ id: `call-${at}`.replace("/", "-"), name, input: given }, () =>
    detailsOf(shownTools[name] ?? name, given),
  );
  const begun: ToolCall = { ...call, ...defined({ startedAt: createdAt }), status: "unknown" };
  return { kept: reading.begin(record, "assistant", [begun]) };
}

/** Names of tools as a person saw them, and as the model calls them. */
const shownTools: Readonly<Record<string, string>> = {
  editedExistingFile: "replace_in_file",
  appliedDiff: "replace_in_file",
  newFileCreated: "write_to_file",
  readFile: "read_file",
  listFilesTopLevel: "list_files",
  listFilesRecursive: "list_files",
  searchFiles: "search_files",
  newTask: "new_task",
};

/** Reads the output of a command: the result of the call before it. */
function readOutput(record: StoredRecord, reading: Reading): Fate {
  const text = record.fields.string("text");
  if (reading.hasMessages) return repeated;
  const call = [...reading.calls.values()].at(-1);
  if (text === undefined) return "unknown";
  if (!call)
    return { kept: reading.begin(record, "system", [{ type: "text", text, synthetic: "output" }]) };
  call.result ??= { content: [], isError: false };
  call.status = "completed";
  if (text !== "") call.result.content.push({ type: "text", text });
  return { kept: call.result };
}

/** Something that went wrong, or that the tool said. */
function readNotice(record: StoredRecord, reading: Reading): Fate {
  const text = record.fields.string("text");
  if (text === undefined && record.fields.names.includes("text")) return "unknown";
  if (text === undefined || text === "") return bookkeeping(record);
  if (reading.hasSaid(text)) return repeated;
  const kind = record.type.split("/")[1] ?? "";
  const level = /error|failed|mistake/.test(kind) ? "error" : "info";
  return { kept: reading.begin(record, "system", [{ type: "notice", level, text, code: kind }]) };
}

/** A summary that took the place of messages. */
function readCompaction(record: StoredRecord, reading: Reading): Fate {
  const told = record.fields.object("contextCondense") ?? record.fields.object("contextTruncation");
  if (!told)
    return record.fields.names.some((name) => /^context/.test(name))
      ? "unknown"
      : bookkeeping(record);
  const summary = told.text("summary");
  if (summary !== undefined && reading.hasSaid(summary)) return repeated;
  const part = present<CompactionPart>({
    type: "compaction",
    summary,
    tokensBefore: told.number("prevContextTokens"),
    tokensAfter: told.number("newContextTokens"),
  });
  return { kept: reading.begin(record, "system", [part]) };
}
