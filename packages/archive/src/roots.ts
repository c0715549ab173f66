import { resolve } from "node:path";
import { isInside } from "@chatexport/core/read";
import { shortHash } from "./fingerprint.js";

/**
 * The roots of stores that a run reads, by the names that the manifest gives them, so that a
 * session is missed only where it was found. A root that the user named is a hash of its path; the
 * places of the tools themselves have no name.
 */
export interface Roots {
  /** Name of the root in which a session was found; `path` is the file that it was read from. */
  nameOf(path: string | undefined): string | undefined;
  /** True when the run reads the root of that name. */
  has(name: string | undefined): boolean;
}

/** The roots that are named by `root`, a list of paths, and `home`; without either, those of the tools. */
export function rootsOf({
  root = [],
  home,
}: {
  root?: readonly string[] | undefined;
  home?: string | undefined;
}): Roots {
  const paths = [...root, ...(home === undefined ? [] : [home])].map((path) => resolve(path));
  const names = new Set<string | undefined>(paths.length > 0 ? paths.map(shortHash) : [undefined]);
  return {
    nameOf(path) {
      const own = paths.find((one) => path !== undefined && isInside(path, one)) ?? paths[0];
      return own && shortHash(own);
    },
    has: (name) => names.has(name),
  };
}
