import type { SearchedStore } from "../plugins/stores.js";
import { shortPath } from "../terminal/short-path.js";

/**
 * In one line the places of a source that do not exist; nobody knows all the places of a tool on all
 * systems, so that they say little one by one.
 */
export function missingPlaces(
  missing: readonly Pick<SearchedStore, "path">[],
  isAll: boolean,
): string {
  const [first] = missing;
  if (first && missing.length === 1) return `${shortPath(first.path)} does not exist`;
  const count = isAll
    ? `none of its ${missing.length} places exists`
    : `${missing.length} other places do not exist`;
  return `${count} (--verbose names them)`;
}
