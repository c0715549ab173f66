import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { sep } from "node:path";
import type { Context, JsonObject } from "@chatexport/core";
import { attempt, objectOf, parseJson, readTextFile, unreadableFile } from "@chatexport/core/read";
import type { StoreFile } from "../locate/disk.js";

// Small files are read without waiting, which takes a tenth of the time; others have their turn
// between the batches of a transcript.

/** The text of a file, or why it was not read. */
export type PrivateText = { text: string } | { missing: string };

/** The content of a file, or why it was not read. */
export type PrivateBytes = { bytes: Buffer } | { missing: string };

/**
 * Reads a text file that lies in a folder of its owner's. Refuses one that a link leads elsewhere,
 * one that is no regular file, and one of more than `largestMiB`. Throws when there is none.
 */
export function readPrivateFile(path: string, folder: string, largestMiB: number): PrivateText {
  const read = readPrivateBytes(path, folder, largestMiB);
  return "bytes" in read ? { text: read.bytes.toString() } : read;
}

/** As `readPrivateFile`, for files that are no text. */
export function readPrivateBytes(path: string, folder: string, largestMiB: number): PrivateBytes {
  const real = realpathSync.native(path);
  if (!real.startsWith(realpathSync.native(folder) + sep))
    return { missing: "outside of its folder" };
  return refusal(statSync(real), largestMiB) ?? { bytes: readFileSync(real) };
}

/** As `readPrivateFile`, for a file of at most 1 MiB that was found without following links. */
export function readUnlinkedFile(path: string): PrivateText {
  return refusal(lstatSync(path), 1) ?? { text: readFileSync(path, "utf8") };
}

/** As `readUnlinkedFile`, but reports a file that cannot be read. */
export function readSideFile(path: string, context: Context): PrivateText {
  context.signal.throwIfAborted();
  try {
    return readUnlinkedFile(path);
  } catch (cause) {
    context.report(unreadableFile(path, cause));
    return { missing: "not readable" };
  }
}

function refusal(info: Stats, largestMiB: number): { missing: string } | undefined {
  // Opening a pipe would wait for a writer.
  if (!info.isFile()) return { missing: "not a regular file" };
  if (info.size > largestMiB * 1024 * 1024) return { missing: `larger than ${largestMiB} MiB` };
  return undefined;
}

// Far more than the tool ever wrote; no list may take the memory that a file of any size would.
const largest = 64 * 1024 * 1024;

/** The object that a small JSON file holds, or undefined when it holds none or cannot be read. */
export function readJsonFile(
  { path, size }: Pick<StoreFile, "path" | "size">,
  limit = largest,
): JsonObject | undefined {
  return attempt(() => (size > limit ? undefined : objectOf(parseJson(readTextFile(path)))));
}
