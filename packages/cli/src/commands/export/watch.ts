import { setTimeout } from "node:timers/promises";
import { kindOfPath } from "../../host/files/paths.js";
import type { SearchedStore } from "../../host/plugins/searched-stores.js";

/** Milliseconds after a change: what writes one record often writes more. */
const settling = 500;
/** Milliseconds until stores are looked at without a sign of a change: of some network folders none comes. */
const longestWait = 10 * 60_000;

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
      for (const { path } of stores) await follow(path);
      await pause(Math.max(settling, performance.now() - begin), signal);
      if (!isChanged) await changeOr(longestWait);
    }
  } finally {
    await watcher.close();
  }

  /** Watches a store, from now on or again; one that is not there yet is looked for with the next change. */
  async function follow(path: string): Promise<void> {
    const kind = await kindOfPath(path);
    const paths = kind === "file" ? [path, `${path}-wal`] : [];
    for (const database of paths) databases.add(database);
    watcher.add(kind === "folder" ? path : paths);
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
