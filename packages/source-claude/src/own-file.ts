import type { Stats } from "node:fs";
import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";

/** The text of a file, or why it was not read. */
export type OwnFile = { text: string } | { missing: string };

/** What a file holds, or why it was not read. */
export type OwnBytes = { bytes: Buffer } | { missing: string };

/**
 * Reads a text file that lies in a folder of its owner's. Refuses one that a link leads elsewhere,
 * one that is no regular file, and one of more than `largestMiB`. Throws when there is none.
 */
export async function readOwnFile(
  path: string,
  folder: string,
  largestMiB: number,
): Promise<OwnFile> {
  const read = await readOwnBytes(path, folder, largestMiB);
  return "bytes" in read ? { text: read.bytes.toString() } : read;
}

/**
 * As `readOwnFile`, for a file that was found without following links, so that only the file itself
 * can be one by now.
 */
export async function readFoundFile(path: string, largestMiB: number): Promise<OwnFile> {
  const info = await lstat(path);
  const refused = refusal(info, largestMiB);
  return refused ?? { text: await readFile(path, "utf8") };
}

/** As `readOwnFile`, for files that are no text. */
export async function readOwnBytes(
  path: string,
  folder: string,
  largestMiB: number,
): Promise<OwnBytes> {
  const real = await realpath(path);
  if (!real.startsWith((await realpath(folder)) + sep)) return { missing: "outside of its folder" };
  return refusal(await stat(real), largestMiB) ?? { bytes: await readFile(real) };
}

function refusal(info: Stats, largestMiB: number): { missing: string } | undefined {
  // Opening a pipe would wait for somebody to write into it.
  if (!info.isFile()) return { missing: "not a regular file" };
  if (info.size > largestMiB * 1024 * 1024) return { missing: `larger than ${largestMiB} MiB` };
  return undefined;
}
