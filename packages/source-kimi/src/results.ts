import type { Part, QuestionCall, ToolCall, ToolResult } from "@chatexport/core";
import { objectOf, parseJson, textOf } from "@chatexport/core/read";
import { addNative, endCall, type Fate, type Fields } from "@chatexport/core/source";
import { contentIn } from "./content.js";
import type { Conversation, Readers } from "./conversation.js";
import type { KimiRecord } from "./record.js";

/** The result of a call, as the log has it. */
function readResult(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const id = fields.text("toolCallId", "tool_call_id");
  const returned = fields.object("result") ?? fields.object("return_value");
  const content = returned && contentIn(returned, "output", conversation.folder, "tool");
  if (id === undefined || !returned || !content) return "unknown";
  const message = returned.text("message", "note");
  const isError = returned.flag("is_error", "isError") ?? false;
  const result = resultOf(content, message, isError);
  return { kept: end(id, result, record, conversation) };
}

/** The result of a call, as the model's context has it: mostly the same as in the log. */
function readReturned(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const id = fields.text("toolCallId", "tool_call_id");
  const parts = contentIn(fields, "content", conversation.folder, "tool");
  if (id === undefined || !parts) return "unknown";
  const notes = parts.map((part) => (part.type === "text" ? noteIn(part.text) : undefined));
  const content = parts.filter((_, at) => notes[at] === undefined);
  const [note = ""] = notes.filter((text) => text !== undefined);
  const isError = fields.flag("isError") ?? note.startsWith(failed);
  const message = isError ? note.replace(failed, "") : note;
  const known = conversation.callAt(id)?.result;
  if (!known) {
    const result = resultOf(content, message || fields.text("note"), isError);
    return { kept: end(id, result, record, conversation) };
  }
  const told = JSON.stringify(known);
  const isTold = (text: string) => told.includes(JSON.stringify(text).slice(1, -1));
  const texts = content.flatMap((part) =>
    part.type === "text" ? part.text.replace(agentFacts, "") : [],
  );
  const isSame = [message, ...texts].every((text) => isTold(text) || text === nothing);
  if (!isSame) addNative(known, { context: record.raw });
  else if (isError) addNative(known, { note });
  return { kept: known };
}

/** The words of Kimi CLI to the model when a tool returned nothing. */
const nothing = "Tool output is empty.";
const failed = "ERROR: ";

/** The text of a note of the tool to the model about a result. */
function noteIn(text: string): string | undefined {
  const [open, close] = ["<system>", "</system>"];
  const isNote = text.startsWith(open) && text.endsWith(close);
  return isNote ? text.slice(open.length, -close.length) : undefined;
}

function resultOf(content: Part[], message: string | undefined, isError: boolean): ToolResult {
  const said = content.flatMap((part) => (part.type === "text" ? part.text : []));
  const code = exitCode.exec([message, said.at(-1)?.slice(-200)].join("\n"))?.[1];
  if (message !== undefined && content.length === 0) content.push({ type: "text", text: message });
  const result: ToolResult = { content, isError };
  if (isError && code !== undefined) result.exitCode = Number(code);
  if (message !== undefined && !content.some((part) => "text" in part && part.text === message))
    result.native = { message };
  return result;
}

const exitCode = /exit code:? (\d{1,3})\b/;

function end(
  toolCallId: string,
  result: ToolResult,
  record: KimiRecord,
  conversation: Conversation,
): ToolResult {
  const call = conversation.callAt(toolCallId);
  const orphan = endCall(call, toolCallId, result, { completedAt: record.createdAt });
  if (orphan) conversation.begin(record, "system", [orphan]);
  if (!call || orphan) return result;
  const [first] = result.content;
  const text = first?.type === "text" ? first.text : "";
  const answers = objectOf(objectOf(parseJson(text))?.answers) ?? {};
  if (call.kind === "question") answer(call, (asked) => textOf(answers[asked]));
  if (call.kind === "task") {
    for (const [, id = ""] of text.matchAll(agentId)) conversation.starts.set(id, toolCallId);
    const [header] = agentFacts.exec(text) ?? [];
    if (header !== undefined && first?.type === "text") {
      first.text = text.slice(header.length);
      addNative(result, { header: header.trimEnd() });
    }
  }
  return result;
}

