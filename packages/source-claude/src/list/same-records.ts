import { setImmediate } from "node:timers/promises";
import type { Context, JsonObject } from "@chatexport/core";
import {
  objectOf,
  parsedLines,
  parseLine,
  readBytes,
  readJsonLines,
  sizeOf,
  textOf,
} from "@chatexport/core/read";
import { linesFromEnd, readEnds } from "../files/file-ends.js";
import type { TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { conversationTypes, identityOf, isUuid } from "../records/records.js";

const endBytes = 64 * 1024;

/**
 * True when a file is the beginning of another one, by both its ends: files are only appended to. Throws when one
 * cannot be read.
 */
export function isBeginningOf(file: StoreFile, other: StoreFile): boolean {
  const size = sizeOf(file.path);
  if (size > sizeOf(other.path)) return false;
  const tailStart = Math.max(0, size - endBytes);
  const length = Math.min(endBytes, size);
  return [0, tailStart].every((start) =>
    readBytes(file.path, start, length).equals(readBytes(other.path, start, length)),
  );
}

/** The uuid of the last message of a transcript, when it is in the last 64 KiB. */
export function lastUuid({ path, size }: StoreFile): string | undefined {
  const { head, tail } = readEnds(path, size);
  for (const piece of [tail, head])
    for (const line of linesFromEnd(piece)) {
      const record = objectOf(parseLine(line));
      if (record && isMessage(record)) return textOf(record.uuid);
    }
  return undefined;
}

/** Which of the uuids are those of records of a file; found without parsing it. */
export async function uuidsIn(
  path: string,
  uuids: ReadonlySet<string>,
  context: Context,
): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const uuid of valuesIn(path, "uuid", context)) if (uuids.has(uuid)) found.add(uuid);
  return found;
}

/** The last other session in which a response of a transcript was made (2.1.330); found without parsing it. */
export async function lastOrigin(
  { path, id }: Pick<TranscriptFile, "path" | "id">,
  context: Context,
): Promise<string | undefined> {
  let last: string | undefined;
  for await (const origin of valuesIn(path, "requestSessionId", context))
    if (origin !== id && isUuid(origin)) last = origin;
  return last;
}

/** The texts that a key has in a file. */
async function* valuesIn(path: string, name: string, { signal }: Context): AsyncGenerator<string> {
  const read = (line: Buffer) => [...valuesOf(`"${name}":`, line)];
  for (const batch of parsedLines(path, undefined, read)) {
    await setImmediate();
    signal.throwIfAborted();
    for (const values of batch) yield* values;
  }
}

/** The identities of all messages of a transcript; undefined for one that has none. */
export async function* identities(
  path: string,
  context: Context,
): AsyncGenerator<string | undefined> {
  for await (const batch of readJsonLines(path, context))
    for (const line of batch)
      if ("record" in line && isMessage(line.record)) yield identityOf(line.record);
}

/** Progress is left out: copying drops it. */
function isMessage({ type, message }: JsonObject): boolean {
  if (typeof type !== "string") return objectOf(message) !== undefined;
  return type !== "progress" && conversationTypes.has(type);
}

// A quote inside a JSON string is escaped, so these are keys of records, never text in them.
function* valuesOf(key: string, line: Buffer): Generator<string> {
  for (let at = line.indexOf(key); at !== -1; at = line.indexOf(key, at + 1)) {
    const value = at + key.length + (line[at + key.length] === 0x20 ? 1 : 0);
    const end = line.indexOf('"', value + 1);
    if (end !== -1) yield line.toString("utf8", value + 1, end);
  }
}
