import { type Part, present, type ToolCall, type Usage } from "@chatexport/core";
import { objectOf, parseJson, textOf } from "@chatexport/core/read";
import { addNative, begunCall, type Fate, type Fields } from "@chatexport/core/source";
import { contentIn, partOf } from "./content.js";
import type { Conversation, Readers } from "./conversation.js";
import { keepOther } from "./prompts.js";
import type { KimiRecord } from "./record.js";
import { applyDecision } from "./results.js";
import { detailsOf } from "./tools.js";

/** A request to the model begins. Its answer begins with the first part, if one comes. */
function readStep(record: KimiRecord, conversation: Conversation): Fate {
  const id = record.fields.text("uuid") ?? "";
  const before = conversation.steps.get(id);
  if (before?.begin && !before.message) conversation.draft.leaveOut(before.begin, "unanswered");
  conversation.setStep(id, { begin: record });
  record.fields.number("n");
  return "later";
}

/** A part of an answer. Kimi CLI may write a text in pieces. */
function readContent(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const block = fields.object("part");
  const id = fields.text("stepUuid");
  const [part] = partOf(block ?? fields, conversation.folder, "tool");
  if (!part) return { skipped: "empty" };
  const answer = conversation.answer(record, id);
  const last = answer.parts.at(-1);
  const isPiece = !block && last?.type === part.type && "text" in part && "text" in last;
  if (isPiece && (part.type === "text" || !("encrypted" in last)))
    Object.assign(last, { ...part, text: `${last.text ?? ""}${part.text ?? ""}` });
  else answer.parts.push(part);
  return { kept: answer };
}

/** A call of a tool. */
function readCall(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const stepId = fields.text("stepUuid");
  const plan = textOf(objectOf(objectOf(record.raw.event)?.display)?.plan);
  const call = callIn(fields, plan);
  if (!call) return "unknown";
  const title = call.title ?? (call.kind === "other" ? fields.text("description") : undefined);
  Object.assign(call, present({ title, startedAt: record.createdAt }));
  conversation.addCall(call);
  conversation.answer(record, stepId).parts.push(call);
  applyDecision(call, conversation);
  return { kept: call };
}

/** Arguments come in pieces while the model writes them; others may write in between. */
function readPiece({ fields }: KimiRecord, conversation: Conversation): Fate {
  const call = conversation.lastCall;
  const piece = fields.string("arguments_part");
  if (!call || piece === undefined) return "unknown";
  setArguments(call, `${call.rawInput ?? ""}${piece}`);
  return { kept: call };
}

function setArguments(call: ToolCall, text: string): void {
  const input = parseJson(text);
  if (input === undefined) call.rawInput = text;
  else {
    delete call.rawInput;
    Object.assign(call, { input, ...detailsOf(call.name, input) });
  }
}

/** A call as one of the records has it: with arguments, or with a JSON text of them. */
function callIn(fields: Fields, plan?: string): ToolCall | undefined {
  const made = fields.object("function") ?? fields;
  const id = fields.text("toolCallId", "id");
  const name = made.text("name");
  if (id === undefined || name === undefined) return undefined;
  fields.word(["function"], "type");
  const input = fields.json("args");
  const written = input === undefined ? made.string("arguments") : undefined;
  const server = /^mcp__(\w{1,80}?)__/.exec(name)?.[1];
  return begunCall({ id, name, server, input, written }, (tool, told) =>
    detailsOf(tool, plan === undefined ? told : { ...objectOf(told), plan }),
  );
}

