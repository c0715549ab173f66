import { join } from "node:path";
import type { PathMap } from "../path-map.js";

/** All that gets another name. */
export interface Moved {
  /** The project's folders, and those of Cursor that are named after them. */
  paths: PathMap;
  /** Folders of `workspaceStorage` by their names, before and after. */
  ids: ReadonlyMap<string, string>;
}

/** Where a path is that begins with "~", as `storage.json` has them; undefined for one that stays. */
export function movedBelowHome(text: string, { paths }: Moved, home: string): string | undefined {
  if (!/^~[\\/]/.test(text)) return undefined;
  const to = paths.path(join(home, text.slice(2)));
  if (to === undefined) return undefined;
  const isBelow = to.startsWith(home) && /^[\\/]/.test(to.slice(home.length));
  return isBelow ? `~${to.slice(home.length)}` : to;
}
