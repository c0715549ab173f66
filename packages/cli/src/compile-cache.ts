import { lstatSync, mkdirSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { cacheFolder } from "./host/files/cache-folder.js";

/**
 * Has Node keep the compiled code of this program in the user's cache folder, from 22.1 on. What lies
 * there is run, so nobody else may be able to write it: then nothing is kept.
 */
export function keepCompiledCode(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  const folder = join(cacheFolder(), "chatexport", "compiled");
  if (enableCompileCache && isOwn(folder)) enableCompileCache(folder);
}

/**
 * True when a folder is the user's alone, and nobody else can put another one in its place; it is made if
 * need be.
 */
function isOwn(folder: string): boolean {
  // Windows has no such rights; there, the folder of an account is its own.
  const user = process.getuid?.();
  if (user === undefined) return true;
  try {
    if (!isSafe(folder, user)) return false;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    return uid === user && (mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** As ssh asks of the folders above its files: they are of the user or of root, and nobody else writes to them. */
function isSafe(folder: string, user: number): boolean {
  const above = dirname(folder);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  const isWrong =
    stats && !(stats.isDirectory() && [0, user].includes(stats.uid) && (stats.mode & 0o022) === 0);
  return !isWrong && (above === folder || isSafe(above, user));
}
