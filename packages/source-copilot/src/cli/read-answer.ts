import { type Citation, type JsonObject, nonEmpty, type Part, present } from "@chatexport/core";
import { nameSet, numberOf, objectOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import { unread } from "../fields.js";
import { callOf } from "./calls.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent, Fate } from "./event.js";
import type { Reading } from "./reading.js";
import { usageOf } from "./usage.js";

/** Adds a message of the model; one response may be in several pieces. */
export function readAnswer(event: CliEvent, conversation: Conversation, reading: Reading): Fate {
  const { data } = event;
  const parts = [...reasoningParts(data, conversation), ...saidParts(data)];
  for (const [index, request] of objectsOf(data.toolRequests).entries()) {
    const id = textOf(request.toolCallId) ?? `${event.id}-${index}`;
    const known = reading.calls.get(id);
    const call = known ?? callOf(request, id);
    if (known) continue;
    reading.calls.set(id, call);
    parts.push(call);
    const native = unread(request, requestFields);
    if (native) call.native = { ...call.native, ...native };
  }
  const callId = textOf(data.apiCallId);
  const isPiece = (numberOf(data.chunkIndex) ?? 0) > 0;
  const before = isPiece && callId !== undefined ? conversation.responses.get(callId) : undefined;
  if (before) {
    before.parts.push(...parts);
    before.fragments = [
      ...(before.fragments ?? []),
      present({ id: event.id, createdAt: event.createdAt }),
    ];
  }
  const message = before ?? conversation.begin(event, "assistant", parts);
  Object.assign(message, present({ model: textOf(data.model) ?? message.model }));
  for (const part of parts) if (part.type === "tool-call") reading.answers.set(part, message);
  if (conversation.agentId === undefined) reading.model = reading.nextModel ?? reading.model;
  const native = unread(data, answerFields);
  if (native) message.native = { ...message.native, ...native };
  const outputTokens = numberOf(data.outputTokens);
  if (outputTokens !== undefined) message.usage ??= { outputTokens };
  if (callId === undefined) return "kept";
  conversation.responses.set(callId, message);
  const usage = conversation.pendingUsage.get(callId);
  if (!usage) return "kept";
  message.usage = usage;
  conversation.pendingUsage.delete(callId);
  conversation.tally.keep();
  return "kept";
}

const requestFields = nameSet(
  "toolCallId name arguments type intentionSummary mcpServerName mcpToolName",
);

const answerFields = nameSet(
  "content toolRequests model reasoningText reasoningOpaque encryptedContent outputTokens citations",
);

function reasoningParts(data: JsonObject, conversation: Conversation): Part[] {
  const text = textOf(data.reasoningText);
  const encrypted = textOf(data.encryptedContent);
  const signature = textOf(data.reasoningOpaque);
  if (conversation.reasoning && text?.includes(conversation.reasoning.text)) {
    conversation.reasoning = undefined;
    conversation.tally.skip("repeated");
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

function saidParts(data: JsonObject): Part[] {
  const text = stringOf(data.content) ?? "";
  if (text === "") return [];
  const cited = objectOf(data.citations) ?? {};
  const sources = objectsOf(cited.sources).map((source) =>
    present<Citation>({
      url: textOf(source.url) ?? textOf(source.uri),
      title: textOf(source.title),
      native: unread(source, nameSet("url uri title")),
    }),
  );
  const native = unread(cited, nameSet("sources"));
  return [present({ type: "text", text, citations: nonEmpty(sources), native })];
}

/** Keeps reasoning until it shows whether the message after it repeats it. */
export function readReasoning(event: CliEvent, conversation: Conversation): Fate {
  conversation.settleReasoning();
  const text = textOf(event.data.content);
  if (text === undefined) return { skipped: "empty" };
  conversation.reasoning = { event, text };
  return "pending";
}

/** Adds the tokens of a call of the model to its answer, which mostly comes after them. */
export function readUsage({ data }: CliEvent, conversation: Conversation): Fate {
  const counts = objectOf(data.usage);
  const usage = usageOf(counts);
  const callId = textOf(counts?.apiCallId);
  if (!usage || callId === undefined) return { skipped: "usage-of-no-answer" };
  const answer = conversation.responses.get(callId);
  if (!answer) {
    if (conversation.pendingUsage.has(callId)) conversation.tally.skip("usage-of-no-answer");
    conversation.pendingUsage.set(callId, usage);
    return "pending";
  }
  if (answer.usage?.inputTokens !== undefined) return { skipped: "repeated-usage" };
  answer.usage = usage;
  return "kept";
}
