import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, type WordSearch } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import { agentKvBlobs, type Blobs } from "../agent/blobs.js";
import { earlierMessageIds, messageIds } from "../agent/composer-history.js";
import { messagesUnder } from "../agent/message-order.js";
import { parseJson } from "../json-text.js";

/** The families with a row for each piece of a conversation. */
const families = ["bubbleId:", "codeBlockDiff:"];

/** Looks for words in every row from which loading takes a text of a composer that has bubbles. */
export function lookInComposer(
  rows: KeyValues,
  { id, key }: { id: string; key: string },
  search: WordSearch,
): void {
  const contents = new Set<string>();
  const look = (stored: string) => {
    const text = latin1(rows.bytes(stored));
    search.lookIn(text);
    if (isTypedRich(text, stored !== key)) search.giveUp();
    for (const content of contentsIn(text)) contents.add(content);
  };
  look(key);
  for (const family of families)
    for (const stored of rows.keys(`${family}${id}:`)) {
      if (search.isOver) return;
      look(stored.key);
    }
  for (const content of contents) search.lookIn(rows.bytes(content) ?? "");
  if (!search.isOver) lookBeside(rows, { id, key }, search);
  // What lies on a damaged page may be read from elsewhere.
  if (rows.damage) search.giveUp();
}

/**
 * Whether a row has prompts that are put together from the pieces of an editor, because their text is
 * not stored. In a composer without bubbles inside of it these fields are those of its input box.
 */
function isTypedRich(row: string, isBubble: boolean): boolean {
  if (!row.includes("richText")) return false;
  return (isBubble || inside.test(row)) && typed.every((pattern) => pattern.test(row));
}

const inside = /"conversation":\s{0,9}\[\s{0,9}\{/;
const typed = [
  /richText\\{0,7}":\s{0,9}\\{0,7}"\{/,
  /type\\{0,7}":\s{0,9}1\b/,
  /text\\{0,7}":\s{0,9}\\{0,7}"\\{0,7}"/,
];

/** The rows that hold a file as it was before or after an edit. */
function* contentsIn(row: string): Generator<string> {
  if (!row.includes("ContentId")) return;
  for (const [, key] of row.matchAll(/ContentId\\{0,7}":\s{0,9}\\{0,7}"([^"\\]{1,200})/g))
    if (key !== undefined) yield Buffer.from(key, "latin1").toString();
}

/** Each byte as a character, in which words are found twice as fast as in decoded text. */
function latin1(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** The agent's own messages hold results that bubbles lack, and the composer names plans. */
function lookBeside(
  rows: KeyValues,
  { id, key }: { id: string; key: string },
  search: WordSearch,
): void {
  const stored = agentKvBlobs(rows);
  const blobs: Blobs = {
    get(id) {
      const bytes = search.isOver ? undefined : stored.get(id);
      if (bytes) search.lookIn(bytes);
      // Messages lead to no others, unless they have a head that is no JSON.
      return bytes?.[0] === brace ? undefined : bytes;
    },
  };
  const composer = stateFieldsOf(rows, key);
  // Plans are files of their own.
  if (listOf(composer.referencedPlans)?.length) search.giveUp();
  const latest = messageIds(rows, composer, id);
  messagesUnder(latest, blobs);
  if (!search.isOver) messagesUnder(earlierMessageIds(rows, id, new Set(latest)), blobs);
}

/** The fields of a composer that lead elsewhere; all of them where SQLite cannot take them out. */
function stateFieldsOf(rows: KeyValues, key: string): JsonObject {
  const found = rows.extract(key, ["$.referencedPlans", "$.conversationState"]);
  if (!found) return objectOf(parseJson(textOfValue(rows.value(key)))) ?? {};
  const [referencedPlans = null, conversationState = null] = found;
  return { referencedPlans, conversationState };
}

const brace = 0x7b;
