import { createHash } from "node:crypto";
import {
  closeSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { DatasetFile } from "@chatexport/core";
import { makeFolder } from "@chatexport/core/host";
import type { FileEntry } from "./manifest.js";

/** Writes a file, and says what it is. */
type FileWriter = (path: string) => Omit<FileEntry, "name">;

/** Gives files their names in a folder when they are whole; one with the same bytes stays as it is. */
export function placing(folder: string, staging: string) {
  const files: DatasetFile[] = [];
  return {
    files,
    put(name: string, write: FileWriter): FileEntry {
      const staged = join(staging, "file.tmp");
      const path = join(folder, name);
      const { bytes, sha256 } = write(staged);
      const earlier = lstatSync(path, { throwIfNoEntry: false });
      const isSame = earlier?.size === bytes && digest(path) === sha256;
      if (isSame) rmSync(staged);
      else {
        makeFolder(dirname(path));
        renameSync(staged, path);
      }
      files.push({ path, bytes, state: isSame ? "unchanged" : earlier ? "changed" : "new" });
      return { name, bytes, sha256 };
    },
  };
}

/** What a file with this text is. */
export function textEntry(name: string, text: string): FileEntry {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { name, bytes: Buffer.byteLength(text), sha256 };
}

/** What writes a text. */
export function textFile(text: string): FileWriter {
  return (path) => {
    writeFileSync(path, text, { mode: 0o600 });
    return textEntry("", text);
  };
}

/** The SHA-256 of a file. */
export function digest(path: string): string {
  const hash = createHash("sha256");
  const room = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, "r");
  try {
    for (let read = readSync(file, room); read > 0; read = readSync(file, room))
      hash.update(room.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
