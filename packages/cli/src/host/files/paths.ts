import { access, constants, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { extname, relative, sep } from "node:path";
import { safeLine } from "@chatexport/core";
import { isMissing } from "@chatexport/core/read";

/** The path that means standard input. */
export const standardInput = "-";

/** The kind of the file at a path, as far as it can be seen. */
export async function kindOfPath(
  path: string,
): Promise<"folder" | "file" | "nothing" | "unreadable"> {
  try {
    if (!(await stat(path)).isDirectory()) return "file";
    await access(path, constants.X_OK);
    return "folder";
  } catch (error) {
    return isMissing(error) ? "nothing" : "unreadable";
  }
}

/** A path as people write it: below the home folder it begins with `~`. */
export function shortPath(path: string): string {
  const home = homedir();
  const isWithin = path === home || path.startsWith(home + sep);
  return safeLine(isWithin ? `~${path.slice(home.length)}` : path);
}

/** A path as people write it from the working directory, unless it leads out of it. */
export function nearPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near;
}

/**
 * The end of the name of a file, in lower case; undefined for a folder: it exists, ends in a slash, or has
 * no ending.
 */
export async function extensionOf(out: string): Promise<string | undefined> {
  const extension = /[\\/]$/.test(out) ? "" : extname(out).slice(1).toLowerCase();
  return extension === "" || (await kindOfPath(out)) === "folder" ? undefined : extension;
}
