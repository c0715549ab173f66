import { type JsonObject, type Part, present, type ToolResult } from "@chatexport/core";
import {
  endCall,
  type Fate,
  type MessageFacts,
  recordReaders,
  type StoredRecord,
} from "@chatexport/core/source";
import { partsIn } from "./content.js";
import type { Conversation } from "./conversation.js";
import { fieldsOf } from "./fields.js";
import { typedIn } from "./listed.js";
import { says } from "./says.js";
import { todosIn } from "./tools.js";

/** A record of a session. The type of a message has its role: "message/user". */
export interface DroidRecord extends StoredRecord {
  /** The record before it. */
  parentId?: string;
}

/** A record from its line. */
export function recordOf(raw: JsonObject, at: number): DroidRecord {
  const envelope = fieldsOf(raw);
  const own = envelope.text("type") ?? "none";
  const message = own === "message" ? envelope.object("message") : undefined;
  return present<DroidRecord>({
    id: envelope.text("id"),
    parentId: envelope.text("parentId"),
    createdAt: envelope.time("timestamp"),
    type: message ? `message/${message.text("role") ?? "none"}` : own,
    at,
    fields: message ?? envelope,
    envelope,
    raw,
  });
}

/** Adds what a record says to its session. */
export const readRecord = recordReaders<DroidRecord, [Conversation]>({
  session_start: ({ fields }, conversation) => {
    for (const name of ["title", "sessionTitle", "cwd", "parent", "callingSessionId"])
      fields.text(name);
    return { kept: conversation };
  },
  "message/user": readUser,
  "message/assistant": readAnswer,
  todo_state: ({ fields }, conversation) => {
    const todos = fields.made(todosIn, "todos");
    if (!todos) return "unknown";
    conversation.todos = todos;
    return { kept: conversation };
  },
  compaction_state: readCompaction,
  agent_turn_outcome: readOutcome,
  session_settings: (_, conversation) => ({ kept: conversation }),
});

/** Reads a prompt, results of calls, or what the tool says to the model or the user alone. */
function readUser(record: DroidRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const blocks = partsIn(fields);
  if (!blocks) return "unknown";
  const visibility = fields.word(["llm_only", "user_only"], "visibility");
  const results = blocks.filter((part) => part.type === "tool-result");
  const parts: Part[] = blocks.filter((part) => part.type !== "tool-result");
  const ended = results.map((part) => {
    const call = conversation.calls.get(part.toolCallId);
    if (!call || call.kind === "execute") readCommandOutput(part.result);
    const { native, result, toolCallId } = part;
    if (endCall(call, toolCallId, result, { completedAt: record.createdAt })) {
      parts.push(part);
      return part;
    }
    if (native) result.native = native;
    return result;
  });
  const [onlyResult] = ended;
  if (parts.length === 0 && onlyResult) return { kept: onlyResult };
  const { draft } = conversation;
  // Whatever comes next follows the record before a note.
  if (visibility === "user_only")
    return { kept: draft.write(record, "system", parts.map(noticeOf)) };
  const isTool = visibility !== undefined || parts.every((part) => part.type === "tool-result");
  const told = parts.flatMap((part) => toldIn(part, visibility));
  const more: MessageFacts = {
    mode: fields.text("interactionMode"),
    synthetic: visibility && "context",
  };
  return { kept: conversation.begin(record, isTool ? "system" : "user", told, more) };
}

/**
 * Takes what the tool wrote around the output of a command out of a result: its exit code, and the file that has
 * the whole output where only a part is here.
 */
function readCommandOutput(result: ToolResult): void {
  const part = result.content.findLast(({ type }) => type === "text");
  if (part?.type !== "text") return;
  const [, failed, rest = ""] = beginning.exec(part.text) ?? [];
  const [end = "", fullOutputPath, code = failed] = ending.exec(rest.slice(-endLength)) ?? [];
  const text = rest.slice(0, rest.length - end.length);
  const exitCode = code === undefined ? undefined : Number(code);
  if (exitCode) result.isError = true;
  const truncated = fullOutputPath === undefined ? undefined : true;
  Object.assign(result, present({ exitCode, truncated, fullOutputPath }));
  if (text === "") result.content = result.content.filter((one) => one !== part);
  else part.text = text;
}

const beginning = /^(?:Error: Command failed \(exit code: (\d{1,5})\)\n)?([\s\S]*)$/;
const ending =
  /(?:\n{1,2}Full command output saved to: ([^\n]{1,2000}) \([^\n()]{1,20}\))?(?:\n{0,3}\[Process exited with code (\d{1,5})\]\s{0,9})?$/;
const endLength = 2200;

/** A text that only the user sees: most say what went wrong. */
function noticeOf(part: Part): Part {
  if (part.type !== "text") return part;
  const level = /\berror\b/i.test(part.text) ? "error" : "info";
  return present({ type: "notice", level, text: part.text, native: part.native });
}

/** A part with what the tool wrote in it apart from what a person did (0.81). */
function toldIn(part: Part, visibility: string | undefined): Part[] {
  if (part.type !== "text") return [part];
  if (visibility !== undefined) return [{ ...part, synthetic: "context" }];
  const { told, typed } = typedIn(part.text);
  if (told === "") return [part];
  const reminder: Part = { ...part, text: told, synthetic: "reminder" };
  return typed === "" ? [reminder] : [reminder, { type: "text", text: typed }];
}

function readAnswer(record: DroidRecord, conversation: Conversation): Fate {
  const { fields, createdAt } = record;
  const parts = partsIn(fields);
  if (!parts) return "unknown";
  const thought = fields.text("chatCompletionReasoningContent");
  const isSaid = parts.some((part) => part.type === "reasoning" && part.text === thought);
  if (thought !== undefined && !isSaid) parts.unshift({ type: "reasoning", text: thought });
  for (const part of parts)
    if (part.type === "tool-call") {
      Object.assign(part, present({ startedAt: createdAt }));
      conversation.calls.set(part.id, part);
    }
  const more: MessageFacts = {
    model: fields.text("modelId"),
    effort: fields.text("reasoningEffort"),
    responseId: fields.text("openaiMessageId"),
  };
  return { kept: conversation.begin(record, "assistant", parts, more) };
}

function readCompaction(record: DroidRecord, conversation: Conversation): Fate {
  const summary = record.fields.text("summaryText");
  if (summary === undefined) return "unknown";
  return { kept: conversation.draft.write(record, "system", [{ type: "compaction", summary }]) };
}

/** Reads how a turn ended; why it failed is said in a message before it. */
function readOutcome(record: DroidRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const reason = fields.text("reason");
  if (reason === "completed") return { skipped: "bookkeeping" };
  if (reason === undefined) return "unknown";
  const part: Part = { type: "notice", level: "warning", text: says.ended, code: reason };
  return { kept: conversation.draft.write(record, "system", [part]) };
}
