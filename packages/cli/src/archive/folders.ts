import { mkdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { errorCode } from "../error-code.js";

/** Makes the folders of an archive and never leaves it through a symbolic link. */
export interface Folders {
  /** The path of a folder inside the archive, which exists afterwards. */
  make(...names: readonly string[]): Promise<string>;
}

/** Opens the folder of an archive, making it when it is missing; only its owner can read it. */
export async function openFolders(root: string): Promise<Folders> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const inside = join(await realpath(root), sep);
  const made = new Set<string>();

  return {
    async make(...names) {
      let path = root;
      for (const name of names) {
        path = join(path, name);
        if (made.has(path)) continue;
        await mkdir(path, { mode: 0o700 }).catch(unlessThere);
        if (!join(await realpath(path), sep).startsWith(inside)) {
          throw new Error(`'${path}' is a symbolic link to a place outside of '${root}'`);
        }
        made.add(path);
      }
      return path;
    },
  };
}

function unlessThere(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}
