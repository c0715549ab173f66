import { open } from "node:fs/promises";
import { join } from "node:path";
import type { IndexEntry, IndexFolder } from "@chatexport/core";
import { attempt, readTextFile } from "@chatexport/core/read";
import type { ArchivedDocument, ArchivedFile } from "./archived-session.js";
import { isThere, type StagedFile, type Staging } from "./staging.js";

/** The place of the files beside an index, below the folder of the archive. */
const folderName = "index.files";

// In bytes: for longer texts than these become, the collector of garbage waits.
const highWaterMark = 32 * 1024;

/** The folder of an index, and what becomes of its files. */
export interface OpenIndexFolder {
  folder: IndexFolder;
  /** The files that were put there, in order. */
  facts(): ArchivedFile[];
  /** Gives their names to those that are not there as they are. */
  place(): Promise<void>;
  /** Removes the files of the run before that were not put again. */
  removeOthers(): Promise<void>;
  /** Removes the files that were staged and not placed. */
  discard(): Promise<void>;
}

/** Opens the folder beside an index; `known` are its files as the run before has left them. */
export function indexFolder(
  documents: ReadonlyMap<IndexEntry, ArchivedDocument>,
  known: readonly ArchivedFile[],
  { root, files, signal }: { root: string; files: Staging; signal: AbortSignal },
): OpenIndexFolder {
  const staged: StagedFile[] = [];
  return {
    folder: {
      link: folderName,
      revisionOf: (entry) => documents.get(entry)?.sha256,
      async *textOf(entry) {
        const path = documents.get(entry)?.path;
        const size = path === undefined ? undefined : await files.sizeOf(path);
        // A link in place of a document could lead out of the archive.
        if (path === undefined || size === undefined || size < 0) return;
        const file = await open(join(root, path)).catch(() => undefined);
        if (file) yield* file.createReadStream({ encoding: "utf8", highWaterMark });
      },
      async earlier(name) {
        const file = known.find(({ path }) => path === `${folderName}/${name}`);
        if (!file || !(await isThere(file, files))) return undefined;
        return attempt(() => readTextFile(join(root, file.path)));
      },
      async put(name, text) {
        staged.push(await files.stage(`${folderName}/${name}`, [text], signal));
      },
    },
    facts: () => staged.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    async place() {
      for (const file of staged) if (!(await isThere(file, files))) await files.place(file);
    },
    async removeOthers() {
      const kept = new Set(staged.map(({ path }) => path));
      for (const { path } of known) if (!kept.has(path)) await files.remove(path);
    },
    async discard() {
      for (const file of staged) await files.discard(file);
    },
  };
}
