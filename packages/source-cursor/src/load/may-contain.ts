import type { JsonObject, SessionRef } from "@chatexport/core";
import { listOf, type WordEncoding, WordSearch } from "@chatexport/core/read";
import { type KeyValues, keyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy, Format } from "../conversation/copy.js";
import type { Conversation } from "../conversation/group-copies.js";
import type { ReadContext } from "../locate/contexts.js";
import { agentKvBlobs, type Blobs, brace, bytesOf, messagesUnder } from "../parse/agent/blobs.js";
import { earlierMessageIds, messageIds } from "../parse/agent/composer-history.js";
import { blobRows, sidecarOf, storeMeta } from "../parse/agent/store-database.js";
import { draftOf } from "../parse/composer/prompt-text.js";
import { toolNames } from "../parse/tools/editor-call.js";
import { partPrefixes } from "../rows/keys.js";
import { says } from "../says.js";
import type { Sidecars } from "../sidecars/sidecars.js";
import { jsonObjectOf } from "../values/json-text.js";

/** Signs of a text that is not looked at: a whole output, a call in base64, an encoded path. */
const encodings: readonly WordEncoding[] = [
  { sign: "agent-tools" },
  { sign: "toolcallbinary" },
  { sign: "%", pattern: /%(?:3\d|[46][1-9a-f]|[57][\da]|5f)/ },
];

/** True when a conversation could hold all of the words, from the bytes of all its copies; false is certain. */
export async function mayContain(
  ref: SessionRef<Conversation>,
  words: readonly string[],
  context: ReadContext,
  sidecars: Sidecars,
): Promise<boolean> {
  // Places in files are counted anew, so that a number may stand in no store.
  const stored = words.filter((word) => !/^\d+$/.test(word));
  const search = new WordSearch(stored, encodings);
  for (const text of Object.values({ ...says, ...toolNames })) search.lookIn(text);
  await lookInConversation(ref.locator, search, context, sidecars);
  return search.isOver;
}

async function lookInConversation(
  { id, copies, subagents }: Conversation,
  search: WordSearch,
  context: ReadContext,
  sidecars: Sidecars,
): Promise<void> {
  for (const plan of sidecars.findPlans(id, {})) search.lookIn(JSON.stringify(plan));
  for (const copy of copies) {
    // Titles may be stored in an index, and what is tracked of code is part of the revision.
    search.lookIn(`${copy.title} ${copy.revision}`);
    if (search.isOver) return;
    context.signal.throwIfAborted();
    await readers[copy.format](copy, search, context);
  }
  for (const subagent of subagents) await lookInConversation(subagent, search, context, sidecars);
}

type Reader = (copy: Copy, search: WordSearch, context: ReadContext) => void | Promise<void>;

const lookInFile: Reader = ({ path }, search, context) => search.lookInFile(path, context);

// What holds the words may be compressed, or all conversations of a workspace in one row.
const giveUp: Reader = (_, search) => search.giveUp();

const readers: Readonly<Record<Format, Reader>> = {
  "cursor/bubbles": lookInRows,
  "cursor/inline": (copy, search, context) =>
    (copy.key?.startsWith("composerData:") ? lookInRows : giveUp)(copy, search, context),
  "cursor/tabs": giveUp,
  "cursor/store": lookInStore,
  // Its state may stand in its row in base64, and leads from blob to blob.
  "cursor/agent-kv": giveUp,
  "cursor/transcript-jsonl": lookInFile,
  "cursor/transcript-json": lookInFile,
  "cursor/transcript-txt": lookInFile,
  "cursor/plan": lookInFile,
  "cursor/cache": giveUp,
};

function lookInStore({ path }: Copy, search: WordSearch, context: ReadContext): void {
  const database = context.databases.open(path);
  database.snapshot(() => {
    for (const fields of [storeMeta(database), sidecarOf(path)])
      search.lookIn(JSON.stringify(fields?.all() ?? {}));
    const rows = blobRows(database);
    for (const { key } of rows?.keys("") ?? []) {
      if (!rows || search.isOver) return;
      const bytes = bytesOf(rows.value(key));
      if (bytes) search.lookIn(bytes);
    }
    if (rows?.damage) search.giveUp();
  });
}

/** Looks for words in every row from which loading takes a text of a composer that has bubbles. */
function lookInRows({ id, path, key = "" }: Copy, search: WordSearch, context: ReadContext): void {
  const database = context.databases.open(path);
  const rows = keyValues(database, "cursorDiskKV");
  if (!rows) {
    search.giveUp();
    return;
  }
  const contents = new Set<string>();
  const look = (stored: string) => {
    const text = latin1(rows.bytes(stored));
    search.lookIn(text);
    if (isTypedRich(text, stored !== key)) search.giveUp();
    for (const content of contentsIn(text)) contents.add(content);
  };
  database.snapshot(() => {
    look(key);
    for (const prefix of partPrefixes(id))
      for (const stored of rows.keys(prefix)) {
        if (search.isOver) return;
        look(stored.key);
      }
    for (const content of contents) search.lookIn(rows.bytes(content) ?? "");
    if (!search.isOver) lookBeside(rows, id, key, search);
    // What lies on a damaged page may be read from elsewhere.
    if (rows.damage) search.giveUp();
  });
}

/** True when a row has prompts whose text is only in the state of an editor, not of a composer's input box. */
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
function lookBeside(rows: KeyValues, id: string, key: string, search: WordSearch): void {
  const stored = agentKvBlobs(rows);
  const blobs: Blobs = (id) => {
    const bytes = search.isOver ? undefined : stored(id);
    if (bytes) search.lookIn(bytes);
    // Messages lead to no others, unless they have a head that is no JSON.
    return bytes?.[0] === brace ? undefined : bytes;
  };
  const paths = composerFields.map((field) => `$.${field}`);
  const found = rows.extract(key, paths);
  const fields = composerFields.map((field, index) => [field, found?.[index] ?? null]);
  // SQLite cannot take the fields out of every row.
  const composer: JsonObject = found
    ? Object.fromEntries(fields)
    : (jsonObjectOf(textOfValue(rows.value(key))) ?? {});
  // Plans are files of their own.
  if (listOf(composer.referencedPlans)?.length) search.giveUp();
  // The words of an editor's state may be cut.
  const draft = draftOf(composer);
  if (draft !== "" && draft !== composer.text) search.giveUp();
  const latest = messageIds(rows, composer, id);
  messagesUnder(latest, blobs);
  if (!search.isOver) messagesUnder(earlierMessageIds(rows, id, new Set(latest)), blobs);
}

const composerFields = ["referencedPlans", "conversationState", "text", "richText"];
