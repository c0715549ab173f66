import { type Dirent, existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import { type Context, compareStrings } from "@chatexport/core";
import {
  attempt,
  readBytes,
  realPath,
  unreadableFile,
  unreadableFolder,
} from "@chatexport/core/read";

/** A file of a store. */
export interface StoreFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Time of the last change, in ms since 1970. */
  modified: number;
  /** As `modified`, also for a change that kept that time, as a move does. */
  changed: number;
}

/** A file of a store, from its stat. */
export function storeFile(path: string, { size, mtimeMs, ctimeMs }: Stats): StoreFile {
  return { path, size, modified: mtimeMs, changed: ctimeMs };
}

/** The names in a folder, in order; none when it does not exist or cannot be read. */
export function namesIn(folder: string): string[] {
  return entriesOf(folder)
    .map(({ name }) => name)
    .sort();
}

/** The entries of a folder, or none and a report when it cannot be read. */
export function entriesOf(folder: string, context?: Context): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    context?.report(unreadableFolder(folder, cause));
    return [];
  }
}

/** The same in the order of names, for folders that need not exist. */
export function sortedEntries(folder: string, context: Context): Dirent[] {
  if (!existsSync(folder)) return [];
  return entriesOf(folder, context).sort((a, b) => compareStrings(a.name, b.name));
}

/** A file with its size and time; undefined for a folder, and with a report for a file that is lost. */
export function fileAt(path: string, context: Context): StoreFile | undefined {
  try {
    const info = statSync(path);
    return info.isFile() ? storeFile(path, info) : undefined;
  } catch (cause) {
    context.report(unreadableFile(path, cause));
    return undefined;
  }
}

/** The files of a folder, and links to them, in the order of their names. */
export function filesOf(entries: readonly Dirent[], isWanted: (name: string) => boolean): Dirent[] {
  return entries
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && isWanted(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folders in a folder that may hold history, and links to them, but not to one around it. */
export function foldersOf(folder: string, entries: readonly Dirent[]): string[] {
  const isLink = (entry: Dirent, path: string) =>
    entry.isSymbolicLink() && isFolder(path) && !isAround(folder, path);
  const others = entries.filter(({ name }) => !ignoredFolders.has(name));
  const found = others.filter(
    (entry) => entry.isDirectory() || isLink(entry, join(folder, entry.name)),
  );
  return found.map(({ name }) => join(folder, name)).sort();
}

// Such a link would lead all over the disk.
function isAround(folder: string, link: string): boolean {
  const around = realPath(link);
  return `${realPath(folder)}${sep}`.startsWith(around.endsWith(sep) ? around : around + sep);
}

const ignoredFolders: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** True when there is a folder at a path, or a link to one. */
export function isFolder(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) ?? false;
}

/** True when a file holds a saved session of the web, from its first 4 KiB. Never throws. */
export function isWebSession(path: string): boolean {
  const isOne = () => /^\uFEFF?\s*\{\s*"loglines"\s*:/.test(readBytes(path, 0, 4096).toString());
  return attempt(isOne) ?? false;
}
