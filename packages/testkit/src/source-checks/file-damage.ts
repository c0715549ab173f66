import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesBelow } from "./store-state.js";

const sampleSize = 6;

/** Some of the files at and below a path, the same in each run. */
export function sampledFiles(store: string): string[] {
  const files = filesBelow(store);
  const step = Math.max(1, files.length / sampleSize);
  const sample = Array.from({ length: sampleSize }, (_, index) => files[Math.floor(index * step)]);
  return sample.filter((file) => file !== undefined);
}

/** What happens to files, each in a few words. */
export const damages: Readonly<Record<string, (file: string) => void>> = {
  "is empty": (file) => writeFileSync(file, ""),
  "is cut in half": (file) => {
    const content = readFileSync(file);
    writeFileSync(file, content.subarray(0, content.length / 2));
  },
  "holds bytes that are no text": (file) =>
    writeFileSync(
      file,
      Buffer.alloc(Math.max(256, statSync(file).size), "ff00fe80c0af0ac1", "hex"),
    ),
  "is a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};

/** Runs while a file is not there. */
export function withoutFile<T>(file: string, run: () => Promise<T>): Promise<T> {
  return withDamage(file, rmSync, run);
}

/** Runs while a file is damaged, and puts the same file back. */
export async function withDamage<T>(
  file: string,
  damage: (file: string) => void,
  run: () => Promise<T>,
): Promise<T> {
  // Copied back, it would have another time: nothing sets one as exactly as it is kept.
  const aside = mkdtempSync(join(tmpdir(), "chatexport-testkit-"));
  renameSync(file, join(aside, "file"));
  try {
    copyFileSync(join(aside, "file"), file);
    damage(file);
    return await run();
  } finally {
    rmSync(file, { recursive: true, force: true });
    renameSync(join(aside, "file"), file);
    rmSync(aside, { recursive: true });
  }
}
