import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as zlib from "node:zlib";
import { once } from "@chatexport/core/read";

const require = createRequire(import.meta.url);

// Most stores hold nothing compressed.
const library = once((): typeof import("fzstd") => require("fzstd"));

/** Node has a decoder of its own from 22.15 on, which is ten times as fast. */
const ownDecoder = (zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Buffer })
  .zstdDecompressSync;

/** What a compressed file holds; of a damaged one as much as can be had, and why it is not all. */
export function decompressedFile(path: string): { bytes: Buffer; damage?: unknown } {
  const bytes = readFileSync(path);
  try {
    return { bytes: ownDecoder ? ownDecoder(bytes) : Buffer.from(library().decompress(bytes)) };
  } catch (damage) {
    return { bytes: decompressedStart(bytes), damage };
  }
}

/** The beginning of what the first bytes of a compressed file hold, which may be cut off anywhere. */
export function decompressedStart(bytes: Uint8Array): Buffer {
  const pieces: Uint8Array[] = [];
  const { Decompress } = library();
  const stream = new Decompress((piece) => pieces.push(piece.slice()));
  try {
    stream.push(bytes);
  } catch {
    // What follows is cut off or damaged; loading tells.
  }
  return Buffer.concat(pieces);
}
