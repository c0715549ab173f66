import { isDeepStrictEqual } from "node:util";
import {
  type CompactionPart,
  defined,
  type Json,
  type JsonObject,
  type NoticePart,
  type Part,
  present,
  type ToolCall,
  type ToolDefinition,
  type ToolResult,
} from "@chatexport/core";
import { objectOf, parseJson } from "@chatexport/core/read";
import {
  addNative,
  begunCall,
  endCall,
  type Fate,
  type Fields,
  recordReaders,
} from "@chatexport/core/source";
import { partsIn, reasoningIn } from "./content.js";
import type { Conversation, Event } from "./conversation.js";
import { says } from "./says.js";
import { detailsOf } from "./tools.js";

/** Adds what an event says to its conversation. */
export const readEvent = recordReaders<Event, [Conversation]>({
  SystemPromptEvent: readInstructions,
  MessageEvent: readMessage,
  ActionEvent: readAction,
  "ObservationEvent UserRejectObservation AgentErrorEvent": readResult,
  ACPToolCallEvent: readForeignCall,
  "Condensation CondensationSummaryEvent": readSummary,
  "PauseEvent InterruptEvent": (event, conversation) =>
    notice(event, conversation, "warning", says.interrupted),
  "ConversationErrorEvent ServerErrorEvent": (event, conversation) => {
    const detail = event.fields.text("detail");
    if (detail === undefined) return "unknown";
    return notice(event, conversation, "error", detail, event.fields.text("code"));
  },
  HookExecutionEvent: readHook,
  CondensationRequest: { skipped: "request-for-summary" },
  ConversationStateUpdateEvent: { skipped: "state-of-run" },
  LLMCompletionLogEvent: { skipped: "log" },
  "StreamingDeltaEvent TokenEvent": { skipped: "piece-of-answer" },
});

function notice(
  event: Event,
  conversation: Conversation,
  level: NoticePart["level"],
  text: string,
  code?: string,
): Fate {
  event.fields.text("source");
  const part = present<NoticePart>({ type: "notice", level, text, code });
  return { kept: conversation.begin(event, "system", [part]) };
}

/** The system prompt, and the tools that the model can call. */
function readInstructions(event: Event, conversation: Conversation): Fate {
  const { fields } = event;
  const prompt = fields.object("system_prompt");
  const text = prompt?.string("text");
  if (text === undefined) return "unknown";
  prompt?.text("type");
  const parts: Part[] = [{ type: "text", text, synthetic: "instructions" }];
  const context = fields.object("dynamic_context");
  const added = context?.text("text");
  context?.text("type");
  if (added !== undefined) parts.push({ type: "text", text: added, synthetic: "context" });
  for (const tool of fields.objects("tools")) {
    const name = tool.text("name", "title", "kind");
    if (name === undefined) continue;
    const description = tool.text("description");
    const inputSchema = tool.object("input_schema")?.all();
    const definition = present<ToolDefinition>({ name, description, inputSchema });
    const native = tool.rest();
    conversation.tools.set(name, native ? { ...definition, native } : definition);
  }
  fields.text("source");
  const message = conversation.begin(event, "system", parts, { synthetic: "instructions" });
  return { kept: message };
}

/** Reads a prompt, an answer, or what the tool says in the name of either. */
function readMessage(event: Event, conversation: Conversation): Fate {
  const { fields } = event;
  const said = fields.object("llm_message");
  const parts = said && partsIn(said, "content");
  const role = said?.word(["user", "assistant", "system"], "role");
  if (!parts || role === undefined) return "unknown";
  const source = fields.word(["user", "agent", "environment", "hook"], "source");
  const added = partsIn(fields, "extended_content", "context") ?? [];
  // Sent and stored with the text of before.
  said?.text("name");
  if (role !== "assistant") {
    const isTyped = role === "user" && (source ?? "user") === "user";
    const by = source === "hook" ? "hook" : "context";
    const all = [...parts, ...added];
    return {
      kept: isTyped
        ? conversation.begin(event, "user", all)
        : conversation.begin(event, "system", all.map(injectedAs(by)), { synthetic: by }),
    };
  }
  const message = conversation.answer(event, fields.text("llm_response_id"));
  message.parts.push(...reasoningIn(said), ...parts, ...added);
  return { kept: message };
}

function injectedAs(synthetic: "context" | "hook") {
  return (part: Part): Part => (part.type === "text" ? { ...part, synthetic } : part);
}

/** Reads a call, with the thought before it. */
function readAction(event: Event, conversation: Conversation): Fate {
  const { fields } = event;
  const call = callIn(fields);
  const thought = partsIn(fields, "thought") ?? [];
  if (!call) return "unknown";
  fields.text("source");
  const message = conversation.answer(event, fields.text("llm_response_id"));
  message.parts.push(...reasoningIn(fields), ...thought, call);
  conversation.calls.set(call.id, call);
  return { kept: call };
}

