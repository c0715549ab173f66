import type { Dirent } from "node:fs";
import { join } from "node:path";
import { type Context, compareStrings } from "@chatexport/core";
import { addToList, remembered } from "@chatexport/core/read";
import type { SideFiles } from "../head/locator.js";
import type { ConfigFolder } from "../locate/contents.js";
import { fileAt, type StoreFile, sortedEntries } from "../locate/disk.js";

/** The files beside the transcripts that belong to one session, by what they are; no backups unless they are asked for. */
export type FoundSideFiles = Record<keyof SideFiles, StoreFile[]>;

/**
 * Looks once into the folders of a config folder that hold plans, todo lists, tasks and backups. Links are
 * not followed. Reports folders and files that cannot be read; most folders do not exist.
 */
export function sideFileFinder(
  { path }: ConfigFolder,
  { fileHistory = false }: { fileHistory?: boolean | undefined },
  context: Context,
): (sessionId: string, slugs: readonly string[]) => FoundSideFiles {
  const plans = join(path, "plans");
  const todos = join(path, "todos");
  const tasks = join(path, "tasks");
  const filesIn = remembered((folder: string) =>
    filesByOwner(sortedEntries(folder, context), folder === plans ? ".md" : ".json"),
  );
  const history = join(path, "file-history");
  const foldersIn = remembered((folder: string) => {
    const folders = sortedEntries(folder, context).filter((entry) => entry.isDirectory());
    return new Set(folders.map(({ name }) => name));
  });
  const entriesOf = (folder: string, sessionId: string) =>
    foldersIn(folder).has(sessionId) ? sortedEntries(join(folder, sessionId), context) : [];
  const filesAt = (folder: string, names: Iterable<string>): StoreFile[] =>
    Array.from(names, (name) => fileAt(join(folder, name), context) ?? []).flat();
  return (sessionId, slugs) => {
    const planNames = slugs
      .filter((slug) => /^[A-Za-z0-9-]+$/.test(slug))
      .flatMap((slug) => filesIn(plans).get(slug) ?? [])
      .sort((a, b) => compareStrings(a.slice(0, -".md".length), b.slice(0, -".md".length)));
    const backups = (fileHistory ? entriesOf(history, sessionId) : [])
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    return {
      plans: filesAt(plans, new Set(planNames)),
      todos: filesAt(todos, filesIn(todos).get(sessionId) ?? []),
      tasks: filesAt(join(tasks, sessionId), tasksIn(entriesOf(tasks, sessionId))),
      backups: filesAt(join(history, sessionId), backups),
    };
  };
}

/** Names of files by their whole name, and by the text before "-agent-" in it. */
function filesByOwner(entries: readonly Dirent[], extension: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const entry of entries) {
    const { name } = entry;
    if (!entry.isFile() || !name.endsWith(extension)) continue;
    const stem = name.slice(0, -extension.length);
    for (const { index } of stem.matchAll(/(?=-agent-)|$/g))
      addToList(files, stem.slice(0, index), name);
  }
  return files;
}

/** There is a file for each task, named by its number; what else lies there counts and locks. */
function tasksIn(entries: readonly Dirent[]): string[] {
  return entries
    .filter((entry) => entry.isFile() && /^\d{1,15}\.json$/.test(entry.name))
    .map(({ name }) => name)
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || compareStrings(a, b));
}
