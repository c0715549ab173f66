import { resolve } from "node:path";
import { isInside } from "../paths.js";
import { shortHash } from "./recipe.js";

/**
 * The places that a run reads, by names that stand in the manifest, so that a session is missed
 * only where it was found. A place that the user named is a hash of its path; what lies where the
 * tools put it has no name.
 */
export interface Places {
  /** Where a session was found; `path` is the file that it was read from. */
  nameOf(path: string | undefined): string | undefined;
  /** Whether the run reads the place of that name. */
  has(name: string | undefined): boolean;
}

/** Understands `--root` and `--home`. */
export function placesOf({
  root = [],
  home,
}: {
  root?: readonly string[] | undefined;
  home?: string | undefined;
}): Places {
  const paths = [...root, ...(home === undefined ? [] : [home])].map((path) => resolve(path));
  const names = new Set<string | undefined>(paths.length > 0 ? paths.map(shortHash) : [undefined]);
  return {
    nameOf(path) {
      const place = paths.find((one) => path !== undefined && isInside(path, one)) ?? paths[0];
      return place && shortHash(place);
    },
    has: (name) => names.has(name),
  };
}
