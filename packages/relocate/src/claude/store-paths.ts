import { transcriptId } from "@chatexport/source-claude/paths";
import type { PathMap, PathPair } from "../move/path-map.js";

/** Where the tool's own files will be: a folder in `projects`, or a session that leaves it. */
interface Destinations {
  /** The new name of the folder of a session; of the folder itself without one. */
  folderOf(name: string, session: string | undefined): string | undefined;
  /** Takes each path of a folder, or of a file of a session, that is met, as it is written. */
  met(pair: PathPair): void;
}

/**
 * What becomes of a path that the tool wrote of a file of its own. The folder that `projects` lies in
 * may be written in another way than it is read: it was copied from another machine, or lies behind a
 * link.
 */
export function storePaths(
  destinations: Destinations,
  map: PathMap,
): (path: string) => string | undefined {
  return (path) => {
    const moved = inProjects(path, destinations) ?? path;
    const mapped = map.path(moved) ?? moved;
    return mapped === path ? undefined : mapped;
  };
}

function inProjects(path: string, { folderOf, met }: Destinations): string | undefined {
  // Names, and between them what separates them.
  const parts = path.split(/([\\/])/);
  for (let at = 2; at + 2 < parts.length; at += 2) {
    const name = parts[at + 2];
    if (parts[at] !== "projects" || name === undefined) continue;
    const session = parts[at + 4];
    const whole = folderOf(name, undefined);
    const folder = whole ?? (session && folderOf(name, transcriptId(session)));
    if (folder === undefined) continue;
    const to = parts.with(at + 2, folder);
    const end = at + (whole === undefined ? 5 : 3);
    met({ from: parts.slice(0, end).join(""), to: to.slice(0, end).join("") });
    return to.join("");
  }
  return undefined;
}
