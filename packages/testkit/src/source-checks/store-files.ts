import { createHash } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The files at and below a folder, by path: kind, size, mode, times and content. */
export function stateOf(folder: string): Map<string, string> {
  const state = new Map<string, string>();
  for (const path of [folder, ...pathsBelow(folder)]) state.set(path, stateOfOne(path));
  return state;
}

/** The first change of a folder since then: a sentence that names the path. */
export function changeSince(
  before: ReadonlyMap<string, string>,
  folder: string,
): string | undefined {
  const after = stateOf(folder);
  for (const path of after.keys()) if (!before.has(path)) return `${path} is new`;
  for (const path of before.keys()) if (!after.has(path)) return `${path} is gone`;
  // A folder changes with what lies in it, so the deepest path says most.
  for (const path of [...after.keys()].reverse())
    if (after.get(path) !== before.get(path))
      return `${path} was ${before.get(path)} and is ${after.get(path)}`;
  return undefined;
}

/** The files at and below a path, in order. */
export function filesBelow(path: string): string[] {
  if (lstatSync(path).isFile()) return [path];
  return pathsBelow(path).filter((each) => lstatSync(each).isFile());
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => join(folder, name));
}

function stateOfOne(path: string): string {
  const info = lstatSync(path);
  const content = info.isFile()
    ? createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8)
    : info.isSymbolicLink()
      ? readlinkSync(path)
      : "";
  const size = info.isFile() ? ` of ${info.size} bytes` : "";
  const owner = `${info.uid}:${info.gid}`;
  const times = isOwnerSet(path) ? info.mtimeMs : `${info.mtimeMs}, ${info.ctimeMs}`;
  return `${info.mode.toString(8)} of ${owner}${size}, changed ${times} ${content}`.trim();
}

/**
 * True when root runs SQLite: it gives `-wal` and `-shm` the owner that they have already, which changes
 * nothing but their ctime.
 */
function isOwnerSet(path: string): boolean {
  return /-(?:wal|shm)$/.test(path) && process.getuid?.() === 0;
}

/** Makes all files and folders at and below a path older, by so many milliseconds. */
export function makeOlder(path: string, milliseconds: number): void {
  const older = (at: string) => {
    const { atimeMs, mtimeMs } = lstatSync(at);
    lutimesSync(at, atimeMs / 1000, (mtimeMs - milliseconds) / 1000);
  };
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }))
      older(join(path, name));
  older(path);
}

const sampleSize = 6;

/** Some of the files at and below a path, the same in each run. */
export function sampledFiles(store: string): string[] {
  const files = filesBelow(store);
  const step = Math.max(1, files.length / sampleSize);
  const sample = Array.from({ length: sampleSize }, (_, index) => files[Math.floor(index * step)]);
  return sample.filter((file) => file !== undefined);
}

/** The damages to files, each in a few words. */
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
