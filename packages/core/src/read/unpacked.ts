import { readSync } from "node:fs";
import { createRequire } from "node:module";
import * as zlib from "node:zlib";
import { attempt } from "../errors.js";
import type { Bytes } from "./bytes.js";

/** The compression of a file. */
export type Packing = "gzip" | "zstd";

/** The compression of a file, by its first four bytes; no text begins with them. */
export function packingOf([first, second, third, fourth]: Uint8Array): Packing | undefined {
  if (first === 0x1f && second === 0x8b && third === 8) return "gzip";
  return first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd
    ? "zstd"
    : undefined;
}

/** Far more than any session; a few bytes can stand for terabytes. */
const largestGiB = 1;

/** A piece becomes at most 32 MB: four bytes of zstd stand for 128 kB. */
const pieceLength = 1024;

/**
 * The content of a compressed open file, piece by piece. One that is cut off or damaged ends inside
 * of a line: with a zero byte, as a crash leaves it, where the line seems whole. Throws for one
 * that holds more than a GiB, or that this Node cannot unpack.
 */
export function unpacked(file: number, packing: Packing): Generator<Bytes> {
  return unpackedPieces(packing, (piece, position) => readSync(file, piece, { position }));
}

/** The text in some bytes, which may be compressed. One that is damaged ends as that of a file does; throws as well. */
export function textOfBytes(bytes: Uint8Array): string {
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packing = packingOf(stored);
  if (!packing) return stored.toString();
  const pieces: Buffer[] = [];
  // The bytes of a piece are those of the next one later.
  for (const piece of unpackedPieces(packing, (into, position) => stored.copy(into, 0, position)))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

/** Fills a piece with what is stored from a position on, and tells how much that is. */
type ReadPiece = (piece: Buffer, position: number) => number;

function* unpackedPieces(packing: Packing, readPiece: ReadPiece): Generator<Bytes> {
  const unpack = unpackers[packing]();
  const piece = Buffer.allocUnsafe(pieceLength);
  let total = 0;
  let last = newline;
  for (let position = 0, size = -1; size !== 0; position += size) {
    size = readPiece(piece, position);
    const bytes = attempt(() => unpack(piece.subarray(0, size)));
    if (!bytes) {
      yield Buffer.from(ends[String.fromCharCode(last)] ?? "");
      return;
    }
    total += bytes.length;
    if (total > largestGiB * 1024 ** 3)
      throw new Error(
        `it holds more than ${largestGiB} GiB: unpack it with \`${packing} -d\`, and read the result`,
      );
    last = bytes.at(-1) ?? last;
    yield bytes;
  }
}

const newline = 10;

/** The bytes that make the end of a damaged file a damaged line, by the character before it. */
const ends: Readonly<Record<string, string>> = { "\n": "\0", "}": "\n\0" };

/** Unpacks the next piece at once; an empty one is the end. Throws when it is damaged. */
type Unpack = (piece: Uint8Array) => Buffer;

const unpackers: Readonly<Record<Packing, () => Unpack>> = {
  gzip: () => {
    const { Z_SYNC_FLUSH, Z_FINISH } = zlib.constants;
    return withoutWaiting(zlib.createGunzip(options), Z_SYNC_FLUSH, Z_FINISH);
  },
  zstd() {
    const { createZstdDecompress } = zlib as ZlibWithZstd;
    if (!createZstdDecompress) return withLibrary();
    const unpack = withoutWaiting(createZstdDecompress(options), zstdFlush, zstdEnd);
    return (piece) => {
      // Node 22 does not say that the end is missing: then it takes what follows for a part of that.
      if (piece.length === 0 && unpack(zstdOfX).toString() !== "x") throw new Error("cut off");
      return unpack(piece);
    };
  },
};

/** A whole frame of zstd that holds the letter x. */
const zstdOfX = Buffer.from("28b52ffd200109000078", "hex");

const options = { chunkSize: 256 * 1024 };

/** Node has a decoder of its own from 22.15 on, which is ten times as fast as the library. */
interface ZlibWithZstd {
  createZstdDecompress?: (options: object) => object;
}

// ZSTD_e_flush and ZSTD_e_end of zstd.h.
const [zstdFlush, zstdEnd] = [1, 2] as const;

/** The fields of a stream of Node's zlib beyond its public interface. */
interface Inner {
  _handle: { close(): void };
  close(): void;
  removeAllListeners(event: string): void;
  on(event: string, listener: () => void): void;
  _processChunk(piece: Uint8Array, flush: number): Buffer;
  /** The number of bytes that it took of the last piece. */
  bytesWritten: number;
}

/** Node has no public way to unpack pieces without waiting; npm itself (minizlib) uses this one. */
function withoutWaiting(stream: object, flush: number, finish: number): Unpack {
  const inner = stream as Inner;
  const { _handle: handle } = inner;
  const close = handle.close.bind(handle);
  // It closes itself behind each piece.
  handle.close = () => {};
  inner.close = () => {};
  const unpack: Unpack = (piece) => {
    const isEnd = piece.length === 0;
    try {
      const bytes = inner._processChunk(piece, isEnd ? finish : flush);
      const left = piece.subarray(inner.bytesWritten);
      if (left.length === 0 || left.length === piece.length) return bytes;
      // Another part, which was compressed by itself, begins in the middle of the piece.
      inner._handle = handle;
      return Buffer.concat([bytes, unpack(left)]);
    } finally {
      inner._handle = handle;
      // Each piece adds a listener, and an error is emitted later as well.
      inner.removeAllListeners("error");
      inner.on("error", () => {});
      if (isEnd) close();
    }
  };
  return unpack;
}

const require = createRequire(import.meta.url);

/** The functions used of the package fzstd, where that is installed. */
interface Library {
  Decompress: new (
    take: (piece: Uint8Array) => void,
  ) => { push(piece: Uint8Array, isLast: boolean): void };
}

function withLibrary(): Unpack {
  const library = attempt(() => require("fzstd") as Library);
  if (!library)
    throw new Error("it is compressed with zstd, which Node 22.15 and newer can read: use that");
  const pieces: Uint8Array[] = [];
  const stream = new library.Decompress((piece) => pieces.push(piece.slice()));
  return (piece) => {
    // It keeps what it gets.
    stream.push(new Uint8Array(piece), piece.length === 0);
    return Buffer.concat(pieces.splice(0));
  };
}
