import { existsSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Context, messageOf, present, type SessionRef, type Store } from "@chatexport/core";
import { objectOf, parseLine, unreadableFile, unreadableFolder } from "@chatexport/core/read";
import { aboutChat, fieldsOf, timeOf } from "./records.js";

/** What there is at a place. */
export async function storeAt(path: string): Promise<Store> {
  const store = { path, format: "example/jsonl", found: existsSync(path) };
  try {
    const files = await chatFiles(path);
    return { ...store, readable: store.found, sessions: files.length };
  } catch (cause) {
    return { ...store, readable: false, reason: messageOf(cause) };
  }
}

/** All chats at some places; of several copies the first one. */
export async function listChats(places: readonly string[], { report, signal }: Context) {
  const refs = new Map<string, SessionRef>();
  for (const place of places) {
    const files = await chatFiles(place).catch((cause) => report(unreadableFolder(place, cause)));
    for (const path of files ?? []) {
      signal.throwIfAborted();
      const ref = await refOf(path).catch((cause) => report(unreadableFile(path, cause)));
      if (ref && !refs.has(ref.id)) refs.set(ref.id, ref);
    }
  }
  return refs.values();
}

/** A place may be one chat, a folder of chats, or the tool's folder: its shape decides. */
async function chatFiles(place: string): Promise<string[]> {
  if (!existsSync(place)) return [];
  if ((await stat(place)).isFile()) return [place];
  const entries = await readdir(place, { withFileTypes: true });
  if (entries.some(({ name }) => name === "chats")) return chatFiles(join(place, "chats"));
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"));
  return files.map(({ name }) => join(place, name)).sort();
}

/** What both ends of a file tell: between them may be gigabytes. */
async function refOf(path: string): Promise<SessionRef> {
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const length = Math.min(size, 64 * 1024);
    const recordsFrom = async (position: number) => {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      // A line that is cut off has nothing to tell.
      const lines = buffer.toString().split("\n");
      return lines.map((line) => fieldsOf(objectOf(parseLine(line)) ?? {}));
    };
    const [header] = await recordsFrom(0);
    const last = (await recordsFrom(size - length)).findLast((record) => timeOf(record));
    const { toolVersion: _, ...about } = (header && aboutChat(header)) ?? {};
    return present({
      id: basename(path, ".jsonl"),
      source: "example",
      ...about,
      updatedAt: last && timeOf(last),
      bytes: size,
      revision: `${size}-${mtimeMs}`,
      locator: path,
    });
  } finally {
    await file.close();
  }
}
