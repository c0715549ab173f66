import { isAbsolute, relative, sep } from "node:path";

/** True when a path is a folder's own or lies below it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  // To another drive there is no relative way.
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
