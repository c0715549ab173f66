import { sep } from "node:path";
import { isWindowsPath, type PathMap, type PathPair, pathMap } from "../move/path-map.js";
import { contentAfter, spoken } from "./edit-files.js";

/**
 * The content of a file of a session of Claude Code when folders are elsewhere: the paths in its
 * records lead there, with the separators of that system. Texts of people, models and tools keep
 * theirs. Throws for a file that cannot be read.
 */
export function contentElsewhere(path: string, pairs: readonly PathPair[]): Buffer {
  const map = spelledThere(pathMap(pairs));
  const isEdited = !path.split(sep).some((name) => spoken.has(name));
  const content = contentAfter(path, { map, ofStore: map.path, storeNames: [] }, isEdited);
  // A piece is valid until the next one is asked for.
  return Buffer.concat(Array.from(content(), (piece) => Buffer.from(piece)));
}

/** A map between two systems, which may write paths in other ways. */
function spelledThere(map: PathMap): PathMap {
  return {
    ...map,
    path(path) {
      const mapped = map.path(path);
      if (mapped === undefined) return undefined;
      const goesToWindows = map.pairs.some(
        ({ to }) => isWindowsPath(to) && mapped.toLowerCase().startsWith(to.toLowerCase()),
      );
      if (goesToWindows) return mapped.replaceAll("/", "\\");
      return isWindowsPath(path) ? mapped.replaceAll("\\", "/") : mapped;
    },
  };
}
