import { sep } from "node:path";
import { type PathPair, pathMap, spelledThere } from "../move/path-map.js";
import { contentAfter, spoken } from "./edit-files.js";
import type { Content } from "./raw-lines.js";

/**
 * The content of a file of a session of Claude Code when folders are elsewhere: the paths in its
 * records lead there, with the separators of that system. Texts of people, models and tools keep
 * theirs.
 */
export function contentElsewhere(path: string, pairs: readonly PathPair[]): Content {
  const map = spelledThere(pathMap(pairs));
  const isEdited = !path.split(sep).some((name) => spoken.has(name));
  return contentAfter(path, { map, ofStore: map.path, storeNames: [] }, isEdited);
}
