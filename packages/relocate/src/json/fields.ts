import type { JSONPath } from "jsonc-parser";

/**
 * A test for the places of fields, by patterns such as "entries.*.fullPath": `*` is any one name or
 * position, `**` any number of them.
 */
export function fieldTest(patterns: readonly string[]): (path: JSONPath) => boolean {
  const split = patterns.map((pattern) => pattern.split("."));
  return (path) => split.some((pattern) => matches(pattern, 0, path, 0));
}

function matches(pattern: readonly string[], at: number, path: JSONPath, depth: number): boolean {
  const name = pattern[at];
  if (name === undefined) return depth === path.length;
  if (name === "**")
    return (
      matches(pattern, at + 1, path, depth) ||
      (depth < path.length && matches(pattern, at, path, depth + 1))
    );
  return (
    depth < path.length &&
    (name === "*" || name === String(path[depth])) &&
    matches(pattern, at + 1, path, depth + 1)
  );
}