/** The facts about a sub-agent that the tool tells its model before what the sub-agent said. */
const agentFacts = /^agent_id: [^\n]{1,100}\n(?:[a-z_]{1,40}: [^\n]{0,200}\n){0,9}\n\[summary\]\n/;

const agentId = /^agent_id: ([\w-]{1,100})$|\bagent_id="([\w-]{1,100})"/gm;

/** Adds what was answered to the questions of a call. */
function answer(call: QuestionCall, answerTo: (text: string) => string | undefined): void {
  for (const question of call.questions ?? []) {
    const said = answerTo(question.text);
    if (said !== undefined) question.answers = [said];
  }
}

/** The decision of the user, or of a rule, about a call. */
function readDecision(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const id = fields.text("toolCallId");
  if (id === undefined) return "unknown";
  const call = conversation.calls.get(id);
  if (call?.result || !call) {
    conversation.decisions.set(id, record);
    return "later";
  }
  return { kept: decide(call, fields.object("result")) };
}

/** Applies a decision to a call that comes after it. */
export function applyDecision(call: ToolCall, conversation: Conversation): void {
  const record = conversation.decisions.get(call.id);
  if (!record) return;
  conversation.decisions.delete(call.id);
  record.fields.fitting("toolName", (name) => name === call.name);
  record.fields.fitting("action", (action) => action === call.title);
  conversation.draft.keep(record, decide(call, record.fields.object("result")));
}

function decide(call: ToolCall, result: Fields | undefined): ToolCall {
  const decision = result?.word(["approved", "rejected", "cancelled"], "decision");
  if (decision === "rejected") call.rejectedBy = "user";
  return call;
}

/** A request to the user about a call; Kimi Code has records of their own for what was allowed. */
function readRequest({ fields }: KimiRecord, conversation: Conversation): Fate {
  const [id, callId] = [fields.text("id"), fields.text("tool_call_id", "toolCallId")];
  if (id === undefined || callId === undefined) return "unknown";
  const call = conversation.callAt(callId);
  if (!call) return { skipped: "repeated" };
  conversation.requests.set(id, call);
  fields.fitting("sender", (name) => name === call.name);
  const stored = JSON.stringify(objectOf(call.input)?.questions);
  fields.fitting("questions", (questions) => JSON.stringify(questions) === stored);
  return { kept: call };
}

/** The answer of the user to such a request. */
function readResponse({ fields }: KimiRecord, conversation: Conversation): Fate {
  const id = fields.text("request_id", "id");
  if (id === undefined) return "unknown";
  const call = conversation.requests.get(id);
  if (!call) return { skipped: "repeated" };
  const word = fields.word(["approve", "approve_for_session", "reject"], "response");
  if (word === "reject") call.rejectedBy = "user";
  const answers = (fields.object("response") ?? fields).object("answers");
  if (call.kind === "question" && answers) answer(call, (text) => answers.text(text));
  return { kept: call };
}

/** A hook that refused a call. */
function readHook({ fields }: KimiRecord, conversation: Conversation): Fate {
  const action = fields.word(["allow", "block"], "action");
  if (action !== "block") return action ? { skipped: "bookkeeping" } : "unknown";
  const tool = fields.text("target");
  const open = [...conversation.calls.values()].filter(({ result }) => !result);
  const call = open.findLast(({ name }) => name === tool);
  if (call) call.rejectedBy = "hook";
  return { kept: call ?? conversation };
}

/** Readers of records with results, and with decisions about calls. */
export const results = {
  "ToolResult tool.result": readResult,
  "message/tool": readReturned,
  "permission.record_approval_result": readDecision,
  "ApprovalRequest QuestionRequest interaction.request": readRequest,
  "ApprovalResponse ApprovalRequestResolved QuestionResponse interaction.resolved": readResponse,
  HookResolved: readHook,
} satisfies Readers;