/** Reads the outcome of a request, and its tokens, which a record of their own may have told before. */
function readEnd({ fields, createdAt }: KimiRecord, conversation: Conversation): Fate {
  const { draft, spare, steps } = conversation;
  const { begin, message } = steps.get(fields.text("uuid") ?? "") ?? {};
  const counts = fields.object("usage");
  const usage = counts && usageOf(counts);
  if (!message) return { skipped: "unanswered" };
  const told = spare.findIndex(
    (one) => begin && one.record.at > begin.at && (!usage || isSame(one.usage, usage)),
  );
  const [own] = told === -1 ? [] : spare.splice(told, 1);
  if (own) draft.keep(own.record, message);
  const stopReason = fields.text("finishReason");
  const responseId = fields.text("messageId");
  const ended = { usage: usage ?? own?.usage, stopReason, responseId, completedAt: createdAt };
  Object.assign(message, present(ended));
  return { kept: message };
}

/** The tokens of a request, which the end of its answer has mostly, too. */
function readUsage(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const counts = fields.object("usage");
  if (!counts) return "unknown";
  const usage = usageOf(counts);
  fields.word(["turn", "session"], "usageScope");
  const { alias } = conversation;
  const isAlias = (name: unknown) => name === (alias ?? textOf(name));
  const model = textOf(fields.fitting("model", isAlias));
  const answer = conversation.lastStep?.message;
  if (!answer?.usage || !isSame(answer.usage, usage) || conversation.compaction) {
    conversation.spare.push({ record, usage });
    return "later";
  }
  Object.assign(answer, present({ model: answer.model ?? model }));
  return { kept: answer };
}

function isSame(one: Usage, other: Usage): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The state of Kimi CLI after a request: its tokens, and the mode. */
function readStatus(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const plan = fields.flag("plan_mode");
  if (plan !== undefined) conversation.about.mode = plan ? "plan" : undefined;
  const counts = fields.object("token_usage");
  const responseId = fields.text("message_id");
  if (!counts) return { kept: conversation };
  const usage = usageOf(counts);
  const message = conversation.steps.get("")?.message;
  if (message && !message.usage) {
    Object.assign(message, present({ usage, responseId }));
    return { kept: message };
  }
  conversation.spare.push({ record, usage });
  return "later";
}

/** An answer in the model's context: mostly one that the log has. */
function readAnswer(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const said = contentIn(fields, "content", conversation.folder, "tool");
  const name = fields.names.includes("toolCalls") ? "toolCalls" : "tool_calls";
  const stored = fields.list(name) ?? [];
  const calls = stored.flatMap((call) => callIn(call) ?? []);
  if ((!said && stored.length === 0) || calls.length < stored.length) return "unknown";
  for (const [at, call] of calls.entries()) addNative(call, stored[at]?.rest());
  const parts: Part[] = [...(said ?? []), ...calls];
  const known = conversation.find({ role: "assistant", parts });
  if (!known) return { kept: conversation.begin(record, "assistant", parts, conversation.about) };
  keepOther(known, said ?? [], record);
  // A log that was cut off lacks calls, or the end of their arguments.
  for (const call of calls) {
    const own = conversation.calls.get(call.id);
    if (!own) {
      conversation.addCall(call);
      known.parts.push(call);
    } else if (own.input === undefined) {
      delete own.rawInput;
      Object.assign(own, { input: call.input, ...detailsOf(call.name, call.input) });
    }
  }
  return { kept: known };
}

/** Readers of records with answers and calls. */
export const answers = {
  "StepBegin step.begin": readStep,
  "ContentPart content.part": readContent,
  "ToolCall tool.call": readCall,
  ToolCallPart: readPiece,
  "step.end": readEnd,
  "usage.record": readUsage,
  StatusUpdate: readStatus,
  "message/assistant": readAnswer,
} satisfies Readers;

/** The tokens of an answer, of which both programs count what came from the cache, or went there, beside the rest. */
function usageOf(counts: Fields): Usage {
  const other = counts.number("inputOther", "input_other");
  const read = counts.number("inputCacheRead", "input_cache_read");
  const written = counts.number("inputCacheCreation", "input_cache_creation");
  return present<Usage>({
    inputTokens: other === undefined ? undefined : other + (read ?? 0) + (written ?? 0),
    outputTokens: counts.number("output"),
    cacheReadTokens: read,
    cacheWriteTokens: written,
  });
}
