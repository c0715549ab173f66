import { createWriteStream, statSync } from "node:fs";
import { dirname, extname, join, posix, relative, sep } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import type { Context } from "@chatexport/core";
import { attempt, getOrAdd, type PrivateFolder, privateFolder } from "@chatexport/core/read";
import type { Entry, ZipFile } from "yauzl";

/**
 * Files in ZIP files, as if these were folders: `export.zip/conversations.json`. What is read of one is unpacked to a
 * file that only this user can read, for a part of it can be found only in the whole.
 */
export interface ZipFiles {
  /** The paths of the files in a ZIP file. Rejects when it is damaged, or a name in it leads out of it. */
  filesIn(zip: string): Promise<string[]>;
  /**
   * The path of the content of a path: for a file in a ZIP file its copy, else the path itself. Rejects
   * with the code ENOENT where a ZIP file has no such file.
   */
  contentOf(path: string, context: Pick<Context, "signal">): Promise<string>;
  /** Removes all copies. */
  close(): void;
}

/** True when a path is that of a ZIP file. */
export function isZipFile(path: string): boolean {
  const isNamed = extname(path).toLowerCase() === ".zip";
  return isNamed && (attempt(() => statSync(path).isFile()) ?? false);
}

/** No ZIP file unpacked yet. */
export function zipFiles(): ZipFiles {
  const copies = new Map<string, Promise<string>>();
  const lengths = new Map<string, number>();
  let folder: PrivateFolder | undefined;
  let made = 0;

  const unpack = async (zip: string, state: string, name: string, signal: AbortSignal) => {
    for await (const { entry, file } of entriesOf(zip)) {
      if (posix.normalize(entry.fileName) !== name) continue;
      if (!entry.canDecodeFileData())
        throw new Error(entry.isEncrypted() ? "it is encrypted" : "its compression is not known");
      const length = (lengths.get(state) ?? 0) + entry.uncompressedSize;
      if (length > Math.max(largest, mostTimes * statSync(zip).size))
        throw new Error("it holds far more than it seems to");
      lengths.set(state, length);
      folder ??= privateFolder();
      const copy = join(folder.path, `${made++}.json`);
      const to = createWriteStream(copy, { flags: "wx", mode: 0o600 });
      await pipeline(await file.openReadStreamPromise(entry), checked(entry), to, { signal });
      return copy;
    }
    throw Object.assign(new Error(`it has no ${name}`), { code: "ENOENT" });
  };
  return {
    async filesIn(zip) {
      const paths: string[] = [];
      for await (const { entry } of entriesOf(zip))
        if (!entry.fileName.endsWith("/")) paths.push(join(zip, entry.fileName));
      return paths;
    },
    async contentOf(path, { signal }) {
      const zip = zipAround(path);
      if (zip === undefined) return path;
      const { size, mtimeMs } = statSync(zip);
      const state = `${zip} ${size} ${mtimeMs}`;
      const name = relative(zip, path).split(sep).join("/");
      const key = `${state} ${name}`;
      const copy = getOrAdd(copies, key, () => unpack(zip, state, name, signal));
      // The next call may succeed, or is not aborted.
      copy.catch(() => copies.delete(key));
      return copy;
    },
    close() {
      folder?.remove();
      folder = undefined;
      copies.clear();
    },
  };
}

/** In bytes: what a ZIP file may hold in any case, and how many times its own length otherwise. Text shrinks to a tenth. */
const [largest, mostTimes] = [1024 ** 3, 100];

async function* entriesOf(zip: string): AsyncGenerator<{ entry: Entry; file: ZipFile }> {
  const { openPromise } = await import("yauzl");
  const file = await openPromise(zip, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of file.eachEntry()) yield { entry, file };
  } finally {
    file.close();
  }
}

/** Hands bytes on, and fails where they are not those that were packed. */
function checked({ crc32: packed }: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      sum = crc32(bytes, sum);
      done(null, bytes);
    },
    flush: (done) => done(sum === packed ? null : new Error("it is damaged")),
  });
}

/** The ZIP file in which a path lies, as if it were a folder. */
function zipAround(path: string): string | undefined {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (isZipFile(at)) return at;
  return undefined;
}
