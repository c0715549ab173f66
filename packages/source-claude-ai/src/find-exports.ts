import { readdirSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { isMissing, readBytes } from "@chatexport/core/read";

const conversations = "conversations.json";

/**
 * The files with conversations at a root: the file itself, the folder that an export was unpacked to,
 * or a folder that holds such folders (`data-2026-…`). Throws when the root cannot be read.
 */
export function exportsAt(root: string): string[] {
  if (!statSync(root).isDirectory()) return isExport(root) ? [root] : [];
  const folders = readdirSync(root)
    .filter((name) => name.startsWith("data-"))
    .sort();
  return [root, ...folders.map((name) => join(root, name))]
    .map((folder) => join(folder, conversations))
    .filter(isFile);
}

/** Whether a root is an export that is not unpacked yet. */
export function isArchive(root: string): boolean {
  return extname(root).toLowerCase() === ".zip" && isFile(root);
}

/** A file may have been renamed; but other sources have JSON files of their own. */
function isExport(path: string): boolean {
  if (basename(path) === conversations) return true;
  if (extname(path) !== ".json") return false;
  const text = readBytes(path, 0, 64 * 1024).toString();
  return /^\uFEFF?\s*\[/.test(text) && text.includes('"chat_messages"');
}

/** Whether there is a file; a path that cannot be looked at counts, and reading it reports why. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (cause) {
    return !isMissing(cause);
  }
}
