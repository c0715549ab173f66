import { createHash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { attempt, isMissing, openFile } from "@chatexport/core/read";
import type { Times } from "./disk.js";

/** The disk's facts about a file, folder or link; undefined when nothing is there. */
export function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** True when anything has this name. */
export function isThere(path: string): boolean {
  return lookAt(path) !== undefined;
}

/** True when two names lead to one thing, as two spellings do where case does not count. */
export function areSame(one: string, other: string): boolean {
  const [a, b] = [lookAt(one), lookAt(other)];
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/**
 * True when a disk ignores case on the way to a path, or to the innermost folder around it that is there.
 * Paths of Windows need not be asked.
 */
export function ignoresCase(path: string): boolean {
  if (process.platform === "win32") return false;
  const isSame = attempt(() => {
    const there = isThere(path) ? path : folderAround(path);
    const other = there.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    return other !== there && areSame(there, other);
  });
  return isSame ?? false;
}

/** True when the folder of a path lists exactly this name: not one that only differs in case. */
export function isListed(path: string): boolean {
  return isThere(dirname(path)) && readdirSync(dirname(path)).includes(basename(path));
}

/** The innermost folder around a path that is there already. */
export function folderAround(path: string): string {
  const folder = dirname(path);
  return isThere(folder) ? folder : folderAround(folder);
}

/** The times when something was read and changed. */
export function timesOf({ atimeNs, mtimeNs }: BigIntStats): Times {
  return { atimeNs: String(atimeNs), mtimeNs: String(mtimeNs) };
}

const [smallestChunk, largestChunk] = [4096, 1024 * 1024];

/** The bytes of a file; a chunk is valid until the next one is asked for. */
export function* rawChunks(path: string): Generator<Buffer> {
  const file = openFile(path);
  try {
    // Most files are small: a large piece of memory for each keeps the garbage collector busy.
    const { size } = fstatSync(file);
    const chunk = Buffer.allocUnsafe(Math.min(Math.max(size, smallestChunk), largestChunk));
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      yield chunk.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

/** The hash of a file's content, in hex. */
export function sha256Of(path: string): string {
  const hash = createHash("sha256");
  for (const chunk of rawChunks(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** The facts about the file or folder to which a path leads; undefined when there is none. */
export function statsOf(path: string): Stats | undefined {
  return attempt(() => statSync(path, { throwIfNoEntry: false }));
}

/** True when a path leads to a folder. */
export function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false;
}

/** A path with links resolved, as far as it exists: the rest stays as it is. */
export function realPathOf(path: string): string {
  const parent = dirname(path);
  const rest = () => (parent === path ? path : join(realPathOf(parent), basename(path)));
  return attempt(() => realpathSync.native(path)) ?? rest();
}
