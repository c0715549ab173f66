import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { type Diagnostic, messageOf } from "../diagnostic.js";

// Opening a pipe would wait for somebody to write into it; Windows has no such files.
const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file of a store for reading. Throws for a pipe, a socket or a device, which may have taken its
 * place: what cannot be read to an end is no file of any store.
 */
export function openFile(path: string): number {
  const file = openSync(path, readWithoutWaiting);
  const info = fstatSync(file);
  if (!info.isFIFO() && !info.isSocket() && !info.isCharacterDevice()) return file;
  closeSync(file);
  throw new Error("it is not a regular file");
}

/** The text of a file of a store, read as a whole; throws as `openFile` does. */
export function readTextFile(path: string): string {
  const file = openFile(path);
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** A file that cannot be read, as every source reports it. */
export function unreadableFile(path: string, cause: unknown): Diagnostic {
  const message = `The file cannot be read: ${messageOf(cause)}`;
  return { severity: "error", code: "unreadable-file", message, origin: { path }, cause };
}

/** A folder that cannot be read, as every source reports it. */
export function unreadableFolder(path: string, cause: unknown): Diagnostic {
  const message = `The folder cannot be read: ${messageOf(cause)}`;
  return { severity: "error", code: "unreadable-folder", message, origin: { path }, cause };
}
