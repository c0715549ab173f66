import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "@chatexport/core";
import {
  attempt,
  getOrAdd,
  nameSet,
  type PrivateFolder,
  privateFolder,
} from "@chatexport/core/read";

/** The copy of a pipe, in a file that only its owner can read. */
interface PipeCopy {
  /** The file. */
  at: string;
  /** Its size in bytes. */
  size: number;
  /** The same for the same bytes. */
  revision: string;
}

/** Pipes can be read once, so each is copied to a private file and read from there. */
export interface Pipes {
  /** The copy of a pipe, made when it is first asked for. Rejects when the pipe cannot be read. */
  copyOf(path: string, context: Pick<Context, "signal">): Promise<PipeCopy>;
  /** The path of the content of a path: for a pipe that was listed the copy, else the path itself. */
  contentOf(path: string, context: Pick<Context, "signal">): Promise<string>;
  /** Removes all copies. */
  close(): void;
}

const standardInput = nameSet("- /dev/stdin /dev/fd/0 /proc/self/fd/0");

/** True when a path names the standard input: `-`, or as systems spell it. */
export function isStandardInput(path: string): boolean {
  return standardInput.has(path);
}

/** True when a path can be read only once: standard input, a FIFO, a socket, a character device. */
export function isPipe(path: string): boolean {
  if (isStandardInput(path)) return true;
  const info = attempt(() => statSync(path));
  return info !== undefined && (info.isFIFO() || info.isSocket() || info.isCharacterDevice());
}

/** Copies of pipes, none at first. */
export function createPipes(): Pipes {
  const copies = new Map<string, Promise<PipeCopy>>();
  const folders: PrivateFolder[] = [];
  const close = () => {
    for (const folder of folders.splice(0)) folder.remove();
    copies.clear();
  };
  const newFolder = () => {
    const folder = privateFolder();
    folders.push(folder);
    return folder.path;
  };
  const copyOf: Pipes["copyOf"] = (path, { signal }) => {
    const key = isStandardInput(path) ? "-" : path;
    return getOrAdd(copies, key, () => copyPipe(key, newFolder, signal));
  };
  return {
    copyOf,
    // A path that became a pipe since it was listed would never end.
    contentOf: async (path, context) =>
      isStandardInput(path) || copies.has(path) ? (await copyOf(path, context)).at : path,
    close,
  };
}

async function copyPipe(
  path: string,
  newFolder: () => string,
  signal: AbortSignal,
): Promise<PipeCopy> {
  const at = join(newFolder(), "input.jsonl");
  const hash = createHash("sha256");
  let size = 0;
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      size += bytes.length;
      done(null, bytes);
    },
  });
  const from = path === "-" ? process.stdin : createReadStream(path);
  const to = createWriteStream(at, { flags: "wx", mode: 0o600 });
  await pipeline(from, counted, to, { signal });
  return { at, size, revision: hash.digest("hex").slice(0, 32) };
}
