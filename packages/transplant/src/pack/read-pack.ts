import { createReadStream } from "node:fs";
import { pipeline as piped, Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { messageOf } from "@chatexport/core";
import { ChangeError } from "@chatexport/relocate";
import { createTarDecoder, type TarHeader } from "modern-tar";
import {
  fileIn,
  manifestIn,
  manifestName,
  type PackedFile,
  type PackManifest,
} from "./manifest.js";

/** The most bytes that a pack may hold: what claims to be more was made to fill a disk. */
const most = 4 * 1024 ** 3 - 1;

/**
 * Reads a pack file by file; `take` gets the content of each but the manifest. Throws `ChangeError` for any other
 * file, and for names that lead out of a store.
 */
export async function readPack(
  path: string,
  take: (
    file: PackedFile,
    body: Readable,
    checksum: string | undefined,
  ) => Promise<void> = passOver,
): Promise<{ manifest: PackManifest; files: PackedFile[] }> {
  const files = new Map<string, PackedFile>();
  let manifest: PackManifest | undefined;
  try {
    for await (const { header, body } of filesIn(path)) {
      if (manifest) {
        const { name, type } = header;
        const file = type === "file" && !files.has(name) ? fileIn(name, manifest) : undefined;
        if (!file) throw new Error(`unexpected ${type} ${name}`);
        files.set(name, file);
        await take(file, body, manifest.checksums.get(name));
      } else {
        manifest = await manifestOf(path, header, body);
      }
    }
  } catch (cause) {
    if (cause instanceof ChangeError) throw cause;
    if (cause instanceof Error && "syscall" in cause)
      throw new ChangeError("unreadable", `${path} cannot be read: ${messageOf(cause)}`, {
        ...{ paths: [path], cause },
      });
    throw noPack(path, cause);
  }
  const names = [...(manifest?.checksums.keys() ?? [])];
  if (!manifest || files.size === 0 || !names.every((name) => files.has(name))) throw noPack(path);
  return { manifest, files: [...files.values()] };
}

async function passOver(_file: PackedFile, body: Readable): Promise<void> {
  await pipeline(body, async (pieces) => {
    for await (const _ of pieces);
  });
}

/** The files in a tar.gz; the content of each is to be read before the next one is asked for. */
async function* filesIn(path: string) {
  let size = 0;
  const limited = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      done(size > most ? new RangeError("it holds more than 4 GB") : null, piece);
    },
  });
  // What goes wrong shows where the last one is read.
  const tar = piped(createReadStream(path), createGunzip(), limited, () => {});
  const entries = Readable.fromWeb(
    Readable.toWeb(tar).pipeThrough(createTarDecoder({ strict: true }) as never),
    { objectMode: true },
  );
  for await (const { header, body } of entries) yield { header, body: Readable.fromWeb(body) };
}

/** The first file of a pack, which says what is in it. */
async function manifestOf(path: string, header: TarHeader, body: Readable): Promise<PackManifest> {
  if (header.name !== manifestName || header.size > largestManifest) throw noPack(path);
  const manifest = manifestIn(await text(body));
  if (manifest === "later")
    throw new ChangeError(
      "not-a-pack",
      `${path} was packed by a later version of chatexport: unpack it with that one.`,
      { paths: [path] },
    );
  if (!manifest) throw noPack(path);
  return manifest;
}

const largestManifest = 64 * 1024 ** 2;

/** Says that a file is no pack. */
export function noPack(path: string, cause?: unknown): ChangeError {
  return new ChangeError("not-a-pack", `${path} is not a file that chatexport pack has written.`, {
    paths: [path],
    cause,
  });
}
