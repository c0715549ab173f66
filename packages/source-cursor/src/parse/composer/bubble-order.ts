import type { Json, JsonObject, Message } from "@chatexport/core";
import { groupBy, textOf, wordOf } from "@chatexport/core/read";

import { timesOf } from "../../values/times.js";

/** A bubble as it lies in a row of its own or inside the composer, not read yet. */
export interface StoredBubble {
  /** The last segment of the key, or the bubble's own id. */
  id: string;
  /** The key of its row. */
  key?: string;
  /** Inside a composer, what lies there. */
  value?: unknown;
  /** Rows written later have larger ones; inside a composer the position. */
  rowid: number;
}

/** A bubble that was read. */
export interface ReadBubble {
  rowid: number;
  /** The id that the bubble itself names. */
  ownId: string | undefined;
  type: Json | undefined;
  /** The time when it began, as the row itself says, in each of the forms it says it. */
  times: string[];
  /** The time when it began, as well as it is known. */
  time: string | undefined;
  /** None when nothing was in it. */
  messages: Message[];
}

/** The order of the bubbles of a conversation. */
interface BubbleOrder {
  /** In reading order. */
  line: ReadBubble[];
  /** Those that the conversation does not list, by time. */
  rest: ReadBubble[];
  /** Ids that are listed and lie nowhere. */
  missing: string[];
  /** The list matched so few bubbles that the line is ordered by time. */
  reordered: boolean;
}

/**
 * Puts bubbles into the order of `fullConversationHeadersOnly`: by id, then, because a restored
 * checkpoint leaves wrong ids in the list (3.19), by role and exact time. Each bubble is read once, the
 * listed ones first. Without a list, or with one that matches less than half, time decides.
 */
export function orderBubbles(
  headers: readonly JsonObject[],
  stored: readonly StoredBubble[],
  read: (bubble: StoredBubble, header?: JsonObject) => ReadBubble | undefined,
): BubbleOrder {
  const free = new Map(stored.map((bubble) => [bubble.id, bubble]));
  const listed = withoutRepeats(headers);
  const slots: (ReadBubble | "unreadable" | undefined)[] = listed.map((header) => {
    const id = textOf(header.bubbleId);
    const bubble = id === undefined ? undefined : free.get(id);
    if (id === undefined || !bubble) return undefined;
    free.delete(id);
    return read(bubble, header) ?? "unreadable";
  });
  const rest = [...free.values()]
    .sort((a, b) => a.rowid - b.rowid)
    .flatMap((bubble) => read(bubble) ?? []);
  const unclaimed = claimRest(listed, slots, rest);
  const line = slots.filter((slot) => typeof slot === "object");
  const total = line.length + unclaimed.length;
  const missing = listed.flatMap(({ bubbleId }, index) =>
    slots[index] === undefined ? [textOf(bubbleId) ?? ""] : [],
  );
  const expected = Math.min(
    listed.length - slots.filter((slot) => slot === "unreadable").length,
    total,
  );
  if (line.length < expected / 2 || listed.length === 0)
    return {
      line: byTime([...line, ...unclaimed]),
      rest: [],
      // Bubbles that the list names by wrong ids are not missing.
      missing: missing.slice(unclaimed.length),
      reordered: listed.length > 0,
    };
  return { line, rest: byTime(unclaimed), missing, reordered: false };
}

/** Fills the empty slots from the bubbles that no id claimed, and returns those that are left. */
function claimRest(
  headers: readonly JsonObject[],
  slots: (ReadBubble | "unreadable" | undefined)[],
  rest: readonly ReadBubble[],
): ReadBubble[] {
  if (rest.length === 0 || !slots.includes(undefined)) return [...rest];
  const keyed = rest.flatMap((bubble) => {
    const { ownId, type, times } = bubble;
    const ids = ownId === undefined ? [] : [`id ${ownId}`];
    const keys = [...ids, ...times.map((time) => `${wordOf(type)} ${time}`)];
    return keys.map((key) => ({ key, bubble }));
  });
  const waiting = groupBy(keyed, ({ key }) => key);
  const claimed = new Set<ReadBubble>();
  const claim = (key: string) =>
    waiting.get(key)?.find(({ bubble }) => !claimed.has(bubble))?.bubble;
  for (const keysOf of [ownIdKey, timeKeys])
    for (const [index, header] of headers.entries()) {
      if (slots[index] !== undefined) continue;
      const bubble = keysOf(header)
        .map(claim)
        .find((found) => found !== undefined);
      if (!bubble) continue;
      slots[index] = bubble;
      claimed.add(bubble);
    }
  return rest.filter((bubble) => !claimed.has(bubble));
}

function ownIdKey(header: JsonObject): string[] {
  const id = textOf(header.bubbleId);
  return id === undefined ? [] : [`id ${id}`];
}

function timeKeys(header: JsonObject): string[] {
  return timesOf(header).map((time) => `${wordOf(header.type)} ${time}`);
}

/** The headers, each id once. */
function withoutRepeats(headers: readonly JsonObject[]): JsonObject[] {
  const seen = new Set<string>();
  return headers.filter(({ bubbleId }) => {
    const id = textOf(bubbleId);
    const isRepeated = id !== undefined && seen.has(id);
    if (id !== undefined) seen.add(id);
    return !isRepeated;
  });
}

/** By time, then in the order of writing. A bubble without a time stays behind the one written before it. */
function byTime(bubbles: readonly ReadBubble[]): ReadBubble[] {
  let last = "";
  return [...bubbles]
    .sort((a, b) => a.rowid - b.rowid)
    .map((bubble) => {
      last = bubble.time ?? last;
      return { bubble, time: last };
    })
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .map(({ bubble }) => bubble);
}
