import type { ToolCall } from "@chatexport/core";
import type { Fate, Fields } from "@chatexport/core/source";
import { addEnd, addStart, callOf, outcomeOf, takeRepeated } from "./calls.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent } from "./event.js";
import { addFeedback } from "./read-reply.js";
import type { Reading } from "./reading.js";

/** Begins a call, or adds to one that the model's answer names. */
export function readCallStart(event: CliEvent, conversation: Conversation, reading: Reading): Fate {
  const { fields: data, createdAt } = event;
  const id = data.text("toolCallId") ?? event.id;
  const known = reading.calls.get(id);
  data.word(["function", "custom"], "type");
  const call = known ?? callOf(data, id, createdAt);
  addStart(call, data, createdAt);
  takeRepeated(data, call);
  reading.calls.set(id, call);
  // A person may run a command, too.
  if (!known && event.type === "tool.user_requested") conversation.begin(event, "user", [call]);
  else if (!known) conversation.lastAnswer(event).parts.push(call);
  addModel(call, data, reading);
  return { kept: call };
}

/** Adds the model that made a call to its answer, which older versions do not name (1.0.10). */
function addModel(call: ToolCall, data: Fields, { answers }: Reading): void {
  const model = data.text("model");
  const answer = answers.get(call);
  if (model === undefined) return;
  if (answer) answer.model ??= model;
  if (answer?.model !== model) call.native = { ...call.native, model };
}

/** Ends a call with its result; without the call, the result is a message of its own. */
export function readCallEnd(event: CliEvent, conversation: Conversation, reading: Reading): Fate {
  const { fields: data, createdAt } = event;
  const toolCallId = data.text("toolCallId") ?? "";
  const call = reading.calls.get(toolCallId);
  if (call) {
    takeRepeated(data, call);
    data.word([call.name], "tool_name");
    addEnd(call, data, createdAt, reading.assets);
    addModel(call, data, reading);
    addFeedback(call, reading);
    return { kept: call };
  }
  const { result } = outcomeOf(data, undefined, reading.assets);
  return conversation.add(event, { type: "tool-result", toolCallId, result });
}
