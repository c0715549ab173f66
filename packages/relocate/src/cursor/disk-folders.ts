import { join } from "node:path";
import { entriesOf, slugOf } from "@chatexport/source-cursor/paths";

/** The folders at or below `root` whose paths have a slug; only folders on the way to such are looked into. */
export function foldersOfSlug(root: string, slug: string): string[] {
  const own = slugOf(root);
  const rest = slugOf(slug);
  if (own === rest) return [root];
  // Between the root and what follows stands one "-", unless the root has no letter.
  const start = own === "" ? "" : `${own}-`;
  return rest.startsWith(start) ? below(root, rest.slice(start.length)) : [];
}

function below(folder: string, rest: string): string[] {
  return entriesOf(folder).folders.flatMap((name) => {
    const path = join(folder, name);
    const own = slugOf(name);
    if (own === "") return [];
    if (own === rest) return [path];
    return rest.startsWith(`${own}-`) ? below(path, rest.slice(own.length + 1)) : [];
  });
}

/** Folders that hold what others made: nobody starts an agent there. */
const ignored: ReadonlySet<string> = new Set([".git", "node_modules"]);
const deepest = 6;
const most = 20_000;

/** The folders below a folder, those above others first, up to a depth and a number that projects rarely have. */
export function foldersBelow(folder: string): string[] {
  const found = [folder];
  let level = [folder];
  for (let depth = 0; depth < deepest && found.length < most; depth++) {
    const next = level.flatMap((parent) =>
      entriesOf(parent)
        .folders.filter((name) => !ignored.has(name))
        .map((name) => join(parent, name)),
    );
    level = next.slice(0, most - found.length);
    found.push(...level);
  }
  return found;
}
