import type { SessionRef } from "@chatexport/core";
import { type Hiding, WordSearch } from "@chatexport/core/read";
import { keyValues } from "@chatexport/sqlite";
import { bytesOf } from "./agent/blobs.js";
import { blobRows, storeMeta } from "./agent/store-database.js";
import { lookInComposer } from "./composer/stored-words.js";
import type { Conversation } from "./conversation.js";
import type { Copy, Format } from "./copy.js";
import { ownWords } from "./own-words.js";
import type { ReadContext } from "./read-context.js";
import type { Sidecars } from "./sidecars/index.js";

/**
 * Behind these stands a text that is not looked at: the file with the whole of an output, a call in
 * base64. Paths may be addresses, in which characters are encoded.
 */
const hiding: readonly Hiding[] = [
  { sign: "agent-tools" },
  { sign: "toolcallbinary" },
  { sign: "%", pattern: /%(?:3\d|[46][1-9a-f]|[57][\da]|5f)/ },
];

/**
 * Whether a conversation could hold all of the words, from the bytes of all its copies. False is
 * certain.
 */
export async function mayContain(
  ref: SessionRef<Conversation>,
  words: readonly string[],
  context: ReadContext,
  sidecars: Sidecars,
): Promise<boolean> {
  // Places in files are counted anew, so that a number may stand in no store.
  const stored = words.filter((word) => !/^\d+$/.test(word));
  const search = new WordSearch(stored, hiding);
  search.lookIn(ownWords);
  await lookInConversation(ref.locator, search, context, sidecars);
  return search.isOver;
}

async function lookInConversation(
  { id, copies, subagents }: Conversation,
  search: WordSearch,
  context: ReadContext,
  sidecars: Sidecars,
): Promise<void> {
  for (const plan of sidecars.plansOf(id)) search.lookIn(JSON.stringify(plan));
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

const readers: Readonly<Record<Format, Reader>> = {
  "cursor/bubbles": lookInRows,
  "cursor/inline": (copy, search, context) =>
    copy.key?.startsWith("composerData:") ? lookInRows(copy, search, context) : search.giveUp(),
  // One row holds all conversations of a workspace.
  "cursor/tabs": (_, search) => search.giveUp(),
  "cursor/store": lookInStore,
  // Its state may stand in its row in base64, and leads from blob to blob.
  "cursor/agent-kv": (_, search) => search.giveUp(),
  "cursor/transcript-jsonl": lookInFile,
  "cursor/transcript-json": lookInFile,
  "cursor/transcript-txt": lookInFile,
  // The files of a browser may be compressed.
  "cursor/cache": (_, search) => search.giveUp(),
};

function lookInFile({ path }: Copy, search: WordSearch, context: ReadContext): Promise<void> {
  return search.lookInFile(path, context);
}

function lookInRows({ id, path, key = "" }: Copy, search: WordSearch, context: ReadContext): void {
  const database = context.databases.open(path);
  const rows = keyValues(database, "cursorDiskKV");
  if (rows) database.snapshot(() => lookInComposer(rows, { id, key }, search));
  else search.giveUp();
}

function lookInStore({ path }: Copy, search: WordSearch, context: ReadContext): void {
  const database = context.databases.open(path);
  database.snapshot(() => {
    search.lookIn(JSON.stringify(storeMeta(database) ?? {}));
    const rows = blobRows(database);
    for (const { key } of rows?.keys("") ?? []) {
      if (!rows || search.isOver) return;
      const bytes = bytesOf(rows.value(key));
      if (bytes) search.lookIn(bytes);
    }
    if (rows?.damage) search.giveUp();
  });
}
