import { type BigIntStats, readdirSync } from "node:fs";
import { join } from "node:path";
import { lookAt } from "../look.js";
import type { Content } from "../operation.js";

/** All that lies in a folder, each thing before what lies in it, always in the same order; for a file itself alone. */
export function contentsOf(thing: string): Content[] {
  const stats = lookAt(thing);
  if (!stats) return [];
  if (!stats.isDirectory()) return [contentOf("", stats)];
  const contents: Content[] = [];
  const add = (below: string) => {
    for (const name of readdirSync(join(thing, below)).sort()) {
      const path = join(below, name);
      const found = lookAt(join(thing, path));
      if (!found) continue;
      contents.push(contentOf(path, found));
      if (found.isDirectory()) add(path);
    }
  };
  add("");
  return contents;
}

function contentOf(path: string, stats: BigIntStats): Content {
  const kind = kindOf(stats);
  // How large a folder is says more about the disk than about what lies in it.
  const size = kind === "folder" ? 0 : Number(stats.size);
  return { path, kind, size, mtimeNs: String(stats.mtimeNs) };
}

function kindOf(stats: BigIntStats): Content["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}

/** The paths of what is not the same in two lists of contents. */
export function differences(before: readonly Content[], after: readonly Content[]): string[] {
  const known = new Map(before.map((content) => [content.path, content]));
  const isSame = ({ path, kind, size, mtimeNs }: Content) => {
    const other = known.get(path);
    return other?.kind === kind && other.size === size && other.mtimeNs === mtimeNs;
  };
  const changed = after.filter((content) => !isSame(content)).map(({ path }) => path);
  const present = new Set(after.map(({ path }) => path));
  return [...changed, ...before.map(({ path }) => path).filter((path) => !present.has(path))];
}
