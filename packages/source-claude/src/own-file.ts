import { readFile, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";

/** The text of a file, or why it was not read. */
export type OwnFile = { text: string } | { missing: string };

/**
 * Reads a text file that lies in a session's own folder. Refuses one that a link leads elsewhere,
 * one that is no regular file, and one of more than `largestMiB`. Throws when there is none.
 */
export async function readOwnFile(
  path: string,
  folder: string,
  largestMiB: number,
): Promise<OwnFile> {
  const real = await realpath(path);
  if (!real.startsWith((await realpath(folder)) + sep))
    return { missing: "outside the session's folder" };
  const info = await stat(real);
  // Opening a pipe would wait for somebody to write into it.
  if (!info.isFile()) return { missing: "not a regular file" };
  if (info.size > largestMiB * 1024 * 1024) return { missing: `larger than ${largestMiB} MiB` };
  return { text: await readFile(real, "utf8") };
}
