import type { Json } from "@chatexport/core";
import { attempt, listOf, numberOf, objectOf, textOf } from "@chatexport/core/read";
import { chatIndexKey } from "@chatexport/source-copilot/paths";
import {
  type ConversationList,
  conversationLists,
  isPane,
  openedLists,
  promptLists,
} from "@chatexport/source-cursor/paths";
import { type Node, parseTree } from "jsonc-parser";
import { type Piece, spliced, textOfNode } from "../json/splice-json.js";

/** A value in a JSON text. */
interface JsonPart {
  node: Node;
  /** As it is written. */
  text: string;
}

/**
 * The JSON text of an object with the fields of another one that it has not; `unite` tells what becomes of a
 * field that both have (undefined: the first one's stays). All values stay as they are written, also numbers
 * that a parser would round. Undefined when either is no object.
 */
function uniteObjects(
  first: string,
  second: string,
  unite: (name: string, first: JsonPart, second: JsonPart) => string | undefined,
): string | undefined {
  const [a, b] = [partOf(first, "object"), partOf(second, "object")];
  if (!a || !b) return undefined;
  const written = (name: string, { text }: JsonPart) => `${JSON.stringify(name)}:${text}`;
  return withMissing(a, fieldsOf(a), fieldsOf(b), written, unite);
}

/** The rules by which elements of two lists are the same, and which of two such counts. */
interface UniteElements {
  /** The key that equal elements share; undefined: as they are written. */
  key(part: JsonPart): string | undefined;
  /** True when the second one of two that are the same takes the place of the first one. */
  isFuller(first: JsonPart, second: JsonPart): boolean;
}

/** A list, and behind it the elements that only the other one has. Undefined when either is no list. */
function uniteLists(
  first: string,
  second: string,
  { key, isFuller }: UniteElements,
): string | undefined {
  const [a, b] = [partOf(first, "array"), partOf(second, "array")];
  if (!a || !b) return undefined;
  const keyed = (part: JsonPart): [string, JsonPart] => [key(part) ?? part.text, part];
  return withMissing(
    a,
    elementsOf(a).map(keyed),
    elementsOf(b).map(keyed),
    (_, { text }) => text,
    (_, one, other) => (isFuller(one, other) ? other.text : undefined),
  );
}

/** The text of a list or object with those parts of another one that it has not, and others replaced. */
function withMissing(
  { node, text }: JsonPart,
  own: readonly [string, JsonPart][],
  others: readonly [string, JsonPart][],
  written: (name: string, part: JsonPart) => string,
  unite: (name: string, first: JsonPart, second: JsonPart) => string | undefined,
): string {
  const byName = new Map(own);
  const pieces: Piece[] = [];
  const added: string[] = [];
  for (const [name, part] of others) {
    const known = byName.get(name);
    if (!known) added.push(written(name, part));
    else {
      const { offset, length } = known.node;
      const united = unite(name, known, part);
      if (united !== undefined) pieces.push({ offset, length, text: united });
    }
  }
  return spliced(text, [...pieces, atEnd(node, added)]);
}

/** The value of a text; undefined when it is no JSON, or something else than is asked for. */
function partOf(text: string, type: "object" | "array"): JsonPart | undefined {
  const isJson = attempt(() => JSON.parse(text)) !== undefined;
  const node = isJson ? parseTree(text) : undefined;
  return node?.type === type ? { node, text } : undefined;
}

function elementsOf({ node, text }: JsonPart): JsonPart[] {
  return (node.children ?? []).map((child) => ({ node: child, text: textOfNode(text, child) }));
}

function fieldsOf({ node, text }: JsonPart): [string, JsonPart][] {
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name && value ? [[String(name.value), { node: value, text: textOfNode(text, value) }]] : [],
  );
}

/** Adds values before the closing bracket. */
function atEnd({ offset, length, children = [] }: Node, added: readonly string[]): Piece {
  const comma = children.length > 0 && added.length > 0 ? "," : "";
  return { offset: offset + length - 1, length: 0, text: comma + added.join(",") };
}

/**
 * The value of a row of `ItemTable` that two workspaces have, of which the first was used last:
 * lists that name conversations are united. Undefined: the first one's stays.
 */
export function uniteItems(key: string, first: string, second: string): string | undefined {
  const list = Object.hasOwn(conversationLists, key) ? conversationLists[key] : undefined;
  const prompts = Object.hasOwn(promptLists, key) ? promptLists[key] : undefined;
  const isKnown =
    list !== undefined || prompts !== undefined || isPane(key) || key === chatIndexKey;
  if (!isKnown) return undefined;
  // A value that is no JSON names no conversation.
  const type = prompts ? "array" : "object";
  if (!partOf(first, type) && partOf(second, type)) return second;
  if (prompts) return unitePrompts(first, second, prompts.time);
  return uniteObjects(first, second, (name, a, b) => {
    if (key === chatIndexKey && name === "entries")
      return uniteObjects(a.text, b.text, () => undefined);
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

/** Prompts of the workspace that was used before come first, unless there are times. */
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

/** True when the second of two rows of a conversation holds more of it. */
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
