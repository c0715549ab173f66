import type { JsonObject } from "@chatexport/core";
import { objectOf, readTextFile } from "@chatexport/core/read";
import type { StoreFile } from "../locate/contents.js";

// Far more than the tool ever wrote; no list may take the memory that a file of any size would.
const largest = 64 * 1024 * 1024;

/** The object that a small JSON file holds, or undefined when it holds none or cannot be read. */
export function readJsonFile(
  { path, size }: Pick<StoreFile, "path" | "size">,
  limit = largest,
): JsonObject | undefined {
  if (size > limit) return undefined;
  try {
    return objectOf(JSON.parse(readTextFile(path).replace(/^\uFEFF/, "")));
  } catch {
    return undefined;
  }
}
