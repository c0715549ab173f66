import type { JsonObject, Message } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../json-text.js";

/** A summary that stands in for the older messages of a conversation. */
export interface ConversationSummary {
  text: string;
  /** Ids of bubbles, or of their copies on the server: the last that it replaces, then the last there was. */
  places: string[];
}

/**
 * The summary in `latestConversationSummary` of a composer (`{summary, lastBubbleId}`, where `summary`
 * is a text or once more an object) or in `conversationSummary` of a bubble (JSON in a string).
 */
export function summaryOf(value: JsonObject[string] | undefined): ConversationSummary | undefined {
  const outer = jsonObjectOf(value);
  const inner = objectOf(outer?.summary) ?? outer;
  const text = textOf(inner?.summary);
  if (text === undefined) return undefined;
  const places = [textOf(inner?.truncationLastBubbleIdInclusive), textOf(outer?.lastBubbleId)];
  return { text, places: places.filter((place) => place !== undefined) };
}

/** The message that marks where the summary replaced what stands before it. */
export function compactionMessage(id: string, { text }: ConversationSummary): Message {
  return { id, role: "system", parts: [{ type: "compaction", summary: text }] };
}

/**
 * The line with the summary behind the last message that it replaces, or undefined when that message
 * is not on the line.
 */
export function withCompaction(
  messages: Message[],
  summary: ConversationSummary,
  localIds: ReadonlyMap<string, string>,
): Message[] | undefined {
  for (const place of summary.places) {
    const id = localIds.get(place) ?? place;
    const at = messages.findIndex((message) => message.id === id);
    if (at === -1) continue;
    const marker = compactionMessage(`${id}/summary`, summary);
    const createdAt = messages[at]?.createdAt;
    if (createdAt !== undefined) Object.assign(marker, { createdAt, createdAtFrom: "inferred" });
    return [...messages.slice(0, at + 1), marker, ...messages.slice(at + 1)];
  }
  return undefined;
}
