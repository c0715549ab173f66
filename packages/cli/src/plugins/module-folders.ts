import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ownFile } from "../own-file.js";

/** The file that is run as `chatexport`. */
const program = fileURLToPath(ownFile("bin/chatexport.js"));

/**
 * The `node_modules` folders that can hold plugins, whether or not they exist, in the order in which they
 * are looked into: those of the working directory, then those beside the program.
 */
export function moduleFolders(): string[] {
  const places = [process.cwd(), ...programFolders()];
  return [...new Set(places.flatMap(foldersAbove))];
}

/**
 * The folders in which the program lies: as it was started, then where links lead. A package that is
 * linked into a folder of global packages has its plugins there, and not where it really is.
 */
export function programFolders(): string[] {
  return [...startedAs(), program].map(dirname);
}

/** The path with which the program was started, and what it leads to as a link. */
function startedAs(): string[] {
  const paths: string[] = [];
  try {
    let path = process.argv[1] ?? "";
    if (realpathSync(path) !== realpathSync(program)) return [];
    for (;;) {
      paths.push(path);
      if (!lstatSync(path).isSymbolicLink()) return paths;
      path = resolve(dirname(path), readlinkSync(path));
    }
  } catch {
    // Whoever runs this as a library started something else.
    return paths;
  }
}

function foldersAbove(folder: string): string[] {
  const own = basename(folder) === "node_modules" ? folder : join(folder, "node_modules");
  const parent = dirname(folder);
  return parent === folder ? [own] : [own, ...foldersAbove(parent)];
}
