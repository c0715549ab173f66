import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import type { SessionRef } from "@chatexport/core";
import type { StoreFile } from "../locate/contents.js";
import type { Locator } from "./locator.js";

/** A ref whose id need not be unique over all places. */
export type Found = SessionRef<Locator>;

/**
 * Changes whenever one of the files does: names, sizes and times of the last change, hashed, with what
 * other files tell about the session.
 */
export function revisionOf(files: readonly StoreFile[], told: object = {}): string {
  const hash = createHash("sha256").update(JSON.stringify(told));
  for (const { path, size, modified } of files)
    hash.update(`${basename(dirname(path))}/${basename(path)}\0${size}\0${modified}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** The sum of the sizes of files, in bytes. */
export function bytesOf(files: readonly StoreFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The first eight digits of the hash of a text. */
export function hash8(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
