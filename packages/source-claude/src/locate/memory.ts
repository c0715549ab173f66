import type { Dirent } from "node:fs";
import { basename, join } from "node:path";
import type { StoreFile } from "./contents.js";
import { entriesOf, fileAt, realPath } from "./disk.js";
import { isFirstVisit, type Survey } from "./survey.js";

/** Notes what the tool remembers about a project, of which `project` is the real path: the Markdown in `memory`. */
export function visitMemory(
  path: string,
  project: string,
  entries: readonly Dirent[],
  survey: Survey,
): void {
  const real = realPath(path);
  if (real !== join(project, basename(path)) || !isFirstVisit(survey.folders, real)) return;
  const files = markdownIn(path, entries, survey);
  if (files.length > 0) survey.contents.memories.push({ path, files });
}

// No links: a memory is the tool's own writing, and lies where the tool puts it.
function markdownIn(folder: string, entries: readonly Dirent[], survey: Survey): StoreFile[] {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((entry): StoreFile[] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownIn(path, entriesOf(path, survey.context), survey);
    const file = entry.isFile() && entry.name.endsWith(".md") && fileAt(path, survey.context);
    return file ? [file] : [];
  });
}
