import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { type FilePart, messageOf } from "@chatexport/core";
import { attempt, isInside } from "@chatexport/core/read";
import { entriesOf } from "./folders.js";

/** Files that records name by path. Only Cursor's own folders are read; other paths are untrusted text. */
export interface StoreFiles {
  /** The content, or the reason why there is none: "not found", "outside of Cursor's folders". */
  read(path: string): Uint8Array | { missing: string };
}

/** Reads files below any of `roots`; in a copied store, what lay in a folder of the same name as a root. */
export function storeFiles(roots: readonly string[]): StoreFiles {
  return {
    read(recorded) {
      const path = moved(recorded, roots);
      // A path that leads elsewhere is not even looked at: on Windows it may name another machine.
      const own = roots.flatMap(realPath);
      const folders = [...roots.map((root) => resolve(root)), ...own];
      if (!isAbsolute(path)) return { missing: "not found" };
      if (!folders.some((folder) => isInside(path, folder))) return { missing: outside };
      const [real] = realPath(path);
      if (real === undefined) return { missing: "not found" };
      if (!own.some((root) => isInside(real, root))) return { missing: outside };
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

/** A file with the text that lies at a path, or with the reason why there is none. */
export function textFile(
  file: Omit<FilePart, "text" | "missing" | "from">,
  path: string,
  files: StoreFiles,
): FilePart {
  const read = files.read(path);
  const content = read instanceof Uint8Array ? { text: Buffer.from(read).toString("utf8") } : read;
  return { ...file, ...content, from: "tool" };
}

const outside = "outside of Cursor's folders";
const largestFile = 50_000_000;

function moved(path: string, roots: readonly string[]): string {
  // It may come from another system.
  const slashes = path.replaceAll("\\", "/");
  for (const root of roots) {
    const isHere = isInside(path, resolve(root));
    const folder = `/${basename(root)}/`;
    const at = slashes.lastIndexOf(folder);
    if (!isHere && at === -1) continue;
    const rest = isHere ? relative(resolve(root), path) : slashes.slice(at + folder.length);
    const candidate = join(root, rest);
    if (!isInside(candidate, resolve(root))) continue;
    const found = existsSync(candidate) ? candidate : inRenamedFolder(root, rest);
    if (found !== undefined) return found;
  }
  return path;
}

/**
 * Folders of projects are named after paths, and get other names when projects move, but what was said keeps
 * the old ones: the only file that lies in such a folder as the recorded one did. Undefined: none, or several.
 */
function inRenamedFolder(root: string, path: string): string | undefined {
  const [parent = "", , ...rest] = path.split(/[\\/]/);
  if (!["projects", "workspaceStorage"].includes(parent) || rest.length < 2) return undefined;
  const folder = join(root, parent);
  const found = entriesOf(folder)
    .folders.map((name) => join(folder, name, ...rest))
    .filter((candidate) => existsSync(candidate));
  return found.length === 1 ? found[0] : undefined;
}

function realPath(path: string): string[] {
  return attempt(() => [realpathSync(path)]) ?? [];
}
