import { createHash } from "node:crypto";
import { closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { errorCode } from "@chatexport/core";
import { fileDigest, renameOver, writeWhole } from "@chatexport/core/host";
import { isMissing } from "@chatexport/core/read";
import type { ArchivedFile } from "./archived-session.js";
import { type Content, encoded } from "./content.js";
import type { Folders } from "./folders.js";

/** A file that is complete but does not have its name yet: plain data, so that any thread can place it. */
export interface StagedFile extends ArchivedFile {
  /** The place where it lies meanwhile; absent when it was only measured. */
  temporary?: string;
}

/**
 * The means to write files aside, in any thread; each path is below the folder of the archive and
 * has slashes.
 */
export interface Stage {
  /** Writes a file aside; throws when the signal aborts. */
  stage(path: string, content: Content, signal: AbortSignal): Promise<StagedFile>;
  /** Removes a file that was staged, unless it was placed. */
  discard(file: StagedFile): Promise<void>;
  /**
   * The size of a file in bytes; undefined when there is none. Anything but a file, and a file
   * without permission, has size -1.
   */
  sizeOf(path: string): Promise<number | undefined>;
  /** The SHA-256 of a file; undefined when there is none, or something else. Throws when it cannot be read. */
  digestOf(path: string): Promise<string | undefined>;
}

/** The files of an archive. */
export interface Staging extends Stage {
  /** Gives a staged file its name, and replaces what has that name. */
  place(file: StagedFile): Promise<void>;
  /** Removes a file and the folders that are empty without it. */
  remove(path: string): Promise<void>;
  /** Removes what any thread of this process has staged and not placed. */
  clear(): Promise<void>;
}

/**
 * Files are written in the archive's own folder before they get their names, so that they are whole
 * at every moment, and a program that watches the archive sees no names that come and go.
 */
export async function openStaging(root: string, own: string, folders: Folders): Promise<Staging> {
  await removeLeftovers(own);
  return {
    ...openStage(root, own),
    async place({ path, temporary }) {
      await folders.make(...path.split("/").slice(0, -1));
      // At once, like all that is asked of each document: a wait takes longer.
      if (temporary !== undefined) renameOver(temporary, join(root, path));
    },
    remove: (path) => folders.remove(path),
    clear: () => removeLeftovers(own, `${process.pid}-`),
  };
}

/** As much of it as a thread needs that renders documents for an archive which is open. */
export function openStage(root: string, own: string): Stage {
  let staged = 0;
  return {
    ...reading(root),
    async stage(path, content, signal) {
      const temporary = join(own, `${process.pid}-${threadId}-${staged++}.tmp`);
      try {
        return { path, ...(await write(temporary, content, signal)), temporary };
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
    discard: async ({ temporary }) => {
      if (temporary !== undefined) rmSync(temporary, { force: true });
    },
  };
}

/** The same without a trace: what would be written is only measured. */
export function dryRunStaging(root: string): Staging {
  const nothing = async () => {};
  return {
    ...reading(root),
    stage: async (path, content, signal) => ({ path, ...(await measure(content, signal)) }),
    discard: nothing,
    place: nothing,
    remove: nothing,
    clear: nothing,
  };
}

/** True when one of the files is there. */
export async function hasFile(
  files: readonly Pick<ArchivedFile, "path">[],
  { sizeOf }: Pick<Stage, "sizeOf">,
): Promise<boolean> {
  for (const { path } of files) if ((await sizeOf(path)) !== undefined) return true;
  return false;
}

/** True when a file is there as it is known. */
export async function isThere(
  { path, bytes, sha256 }: ArchivedFile,
  files: Pick<Stage, "sizeOf" | "digestOf">,
): Promise<boolean> {
  return (await files.sizeOf(path)) === bytes && (await files.digestOf(path)) === sha256;
}

function reading(root: string): Pick<Stage, "sizeOf" | "digestOf"> {
  return {
    async sizeOf(path) {
      try {
        return sizeAt(join(root, path));
      } catch (error) {
        if (errorCode(error) === "EACCES") return -1;
        throw error;
      }
    },
    async digestOf(path) {
      const size = sizeAt(join(root, path));
      return size === undefined || size < 0 ? undefined : fileDigest(join(root, path));
    },
  };
}

// At once: an archive asks for the size of each of its files, and each wait takes longer than that.
function sizeAt(path: string): number | undefined {
  try {
    const found = lstatSync(path);
    return found.isFile() ? found.size : -1;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function write(temporary: string, content: Content, signal: AbortSignal) {
  const file = openSync(temporary, "wx", 0o600);
  try {
    return await measure(content, signal, (bytes) => writeWhole(file, bytes));
  } finally {
    closeSync(file);
  }
}

async function measure(
  content: Content,
  signal: AbortSignal,
  use?: (bytes: Uint8Array) => void,
): Promise<Pick<ArchivedFile, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const bytes of encoded(content)) {
    signal.throwIfAborted();
    use?.(bytes);
    hash.update(bytes);
    size += bytes.length;
  }
  return { bytes: size, sha256: hash.digest("hex") };
}

/**
 * Removes files that were staged and not placed: by a run that was killed, or under names that
 * begin like this.
 */
async function removeLeftovers(own: string, beginning = ""): Promise<void> {
  for (const entry of await readdir(own, { withFileTypes: true })) {
    const isStaged = entry.name.startsWith(beginning) && entry.name.endsWith(".tmp");
    if (isStaged && !entry.isDirectory()) await rm(join(own, entry.name), { force: true });
  }
}
