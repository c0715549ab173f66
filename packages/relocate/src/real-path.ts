import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A path with links resolved, as far as it exists: the rest stays as it is. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
