import type { Disk } from "../../src/disk/disk.js";
import { quickDisk } from "./world.js";

/** Something that happens before a call of a disk; it gets the number and the name of the call. */
type Before = (number: number, name: string, path: string) => void;

/** A disk whose every change can be watched, or fail. */
function watchedDisk(before: Before, inner: Disk = quickDisk): Disk {
  let number = 0;
  const watched = Object.entries(inner).map(([name, call]) => [
    name,
    (...values: unknown[]) => {
      if (name !== "freeSpace") before(number++, name, values.map(String).join(" "));
      return (call as (...values: unknown[]) => unknown)(...values);
    },
  ]);
  return Object.fromEntries(watched) as Disk;
}

/** A disk that fails once. */
export function failingDisk(at: number, inner?: Disk): Disk {
  return watchedDisk((number) => {
    if (number === at) throw systemError("EIO");
  }, inner);
}

/** A disk that a process changes no more from a change on, as if it had been killed before that. */
export function dyingDisk(at: number, inner?: Disk): Disk & { readonly isDead: boolean } {
  let isDead = false;
  let changes = 0;
  const disk = watchedDisk((_, name) => {
    // To be killed before a wait is to be killed before the change that follows.
    if (name !== "sync" && changes++ >= at) isDead = true;
    if (isDead) throw systemError("EIO");
  }, inner);
  return Object.defineProperty(disk, "isDead", { get: () => isDead }) as typeof disk & {
    readonly isDead: boolean;
  };
}

/** A disk that fails once, and is changed no more from a later call on. */
export function failingThenDying(at: number, later: number, inner?: Disk): Disk {
  return watchedDisk((number) => {
    if (number === at || number >= later) throw systemError("EIO");
  }, inner);
}

/** A disk on which the stores are on another volume than what moves keep. */
export const keepingElsewhere: Disk = {
  ...quickDisk,
  rename(from, to) {
    if (isKept(from) !== isKept(to)) throw systemError("EXDEV");
    quickDisk.rename(from, to);
  },
  link(from, to) {
    if (isKept(from) !== isKept(to)) throw systemError("EXDEV");
    quickDisk.link(from, to);
  },
};

/** A disk that knows no second names. */
export const withoutLinks: Disk = {
  ...quickDisk,
  link() {
    throw systemError("EPERM");
  },
};

function isKept(path: string): boolean {
  return path.includes("/chatexport/moves/");
}

/** An error as Node throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: it was said to fail`), { code });
}

/** The number of times that something asks a disk for anything, and of those that are changes. */
export async function countChanges(
  act: (disk: Disk) => Promise<unknown>,
  inner?: Disk,
): Promise<{ calls: number; changes: number }> {
  let calls = 0;
  let changes = 0;
  const counting = watchedDisk((_, name) => {
    calls++;
    if (name !== "sync") changes++;
  }, inner);
  await act(counting);
  return { calls, changes };
}
