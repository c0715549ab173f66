import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { attempt, otherToolAt, otherToolIn, readBytes } from "@chatexport/core/read";

const mostEntries = 2000;
const firstBytes = 4096;

/** The names of tools that chatexport does not read and whose files seem to lie at a path. */
export function otherToolsBelow(path: string): string[] {
  const root = resolve(path);
  const tools = new Set<string>();
  const isFile = attempt(() => statSync(root).isFile()) ?? false;
  for (const file of isFile ? [root] : filesBelow(root)) {
    const tool = otherToolAt(file) ?? toolIn(file);
    if (tool !== undefined) tools.add(tool);
  }
  return [...tools].sort();
}

function toolIn(file: string): string | undefined {
  if (!/\.jsonl?$/.test(file)) return undefined;
  return attempt(() => otherToolIn(readBytes(file, 0, firstBytes).toString()));
}

/** The first files, those of a folder before those in folders below it. */
function* filesBelow(root: string): Generator<string> {
  const folders = [root];
  let left = mostEntries;
  for (const folder of folders)
    for (const entry of attempt((): Dirent[] => readdirSync(folder, { withFileTypes: true })) ??
      []) {
      if (left-- === 0) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) yield path;
    }
}
