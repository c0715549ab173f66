import { type Json, type JsonObject, type Message, present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../../values/json-text.js";
import { earliestOf, latestOf } from "../../values/times.js";
import { fieldsOf, leftOf } from "../fields.js";

/** Gives a prompt the time of its answer, and an answer the model asked for by its prompt, where they lack it. */
export function completeLine(
  messages: readonly Message[],
  asked: ReadonlyMap<string, string>,
): void {
  let model: string | undefined;
  for (const message of messages) {
    if (message.role === "user") model = asked.get(message.id) ?? model;
    else if (message.role === "assistant" && model !== undefined) message.model ??= model;
  }
  let next: string | undefined;
  for (const message of messages.toReversed()) {
    if (message.role === "assistant") next = message.createdAt ?? next;
    if (message.role !== "user") continue;
    if (message.createdAt === undefined && next !== undefined) {
      message.createdAt = next;
      message.createdAtFrom = "inferred";
    }
    next = undefined;
  }
}

/**
 * The line with calls of the rest that were stopped or refused, which Cursor drops from its own list, at their
 * times, behind equal ones; and the messages that are left.
 */
export function withStoppedCalls(
  line: readonly Message[],
  rest: readonly Message[],
): { messages: Message[]; orphans: Message[] } {
  const times = line.map(({ createdAt }) => createdAt);
  const [begun = "", ended = ""] = [earliestOf(times), latestOf(times)];
  const isSlotted = (message: Message) => {
    const { createdAt = "" } = message;
    return isStoppedCall(message) && createdAt !== "" && createdAt >= begun && createdAt <= ended;
  };
  const messages: Message[] = [];
  const waiting = rest.filter(isSlotted);
  for (const message of line) {
    const { createdAt } = message;
    while (createdAt !== undefined && waiting[0] && (waiting[0].createdAt ?? "") < createdAt)
      messages.push(...waiting.splice(0, 1));
    messages.push(message);
  }
  return {
    messages: [...messages, ...waiting],
    orphans: rest.filter((message) => !isSlotted(message)),
  };
}

function isStoppedCall({ parts }: Message): boolean {
  return parts.some(
    (part) =>
      part.type === "tool-call" && (part.status === "cancelled" || part.status === "rejected"),
  );
}

const fewest = 4;

/** Moves counts that only grow into `native`: some versions wrote running totals, which count tokens many times. */
export function withoutRunningTotals(messages: readonly Message[]): void {
  const counted = messages.filter(({ usage }) => usage?.outputTokens !== undefined);
  if (counted.length < fewest) return;
  let last = 0;
  for (const { usage } of counted) {
    if ((usage?.outputTokens ?? 0) < last) return;
    last = usage?.outputTokens ?? last;
  }
  for (const message of counted) {
    const { inputTokens, outputTokens } = message.usage ?? {};
    message.native = { ...message.native, tokenCount: present({ inputTokens, outputTokens }) };
    delete message.usage;
  }
}

/** A summary that replaces the older messages of a conversation. */
export interface ConversationSummary {
  text: string;
  /** Ids of bubbles, or of their copies on the server: the last that it replaces, then the last there was. */
  lastIds: string[];
  /** The other fields of it. */
  native?: JsonObject;
}

/** The summary of a composer (`{summary, lastBubbleId}`, once more nested) or of a bubble (JSON in a string). */
export function summaryOf(value: Json | undefined): ConversationSummary | undefined {
  const outer = fieldsOf(jsonObjectOf(value) ?? {});
  const inner = outer.object("summary") ?? outer;
  const text = inner.text("summary");
  if (text === undefined) return undefined;
  const lastIds = [inner.text("truncationLastBubbleIdInclusive"), outer.text("lastBubbleId")];
  const native = leftOf(outer);
  return present({ text, lastIds: lastIds.filter((id) => id !== undefined), native });
}

/** The message that marks where the summary replaced those before it. */
export function compactionMessage(id: string, { text, native }: ConversationSummary): Message {
  return present({ id, role: "system", parts: [{ type: "compaction", summary: text }], native });
}

/** The line with the last summary behind the last message that it replaces; the same line where that is not on it. */
export function compacted(
  messages: Message[],
  headers: readonly JsonObject[],
  summary: ConversationSummary,
): Message[] {
  const isShown = messages.some(({ parts }) =>
    parts.some((part) => part.type === "compaction" && part.summary === summary.text),
  );
  if (isShown) return [...messages];
  const localIds = new Map<unknown, string>();
  for (const { bubbleId, serverBubbleId } of headers) {
    const id = textOf(bubbleId);
    if (id) localIds.set(serverBubbleId, id);
  }
  for (const lastId of summary.lastIds) {
    const id = localIds.get(lastId) ?? lastId;
    const at = messages.findIndex((message) => message.id === id);
    if (at === -1) continue;
    const marker = compactionMessage(`${id}/summary`, summary);
    const createdAt = messages[at]?.createdAt;
    if (createdAt !== undefined) Object.assign(marker, { createdAt, createdAtFrom: "inferred" });
    return [...messages.slice(0, at + 1), marker, ...messages.slice(at + 1)];
  }
  return messages;
}
