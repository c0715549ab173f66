import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { compareStrings } from "@chatexport/core";
import {
  attempt,
  isLinesName,
  type OtherTool,
  otherToolAt,
  otherToolIn,
  readBytes,
} from "@chatexport/core/read";

const mostEntries = 2000;
const firstBytes = 4096;

/** The tools whose files seem to lie at a path, by name. */
export function otherToolsBelow(path: string): OtherTool[] {
  const root = resolve(path);
  const tools = new Map<string, OtherTool>();
  const isFile = attempt(() => statSync(root).isFile()) ?? false;
  for (const file of isFile ? [root] : filesBelow(root)) {
    const tool = otherToolAt(file) ?? toolIn(file);
    if (tool) tools.set(tool.name, tool);
  }
  return [...tools.values()].sort((a, b) => compareStrings(a.name, b.name));
}

function toolIn(file: string): OtherTool | undefined {
  if (!file.endsWith(".json") && !isLinesName(file)) return undefined;
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
