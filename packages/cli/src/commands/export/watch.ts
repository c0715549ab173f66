import { setTimeout } from "node:timers/promises";
import { kindOfPath } from "../../host/files/paths.js";
import type { SearchedStore } from "../../host/plugins/searched-stores.js";

/** Milliseconds after a change: what writes one record often writes more. */
const settling = 500;
/** Milliseconds until stores are looked at without a sign of a change: of some network folders none comes. */
const longestWait = 2 * 60_000;

/**
 * Does some work, and again whenever a store has changed since it began, until the signal is given. The work resolves to
 * the stores that it has looked at. A session that goes on all the time costs no more than half of one core.
 *
 * chokidar follows folders that come, go and are replaced, on each system; it needs nothing but a walk of folders.
 */
export async function wheneverStoresChange(
  work: (isAgain: boolean) => Promise<readonly SearchedStore[]>,
  signal: AbortSignal,
): Promise<void> {
  const { watch } = await import("chokidar");
  const databases = new Set<string>();
  // A folder tells of its files, and stores may have a hundred thousand.
  const ignored = (path: string, stats?: { isFile(): boolean }) =>
    stats?.isFile() === true && !databases.has(path);
  const watcher = watch([], { ignoreInitial: true, ignorePermissionErrors: true, ignored });
  const followed = new Set<string>();
  // Told once, of what is watched at first.
  const ready = new Promise<void>((resolve) => watcher.once("ready", resolve));
  let isReady = false;
  let isChanged = false;
  let wake = () => {};
  watcher.on("raw", () => {
    isChanged = true;
    wake();
  });
  // A folder that cannot be watched is looked at less often.
  watcher.on("error", () => {});
  signal.addEventListener("abort", () => wake());
  try {
    for (let isAgain = false; !signal.aborted; isAgain = true) {
      isChanged = false;
      const begin = performance.now();
      const stores = await work(isAgain);
      // What changed before it was watched is found by another look.
      if (await follow(stores)) isChanged = true;
      await pause(Math.max(settling, performance.now() - begin), signal);
      if (!isChanged) await changeOr(longestWait);
    }
  } finally {
    await watcher.close();
  }

  /** Watches stores that are there and were not watched; tells if there are any, once that has begun. */
  async function follow(stores: readonly SearchedStore[]): Promise<boolean> {
    const found: string[] = [];
    for (const { path } of stores) {
      if (followed.has(path)) continue;
      const kind = await kindOfPath(path);
      if (kind !== "folder" && kind !== "file") continue;
      followed.add(path);
      const files = kind === "file" ? [path, `${path}-wal`] : [];
      for (const file of files) databases.add(file);
      found.push(...(kind === "file" ? files : [path]));
    }
    if (found.length === 0) return false;
    watcher.add(found);
    if (isReady) await pause(settling, signal);
    else await Promise.race([ready, pause(longestWait, signal)]);
    isReady = true;
    return true;
  }

  async function changeOr(milliseconds: number): Promise<void> {
    const ended = new AbortController();
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (!signal.aborted) await Promise.race([changed, pause(milliseconds, ended.signal)]);
    ended.abort();
    await pause(settling, signal);
  }
}

/** Waits, or not any longer once the signal is given. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
