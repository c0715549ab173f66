import { homedir } from "node:os";
import { sep } from "node:path";
import { safeLine } from "@chatexport/core";

/** A path as people write it: below the home folder it begins with `~`. */
export function shortPath(path: string): string {
  const home = homedir() + sep;
  return safeLine(path.startsWith(home) ? `~${sep}${path.slice(home.length)}` : path);
}
