import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** What lies at and below a folder, by path: kind, size, mode, times and content. */
export function stateOf(folder: string): Map<string, string> {
  const state = new Map<string, string>();
  for (const path of [folder, ...pathsBelow(folder)]) state.set(path, stateOfOne(path));
  return state;
}

/** The first change of a folder since then: a sentence that names the path. */
export function changeSince(
  before: ReadonlyMap<string, string>,
  folder: string,
): string | undefined {
  const after = stateOf(folder);
  for (const path of after.keys()) if (!before.has(path)) return `${path} is new`;
  for (const path of before.keys()) if (!after.has(path)) return `${path} is gone`;
  // A folder changes with what lies in it, so the deepest path says most.
  for (const path of [...after.keys()].reverse())
    if (after.get(path) !== before.get(path))
      return `${path} was ${before.get(path)} and is ${after.get(path)}`;
  return undefined;
}

/** The files at and below a path, in order. */
export function filesBelow(path: string): string[] {
  if (lstatSync(path).isFile()) return [path];
  return pathsBelow(path).filter((each) => lstatSync(each).isFile());
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => join(folder, name));
}

function stateOfOne(path: string): string {
  const info = lstatSync(path);
  const content = info.isFile()
    ? createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8)
    : info.isSymbolicLink()
      ? readlinkSync(path)
      : "";
  const size = info.isFile() ? ` of ${info.size} bytes` : "";
  return `${info.mode.toString(8)}${size}, changed ${info.mtimeMs}, ${info.ctimeMs} ${content}`.trim();
}
