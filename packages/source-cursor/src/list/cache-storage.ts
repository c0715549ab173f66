import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Context,
  type JsonObject,
  type Message,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import {
  attempt,
  byName,
  listOf,
  objectOf,
  parseJson,
  TallyCounter,
  textOf,
  unreadableFile,
  wordOf,
} from "@chatexport/core/read";
import { filesBelow } from "@chatexport/core/source";
import type { Copy } from "../conversation/copy.js";
import { says } from "../says.js";

/*
 * A guess, behind an option: no version of Cursor is known to keep conversations in the caches of
 * its embedded browser. Whatever looks like `"messages": [{ "role": …, "content": … }]` is taken.
 */

const largestFile = 64 * 1024 * 1024;
const largestList = 16 * 1024 * 1024;
const opening = Buffer.from('"messages"');

/** Lists what looks like conversations in the caches beside the "User" folder of the editor, and in it. */
export function listCaches(userFolder: string, context: Context): Copy[] {
  const folders = [...cacheFolders(dirname(userFolder)), join(userFolder, "WebStorage")];
  // Links are neither files nor folders here, so nothing outside is reached.
  const isFile = (path: string) => lstatSync(path).isFile();
  const paths = folders.flatMap((folder) => filesBelow(folder, isFile, context));
  return paths.flatMap((path) =>
    [...findIn(path, context).keys()].map((id) => {
      return { id, format: "cursor/cache", path, revision: id, listedBy: "cacheStorage" };
    }),
  );
}

/** Reads a conversation that `listCaches` found. Throws when it is no longer there. */
export function readCache(copy: Pick<Copy, "id" | "path">, context: Context): Session {
  const found = findIn(copy.path, context).get(copy.id);
  if (!found) throw new Error(`The conversation is no longer in the cache file ${copy.path}`);
  const tally = new TallyCounter();
  const messages = found.flatMap((message, index): Message[] => {
    tally.read();
    const text = textOf(message.content);
    if (text === undefined) {
      tally.skip("empty");
      return [];
    }
    tally.keep();
    const role = roles.get(wordOf(message.role).toLowerCase()) ?? "system";
    return [{ id: String(index), role, parts: [{ type: "text", text }] }];
  });
  return {
    schemaVersion,
    id: copy.id,
    source: "cursor",
    format: "cursor/cache",
    messages: [guess, ...messages],
    records: tally.result(),
    origin: { path: copy.path },
    native: { guess: true },
  };
}

const guess: Message = {
  id: "guess",
  role: "system",
  parts: [
    {
      type: "notice",
      level: "warning",
      text: says.guessed,
    },
  ],
};

const roles = byName<Message["role"]>([
  ["user", "user human"],
  ["assistant", "assistant ai"],
]);

function cacheFolders(cursor: string): string[] {
  const names = attempt(() => readdirSync(cursor)) ?? [];
  const caches = names.filter((name) => name.startsWith("Cache")).sort();
  const storages = [join("Service Worker", "CacheStorage"), "WebStorage"];
  return [...caches, ...storages].map((name) => join(cursor, name));
}

/** The conversations that a file seems to hold, by an id from the content: one that is cached twice is one. */
function findIn(path: string, context: Context): Map<string, JsonObject[]> {
  context.signal.throwIfAborted();
  try {
    if (statSync(path).size <= largestFile) return conversationsIn(readFileSync(path));
  } catch (cause) {
    context.report({ ...unreadableFile(path, cause), severity: "warning" });
  }
  return new Map();
}

function conversationsIn(bytes: Buffer): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (let start = bytes.indexOf(opening); start !== -1; ) {
    const list = listAfter(bytes, start + opening.length);
    const messages = messagesIn(list.text);
    if (messages) {
      const hash = createHash("sha256").update(JSON.stringify(messages)).digest("hex");
      found.set(`cache-${hash.slice(0, 32)}`, messages);
    }
    // Never back, so that the scan is linear.
    start = bytes.indexOf(opening, list.end);
  }
  return found;
}

function messagesIn(text: string | undefined): JsonObject[] | undefined {
  const messages = (listOf(parseJson(text)) ?? []).map(objectOf);
  const isMessage = (message: JsonObject | undefined): message is JsonObject =>
    typeof message?.role === "string" && typeof message.content === "string";
  return messages.length > 0 && messages.every(isMessage) ? messages : undefined;
}

const [quote, backslash, colon, openingBracket] = [0x22, 0x5c, 0x3a, 0x5b];
const depths: Readonly<Record<number, number>> = { 91: 1, 93: -1, 123: 1, 125: -1 };

/** The list after `"messages":`, without a text when it is not closed before JSON ends. */
function listAfter(bytes: Buffer, from: number): { end: number; text?: string } {
  let start = from;
  while (isSpace(bytes[start]) || bytes[start] === colon) start++;
  if (bytes[start] !== openingBracket) return { end: from };
  let depth = 0;
  let inString = false;
  const limit = Math.min(bytes.length, start + largestList);
  for (let at = start; at < limit; at++) {
    const byte = bytes[at] ?? 0;
    // Binary data: no such byte is in JSON.
    if (byte < 0x20 && !isSpace(byte)) return { end: at };
    if (inString && byte === backslash) at++;
    else if (byte === quote) inString = !inString;
    else if (!inString) depth += depths[byte] ?? 0;
    if (depth === 0) return { end: at + 1, text: bytes.toString("utf8", start, at + 1) };
  }
  return { end: limit };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