/** The call as the model wrote it; without its arguments, as the tool understood it. */
function callIn(fields: Fields): ToolCall | undefined {
  const written = fields.object("tool_call");
  const name = fields.text("tool_name") ?? written?.text("name");
  const id = fields.text("tool_call_id") ?? written?.text("id");
  if (id === undefined || name === undefined) return undefined;
  written?.fitting("id", (value) => value === id);
  written?.fitting("name", (value) => value === name);
  const text = written?.string("arguments");
  const input = parseJson(text) ?? text ?? fields.json("action");
  if (text !== undefined) takeRepeated(fields.object("action"), input);
  const title = fields.text("summary");
  return { ...begunCall({ id, name, input }, detailsOf), ...defined({ title }) };
}

/** Takes what the tool has understood of the arguments, where that is the same; the type is the name of the tool. */
function takeRepeated(action: Fields | undefined, input: Json | undefined): void {
  action?.text("kind");
  for (const [name, value] of Object.entries(objectOf(input) ?? {}))
    action?.fitting(name, (own) => isDeepStrictEqual(own, value));
}

/** Ends a call with its result; without the call, the result is a message of its own. */
function readResult(event: Event, conversation: Conversation): Fate {
  const { fields, createdAt, type } = event;
  const toolCallId = fields.text("tool_call_id");
  const call = conversation.calls.get(toolCallId ?? "");
  const result = resultIn(fields, type, objectOf(call?.input));
  if (!result || toolCallId === undefined) return "unknown";
  fields.text("source");
  fields.text("action_id");
  fields.fitting("tool_name", (name) => name === call?.name);
  const isFailed = result.isError || (result.exitCode ?? 0) !== 0;
  const status = type === "UserRejectObservation" ? "rejected" : isFailed ? "failed" : "completed";
  const orphan = endCall(call, toolCallId, result, { status, completedAt: createdAt });
  return { kept: orphan ? conversation.begin(event, "system", [orphan]) : result };
}

function resultIn(fields: Fields, type: string, asked: JsonObject = {}): ToolResult | undefined {
  if (type !== "ObservationEvent") {
    const text = fields.text("rejection_reason", "error");
    return text === undefined
      ? undefined
      : { content: [{ type: "text", text }], isError: type === "AgentErrorEvent" };
  }
  const observation = fields.object("observation");
  const content = observation && partsIn(observation, "content");
  if (!content) return undefined;
  const exitCode = observation.number("exit_code");
  for (const [name, own] of Object.entries(repeated))
    observation.fitting(name, (value) => value === asked[own]);
  const metadata = observation.object("metadata");
  metadata?.fitting("exit_code", (value) => value === exitCode || value === -1);
  metadata?.fitting("pid", (value) => value === -1);
  return present<ToolResult>({
    content,
    isError: observation.flag("is_error") ?? false,
    // A command that has not ended has -1.
    exitCode: exitCode === -1 ? undefined : exitCode,
    truncated: observation.flag("truncated") || undefined,
  });
}

/** Arguments of a call that its observation repeats, by their names in that. */
const repeated: Readonly<Record<string, string>> = {
  command: "command",
  path: "path",
  pattern: "pattern",
  search_path: "path",
  include_pattern: "include",
};

const statuses: Readonly<Record<string, ToolCall["status"]>> = {
  completed: "completed",
  failed: "failed",
};

/** Reads a call of another agent that OpenHands drives; it is told again when it goes on. */
function readForeignCall(event: Event, conversation: Conversation): Fate {
  const { fields, createdAt } = event;
  const [id, title] = [fields.text("tool_call_id"), fields.text("title")];
  if (id === undefined || title === undefined) return "unknown";
  fields.text("source");
  const known = conversation.calls.get(id);
  const call =
    known ?? begunCall({ id, name: fields.text("tool_kind") ?? title }, () => ({ kind: "other" }));
  const input = fields.json("raw_input");
  const output = fields.json("raw_output");
  const content = fields.json("content");
  const isError = fields.flag("is_error") ?? false;
  const status = isError ? "failed" : statuses[fields.text("status") ?? ""];
  Object.assign(call, present({ input, title, ...(status && { status, completedAt: createdAt }) }));
  if (output !== undefined || content !== undefined) {
    const result: ToolResult = call.result ?? { content: [], isError };
    if (typeof output === "string") result.content = [{ type: "text", text: output }];
    else if (output !== undefined) result.output = output;
    addNative(result, present({ content }));
    call.result = result;
  }
  if (!known) {
    conversation.begin(event, "assistant", [call]);
    conversation.calls.set(id, call);
  }
  return { kept: call };
}

/** Reads a summary of events that the model is no longer sent. */
function readSummary(event: Event, conversation: Conversation): Fate {
  const { fields } = event;
  const summary = fields.text("summary");
  fields.text("source");
  const { model, ...counts } = conversation.usages.get(fields.text("llm_response_id") ?? "") ?? {};
  const usage = Object.keys(counts).length > 0 ? counts : undefined;
  const part = present<CompactionPart>({ type: "compaction", summary });
  return { kept: conversation.begin(event, "system", [part], { model, usage }) };
}

/** Reads what a hook printed, or why it stopped the agent. */
function readHook(event: Event, conversation: Conversation): Fate {
  const { fields } = event;
  const text = fields.text("reason", "additional_context", "stdout", "stderr") ?? says.hook;
  fields.text("source");
  const part: Part = { type: "text", text, synthetic: "hook" };
  return { kept: conversation.begin(event, "system", [part], { synthetic: "hook" }) };
}
