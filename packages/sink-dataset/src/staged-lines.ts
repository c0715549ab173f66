import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, rmSync } from "node:fs";
import { writeWhole } from "@chatexport/core/host";
import type { FileEntry } from "./manifest.js";

/** The position of the lines of a session in the file that holds those of all. */
export interface Range {
  /** In bytes. */
  start: number;
  length: number;
}

/** Lines on disk for which it is not yet known to which file they go, if to any. */
export interface StagedLines {
  add(lines: Buffer): Range;
  /** Writes some of them into a file; what is to be said of it. */
  copy(ranges: readonly Range[], path: string): Omit<FileEntry, "name">;
  remove(): void;
}

/** Opens an empty file for lines. */
export function openStagedLines(path: string): StagedLines {
  const file = openSync(path, "w+", 0o600);
  let size = 0;
  return {
    add(lines) {
      const range = { start: size, length: lines.length };
      writeWhole(file, lines);
      size += lines.length;
      return range;
    },
    copy(ranges, target) {
      const copy = openSync(target, "w", 0o600);
      const hash = createHash("sha256");
      const room = Buffer.allocUnsafe(chunkSize);
      let bytes = 0;
      try {
        for (const { start, length } of ranges)
          for (let done = 0; done < length; ) {
            const read = readSync(file, room, 0, Math.min(chunkSize, length - done), start + done);
            if (read === 0) throw new Error(`${path} was cut off by another program: run again`);
            const chunk = room.subarray(0, read);
            writeWhole(copy, chunk);
            hash.update(chunk);
            done += read;
            bytes += read;
          }
      } finally {
        closeSync(copy);
      }
      return { bytes, sha256: hash.digest("hex") };
    },
    remove() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

// In bytes.
const chunkSize = 1 << 20;
