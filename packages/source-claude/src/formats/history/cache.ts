import { join } from "node:path";
import { type OwnBytes, readOwnBytes } from "../../files/private-file.js";

const largestMiB = 8;

/**
 * Reads a file of a cache by the names of its folders and its own, or says why it has no content. The
 * names come from rows that nobody has checked, so they must be plain.
 */
export async function readCached(
  cache: string,
  names: readonly string[],
  extension: string,
): Promise<OwnBytes> {
  if (!names.every((name) => /^[A-Za-z0-9_-]+$/.test(name))) return { missing: "not a plain name" };
  try {
    return await readOwnBytes(join(cache, ...names) + extension, cache, largestMiB);
  } catch (cause) {
    const isGone = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    return { missing: isGone ? "not found" : "not readable" };
  }
}
