import { type Dirent, existsSync, readdirSync, utimesSync } from "node:fs";
import { join, relative } from "node:path";

/** The regular files below a folder, in order; links are not followed. */
export function filesBelow(folder: string): string[] {
  return entriesBelow(folder).flatMap((entry) => (entry.isFile() ? [pathOf(entry)] : []));
}

/** The folders below a folder, in order. */
export function foldersBelow(folder: string): string[] {
  return entriesBelow(folder).flatMap((entry) => (entry.isDirectory() ? [pathOf(entry)] : []));
}

// Reading a folder with all below it would follow links, under Node 20.
function entriesBelow(folder: string): Dirent[] {
  return entriesOf(folder)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => [entry, ...(entry.isDirectory() ? entriesBelow(pathOf(entry)) : [])]);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // There may be no permission to look.
    return [];
  }
}

function pathOf({ parentPath, name }: Dirent): string {
  return join(parentPath, name);
}

/** In seconds: the same in every run, because sessions without a time of their own have that of a file. */
const modified = Date.parse("2026-03-05T12:00:00.000Z") / 1000;

/** Gives all files below a folder the same time. */
export function makeAlike(folder: string): void {
  for (const path of filesBelow(folder)) {
    // A name that is no text leads nowhere.
    if (existsSync(path)) utimesSync(path, modified, modified);
  }
}

/** A path as people read it who know the store. */
export function inStore(path: string, store: string): string {
  return relative(store, path) || ".";
}
