import type { Json } from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf } from "@chatexport/core/read";
import {
  type ConversationList,
  conversationLists,
  isPane,
  openedLists,
  promptLists,
} from "@chatexport/source-cursor/paths";
import { elementsOf, type JsonPart, partOf, uniteLists, uniteObjects } from "./unite-json.js";

/**
 * What becomes of a row of `ItemTable` that two workspaces have, of which the first was used last: what is
 * known to name conversations is united. Undefined: the first one's stays.
 */
export function uniteItems(key: string, first: string, second: string): string | undefined {
  const list = Object.hasOwn(conversationLists, key) ? conversationLists[key] : undefined;
  const prompts = Object.hasOwn(promptLists, key) ? promptLists[key] : undefined;
  const isKnown = list !== undefined || prompts !== undefined || isPane(key);
  if (!isKnown) return undefined;
  // What is no JSON names no conversation.
  const type = prompts ? "array" : "object";
  if (!partOf(first, type) && partOf(second, type)) return second;
  if (prompts) return unitePrompts(first, second, prompts.time);
  return uniteObjects(first, second, (name, a, b) => {
    if (list && name === list.list) return uniteConversations(a.text, b.text, list);
    if (openedLists.some((opened) => opened === name)) return uniteLists(a.text, b.text, asWritten);
    return undefined;
  });
}

const asWritten = { key: () => undefined, isFuller: () => false };

function uniteConversations(
  first: string,
  second: string,
  spec: ConversationList,
): string | undefined {
  const lengthOf = (part: JsonPart) =>
    spec.said.reduce(
      (sum, field) => sum + (listOf(objectOf(jsonOf(part))?.[field])?.length ?? 0),
      0,
    );
  return uniteLists(first, second, {
    key: (part) => idIn(jsonOf(part), spec)?.toLowerCase(),
    isFuller: (a, b) => lengthOf(b) > lengthOf(a),
  });
}

/** What was typed in the workspace that was used before comes first, unless there are times. */
function unitePrompts(first: string, second: string, time: string | undefined): string | undefined {
  const [a, b] = [partOf(first, "array"), partOf(second, "array")];
  if (!a || !b) return undefined;
  const own = elementsOf(a);
  const written = new Set(own.map(({ text }) => text));
  const all = [...elementsOf(b).filter(({ text }) => !written.has(text)), ...own];
  if (all.length === own.length) return undefined;
  const timeOf = (part: JsonPart) =>
    time === undefined ? 0 : (numberOf(objectOf(jsonOf(part))?.[time]) ?? 0);
  const sorted = all.map((part) => ({ part, at: timeOf(part) })).sort((x, y) => x.at - y.at);
  return `[${sorted.map(({ part }) => part.text).join(",")}]`;
}

/** Whether the second of two rows of a conversation holds more of it. */
export function isFullerRow(first: Buffer | undefined, second: Buffer | undefined): boolean {
  if (!first || !second) return first === undefined && second !== undefined;
  const [a, b] = [messagesIn(first), messagesIn(second)];
  return a === b ? second.length > first.length : b > a;
}

function messagesIn(row: Buffer): number {
  try {
    const data = objectOf(JSON.parse(row.toString("utf8")));
    return (
      (listOf(data?.fullConversationHeadersOnly)?.length ?? 0) +
      (listOf(data?.conversation)?.length ?? 0)
    );
  } catch {
    return 0;
  }
}

function jsonOf({ text }: JsonPart): Json {
  return JSON.parse(text) as Json;
}

/** The id of an element of a list of conversations. */
function idIn(element: unknown, { ids }: ConversationList): string | undefined {
  const object = objectOf(element);
  for (const field of ids) {
    const id = textOf(object?.[field]);
    if (id !== undefined) return id;
  }
  return undefined;
}
