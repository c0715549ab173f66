import { sep } from "node:path";
import type { PathPair } from "../path-pair.js";
import { isThere } from "./look.js";
import { type Operation, renamesOf } from "./operation.js";

/**
 * Where a path leads to when a folder got another name; undefined when it is not in that folder. By exact
 * characters, unlike a `PathMap`: these are names as the disk has them.
 */
export function renamed(path: string, { from, to }: PathPair): string | undefined {
  if (path === from) return to;
  return path.startsWith(from + sep) ? to + path.slice(from.length) : undefined;
}

/** Where a thing is after some renames; undefined when there cannot have been one before them. */
export function placeAfter(path: string, renames: readonly PathPair[]): string | undefined {
  let place = path;
  for (const rename of renames) {
    const next = renamed(place, rename);
    // A rename never takes a name that something has.
    if (next === undefined && renamed(place, { from: rename.to, to: "" }) !== undefined)
      return undefined;
    place = next ?? place;
  }
  return place;
}

/**
 * Where the thing is now that will have a path when some operations have been carried out; undefined when
 * there is nothing now that could get there.
 */
export function placeBefore(path: string, operations: readonly Operation[]): string | undefined {
  let place = path;
  for (const { from, to } of renamesOf(operations).toReversed()) {
    const before = renamed(place, { from: to, to: from });
    if (before === undefined && renamed(place, { from, to }) !== undefined) return undefined;
    place = before ?? place;
  }
  return place;
}

/** Whether there will be something at a path when some operations have been carried out. */
export function willBeThere(path: string, operations: readonly Operation[]): boolean {
  const last = operations.findLast(
    (operation) =>
      operation.type.endsWith("-folder") && "path" in operation && operation.path === path,
  );
  if (last) return last.type === "make-folder";
  const place = placeBefore(path, operations);
  return place !== undefined && isThere(place);
}
