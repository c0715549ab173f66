import { open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { renameOver, stateInPlace, writeWhole } from "@chatexport/core/host";
import { type Content, encoded } from "./content.js";

/** The state of a file before a write: missing, different, or the same. */
export type FileState = "new" | "changed" | "unchanged";

/** A file that has its name when it is complete, and not before. */
export interface AtomicFile {
  /** Adds a document at the end; when that fails, the file is as long as before. */
  append(content: Content, signal: AbortSignal): Promise<void>;
  /** Waits until what was added would survive a loss of power. */
  sync(): Promise<void>;
  /**
   * Gives the file its name; one that holds the same bytes already is left untouched, and so is one that
   * `mayReplace` forbids to replace, though it is "changed".
   */
  commit(mayReplace?: boolean): Promise<FileState>;
  /** Removes the file unless it has its name. */
  discard(): Promise<void>;
}

let opened = 0;

/** Opens a file that only its owner can read, in a folder that exists. */
export async function openAtomic(path: string): Promise<AtomicFile> {
  const temporary = join(dirname(path), `.chatexport-${process.pid}-${opened++}.tmp`);
  await rm(temporary, { force: true });
  // In append mode, so that writing goes on at the new end after a truncation.
  const handle = await open(temporary, "ax", 0o600);
  return {
    async append(content, signal) {
      const { size } = await handle.stat();
      try {
        for await (const bytes of encoded(content)) {
          signal.throwIfAborted();
          writeWhole(handle.fd, bytes);
        }
      } catch (error) {
        await handle.truncate(size);
        throw error;
      }
    },
    sync: () => handle.sync(),
    async commit(mayReplace = true) {
      await handle.close();
      const state = await stateInPlace(temporary, path);
      if (state === "unchanged" || (state === "changed" && !mayReplace)) await rm(temporary);
      else renameOver(temporary, path);
      return state;
    },
    async discard() {
      await handle.close();
      await rm(temporary, { force: true });
    },
  };
}

/**
 * Writes a whole file in one go. One that is lasting, because it could not be made again, survives a
 * loss of power: there is never less than before.
 */
export async function writeAtomic(
  path: string,
  content: Content,
  options: { signal?: AbortSignal; isLasting?: boolean } = {},
): Promise<FileState> {
  const { signal = new AbortController().signal, isLasting } = options;
  const file = await openAtomic(path);
  try {
    await file.append(content, signal);
    if (isLasting) await file.sync();
    return await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
