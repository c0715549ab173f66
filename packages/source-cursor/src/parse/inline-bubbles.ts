import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";

/** The bubbles inside a composer: `conversation` (0.40 to about 0.49), or by id or in lists `conversationMap`. */
export function inlineBubbles(data: JsonObject): unknown[] {
  const conversation = listOf(data.conversation);
  if (conversation && conversation.length > 0) return conversation;
  const map = objectOf(data.conversationMap) ?? {};
  return Object.entries(map).flatMap(([bubbleId, value]): unknown[] => {
    const bubble = objectOf(value);
    return bubble ? (listOf(bubble.bubbles) ?? [{ bubbleId, ...bubble }]) : [value];
  });
}
