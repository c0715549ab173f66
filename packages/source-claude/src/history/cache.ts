import { lstat, readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/** The largest file of a cache that is read, in bytes. */
const largestFile = 8 * 1024 * 1024;

/**
 * Reads a file of a cache by the names of its folders and its own, or says why it has no content. The
 * names come from rows that nobody has checked, so they must be plain, and no link leads outside.
 */
export async function readCached(
  cache: string,
  names: readonly string[],
  extension: string,
): Promise<{ bytes: Buffer } | { missing: string }> {
  if (!names.every((name) => /^[A-Za-z0-9_-]+$/.test(name))) return { missing: "not a plain name" };
  try {
    const folder = await realpath(cache);
    const path = await realpath(join(folder, ...names) + extension);
    if (!path.startsWith(folder + sep)) return { missing: "outside the cache" };
    const info = await lstat(path);
    if (!info.isFile()) return { missing: "not a file" };
    if (info.size > largestFile) return { missing: "larger than 8 MiB" };
    return { bytes: await readFile(path) };
  } catch (cause) {
    const isGone = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    return { missing: isGone ? "not found" : "not readable" };
  }
}
