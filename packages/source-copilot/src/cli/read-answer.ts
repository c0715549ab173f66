import { type Citation, nonEmpty, type Part, present } from "@chatexport/core";
import { addNative, type Fate, type Fields } from "@chatexport/core/source";
import { callOf, takeRepeated } from "./calls.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent } from "./event.js";
import type { Reading } from "./reading.js";
import { usageOf } from "./usage.js";

/** Adds a message of the model; one response may be in several pieces. */
export function readAnswer(event: CliEvent, conversation: Conversation, reading: Reading): Fate {
  const { fields: data } = event;
  const parts = [...reasoningParts(data, conversation), ...saidParts(data)];
  for (const [index, request] of data.objects("toolRequests").entries()) {
    const id = request.text("toolCallId") ?? `${event.id}-${index}`;
    request.word(["function", "custom"], "type");
    const known = reading.calls.get(id);
    const call = known ?? callOf(request, id);
    takeRepeated(request, call);
    addNative(call, request.rest());
    if (known) continue;
    reading.calls.set(id, call);
    parts.push(call);
  }
  const callId = data.text("apiCallId");
  const isPiece = (data.number("chunkIndex") ?? 0) > 0;
  const before = isPiece && callId !== undefined ? conversation.responses.get(callId) : undefined;
  if (before) {
    before.parts.push(...parts);
    before.fragments = [
      ...(before.fragments ?? []),
      present({ id: event.id, createdAt: event.createdAt }),
    ];
  }
  const message = before ?? conversation.begin(event, "assistant", parts);
  Object.assign(message, present({ model: data.text("model") ?? message.model }));
  for (const part of parts) if (part.type === "tool-call") reading.answers.set(part, message);
  if (conversation.agentId === undefined) reading.model = reading.nextModel ?? reading.model;
  const outputTokens = data.number("outputTokens");
  if (outputTokens !== undefined) message.usage ??= { outputTokens };
  if (callId === undefined) return { kept: message };
  conversation.responses.set(callId, message);
  const pending = conversation.pendingUsage.get(callId);
  if (!pending) return { kept: message };
  message.usage = pending.usage;
  conversation.pendingUsage.delete(callId);
  conversation.draft.keep(pending.event, message);
  return { kept: message };
}

function reasoningParts(data: Fields, conversation: Conversation): Part[] {
  const text = data.text("reasoningText");
  const encrypted = data.text("encryptedContent");
  const signature = data.text("reasoningOpaque");
  if (conversation.reasoning && text?.includes(conversation.reasoning.text)) {
    conversation.draft.leaveOut(conversation.reasoning.event, "repeated");
    conversation.reasoning = undefined;
  }
  conversation.settleReasoning();
  if ((text ?? encrypted ?? signature) === undefined) return [];
  return [
    present({
      type: "reasoning",
      text,
      redacted: text === undefined ? true : undefined,
      encrypted,
      signature,
    }),
  ];
}

function saidParts(data: Fields): Part[] {
  const text = data.text("content");
  if (text === undefined) return [];
  const cited = data.object("citations");
  const sources = (cited?.objects("sources") ?? []).map((source) =>
    present<Citation>({
      url: source.text("url", "uri"),
      title: source.text("title"),
      native: source.rest(),
    }),
  );
  return [present({ type: "text", text, citations: nonEmpty(sources), native: cited?.rest() })];
}

/** Keeps reasoning until it shows whether the message after it repeats it. */
export function readReasoning(event: CliEvent, conversation: Conversation): Fate {
  conversation.settleReasoning();
  const text = event.fields.string("content");
  if (text === undefined) return "unknown";
  if (text === "") return { skipped: "empty" };
  conversation.reasoning = { event, text };
  return "later";
}

/** Adds the tokens of a call of the model to its answer, which mostly comes after them. */
export function readUsage(event: CliEvent, conversation: Conversation): Fate {
  const { fields: data } = event;
  const counts = data.object("usage");
  if (!counts) return "unknown";
  const usage = usageOf(counts);
  const callId = counts.text("apiCallId");
  if (!usage || callId === undefined) return { skipped: "usage-of-no-answer" };
  const answer = conversation.responses.get(callId);
  if (!answer) {
    const before = conversation.pendingUsage.get(callId);
    if (before) conversation.draft.leaveOut(before.event, "usage-of-no-answer");
    conversation.pendingUsage.set(callId, { event, usage });
    return "later";
  }
  if (answer.usage?.inputTokens !== undefined) return { skipped: "repeated-usage" };
  answer.usage = usage;
  return { kept: answer };
}
