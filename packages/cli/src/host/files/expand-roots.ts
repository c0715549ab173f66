import { existsSync } from "node:fs";

/**
 * The places that are meant by roots: one with `*`, `?`, `[` or `{` stands for all that match it, in the order of
 * their names. One that is there under this very name, or that nothing matches, is left as it is.
 */
export async function expandedRoots(roots: readonly string[]): Promise<string[]> {
  const expanded = await Promise.all(roots.map(matchesOf));
  return [...new Set(expanded.flat())];
}

async function matchesOf(root: string): Promise<string[]> {
  if (!/[*?[{]/.test(root) || existsSync(root)) return [root];
  const { glob } = await import("tinyglobby");
  const found = await glob(root, {
    absolute: true,
    dot: true,
    expandDirectories: false,
    onlyFiles: false,
  });
  return found.length > 0 ? found.sort() : [root];
}
