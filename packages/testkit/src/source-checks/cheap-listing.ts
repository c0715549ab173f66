import { readFileSync, statSync } from "node:fs";
import type { SessionRef } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { difference } from "./difference.js";
import { listAll } from "./reading.js";
import { filesBelow } from "./store-files.js";
import { inNewHome, type Trial } from "./trial.js";

const addedBytes = 16 * 1024 * 1024;
const allowed = addedBytes / 4;

/** People wait for a list, and most of them have gigabytes. */
export const parsesNoBodies = inNewHome(async function* (trial) {
  yield* enlarge(trial);
  const parsed = await charactersParsedBy(() => list(trial));
  if (parsed >= allowed)
    yield `With ${addedBytes} bytes more in the bodies, list gives ${parsed} characters to JSON.parse. Parse what tells about a session alone.`;
});

/** A disk is slower than a parser. */
export const readsNoBodies = inNewHome(async function* (trial) {
  yield* enlarge(trial);
  const read = await bytesReadBy(() => list(trial));
  if (read >= allowed)
    yield `With ${addedBytes} bytes more in the bodies, list reads ${read} bytes. Read the ends of files, or an index.`;
});

async function list(trial: Trial): Promise<SessionRef[]> {
  const source = trial.open();
  const refs = await listAll(source);
  await source.close?.();
  return refs;
}

/** Enlarges the store; yields in what that was not done as `enlarge` says. */
async function* enlarge(trial: Trial): AsyncGenerator<string> {
  const { subject, store } = trial;
  const [sizeBefore, before] = [sizeOf(store), await list(trial)];
  await subject.enlarge(store, addedBytes);
  const [sizeAfter, after] = [sizeOf(store), await list(trial)];
  if (sizeAfter - sizeBefore < addedBytes)
    yield `enlarge made the store larger by ${sizeAfter - sizeBefore} bytes, not by ${addedBytes}.`;
  const changed = difference(toldById(before), toldById(after));
  if (changed !== undefined) yield `enlarge changed what listing tells: ref ${changed}.`;
}

function toldById(refs: readonly SessionRef[]): object {
  return Object.fromEntries(refs.map(({ id, title, cwd }) => [id, { title, cwd }]));
}

function sizeOf(store: string): number {
  return filesBelow(store).reduce((sum, path) => sum + statSync(path).size, 0);
}

/** The number of characters that were given to `JSON.parse` while a function ran. */
async function charactersParsedBy(run: () => Promise<unknown>): Promise<number> {
  const real = JSON.parse;
  let characters = 0;
  JSON.parse = (text, ...rest) => {
    characters += String(text).length;
    return real(text, ...rest);
  };
  try {
    await run();
  } finally {
    JSON.parse = real;
  }
  return characters;
}

/**
 * The number of bytes that this process read while a function ran: the least of some runs, for others read,
 * too.
 */
async function bytesReadBy(run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times++) {
    const before = bytesRead();
    await run();
    least = Math.min(least, bytesRead() - before);
  }
  return least;
}

/** The reason why it cannot be told how much is read, where that is so. */
export function cannotMeasureReading(): string | undefined {
  return attempt(bytesRead) ? undefined : unknown;
}

const unknown = "This system does not tell how many bytes a process has read.";

/** Linux counts them; pages of memory that files are mapped to are not among them. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}
