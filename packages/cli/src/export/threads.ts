import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Task } from "../archive/target.js";
import type { ExportOptions } from "../options.js";
import { standardInput } from "../paths.js";
import { namesOfStrangers } from "../plugins/strangers.js";
import { sessionKey } from "../session-key.js";
import type { Writing } from "./write-sessions.js";

// Each takes memory, and the disk becomes the limit.
const usual = 4;
const most = 16;
// In bytes of sessions: what is less is rendered before other threads have loaded the program.
const worthThreads = 100e6;
const unknownSize = 1e6;

/** In how many threads the documents of these tasks are to be rendered; 1 means in this one. */
export async function threadsFor(
  tasks: readonly Task[],
  { place, options }: Pick<Writing, "place" | "options">,
): Promise<number> {
  const wanted = options.jobs ?? (isLarge(tasks) ? Math.min(availableParallelism(), usual) : 1);
  const threads = Math.min(wanted, tasks.length, most);
  if (threads < 2 || !place.isArchive || !areIndependent(tasks)) return 1;
  // Code of other people may keep something in the process, and a pipe can be read once.
  if (namesOfStrangers().length > 0 || !(await arePipeless(options.root))) return 1;
  return threads;
}

function isLarge(tasks: readonly Task[]): boolean {
  const sizes = tasks.map(({ listed }) => listed.ref.bytes ?? unknownSize);
  return sizes.reduce((sum, size) => sum + size, 0) >= worthThreads;
}

/** Two sources can have the same session, of which the second replaces the first. */
function areIndependent(tasks: readonly Task[]): boolean {
  return new Set(tasks.map(({ listed }) => sessionKey(listed.ref))).size === tasks.length;
}

async function arePipeless(paths: ExportOptions["root"] = []): Promise<boolean> {
  for (const path of paths) {
    if (path === standardInput || /^\/(?:dev|proc)\//.test(path)) return false;
    const found = await stat(path).catch(() => undefined);
    if (found?.isFIFO() || found?.isSocket()) return false;
  }
  return true;
}
