import { mkdir, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { errorCode } from "@chatexport/core";
import { makeFolder } from "@chatexport/core/host";
import { isMissing } from "@chatexport/core/read";

/** The folders of an archive; it is never left through a symbolic link. */
export interface Folders {
  /** The path of a folder inside the archive, which exists afterwards. */
  make(...names: readonly string[]): Promise<string>;
  /** Removes a file inside the archive, and the folders that are empty without it. */
  remove(path: string): Promise<void>;
}

/** Opens the folder of an archive, making it when it is missing; only its owner can read it. */
export async function openFolders(root: string): Promise<Folders> {
  makeFolder(root);
  const inside = join(await realpath(root), sep);
  const made = new Set<string>();

  return {
    async make(...names) {
      let path = root;
      for (const name of names) {
        path = join(path, name);
        if (made.has(path)) continue;
        await mkdir(path, { mode: 0o700 }).catch(unlessThere);
        await assertInside(path);
        made.add(path);
      }
      return path;
    },
    async remove(path) {
      const file = join(root, path);
      if (!(await exists(dirname(file)))) return;
      await assertInside(dirname(file));
      await rm(file, { force: true });
      for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
        if (!(await removeEmpty(join(root, folder)))) return;
        made.delete(join(root, folder));
      }
    },
  };

  async function assertInside(path: string): Promise<void> {
    if (join(await realpath(path), sep).startsWith(inside)) return;
    throw new Error(`'${path}' is a symbolic link to a place outside of '${root}'`);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
}

/** Removes a folder, and answers true then; one that is not empty stays. */
async function removeEmpty(path: string): Promise<boolean> {
  return rmdir(path).then(
    () => true,
    () => false,
  );
}

function unlessThere(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}

/** The folder in an archive for the files that are no documents. */
export const ownFolder = ".chatexport";

/** True when there is an archive in a folder. */
export async function isArchive(root: string): Promise<boolean> {
  const found = ["manifest.jsonl", "journal.jsonl"].map((name) => join(root, ownFolder, name));
  return (await Promise.all(found.map(isFile))).includes(true);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );
}
