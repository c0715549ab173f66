import { homedir } from "node:os";
import { join, resolve } from "node:path";

/**
 * The folder where programs keep what they can make again: `%LOCALAPPDATA%`, `$XDG_CACHE_HOME`,
 * `~/Library/Caches` or `~/.cache`.
 */
export function cacheFolder(): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === "win32" && LOCALAPPDATA) return LOCALAPPDATA;
  const usual = process.platform === "darwin" ? "Library/Caches" : ".cache";
  return resolve(XDG_CACHE_HOME || join(homedir(), usual));
}
