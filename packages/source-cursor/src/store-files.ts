import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { messageOf } from "@chatexport/core";

/**
 * Files that records name by path: images, outputs put aside. Only what lies in Cursor's own folders
 * is read; a path that leads elsewhere was written by somebody else.
 */
export interface StoreFiles {
  /** The content, or the reason why there is none: "not found", "outside of Cursor's folders". */
  read(path: string): Uint8Array | { missing: string };
}

/**
 * Reads files below any of `roots`, which need not exist, whatever links lead where. A store may have
 * been copied: what lay in a folder of the same name as a root is looked for below that root.
 */
export function storeFiles(roots: readonly string[]): StoreFiles {
  return {
    read(recorded) {
      const path = moved(recorded, roots);
      // A path that leads elsewhere is not even looked at: on Windows it may name another machine.
      const folders = roots.flatMap((root) => [resolve(root), ...realPath(root)]);
      if (!isAbsolute(path)) return { missing: "not found" };
      if (!folders.some((folder) => isWithin(folder, path))) return { missing: outside };
      const [real] = realPath(path);
      if (real === undefined) return { missing: "not found" };
      if (!roots.flatMap(realPath).some((root) => isWithin(root, real)))
        return { missing: outside };
      try {
        const stat = statSync(real);
        if (!stat.isFile()) return { missing: "not a file" };
        if (stat.size > largestFile) return { missing: "larger than 50 MB" };
        return readFileSync(real);
      } catch (error) {
        return { missing: messageOf(error) };
      }
    },
  };
}

const outside = "outside of Cursor's folders";
const largestFile = 50_000_000;

function moved(path: string, roots: readonly string[]): string {
  if (roots.some((root) => isWithin(resolve(root), path))) return path;
  // It may come from another system.
  const slashes = path.replaceAll("\\", "/");
  for (const root of roots) {
    const folder = `/${basename(root)}/`;
    const at = slashes.lastIndexOf(folder);
    const candidate = at === -1 ? undefined : join(root, slashes.slice(at + folder.length));
    if (candidate !== undefined && isWithin(resolve(root), candidate) && existsSync(candidate))
      return candidate;
  }
  return path;
}

function realPath(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function isWithin(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
