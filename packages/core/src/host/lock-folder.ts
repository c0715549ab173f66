import { randomUUID } from "node:crypto";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { errorCode } from "../errors.js";
import { objectOf, textOf } from "../json.js";
import { parseLine } from "../read/lines-of-text.js";

/** Keeps other processes from writing to a folder. */
export interface Lock {
  /** Another process held the lock before. */
  readonly hasWaited: boolean;
  /** Shows that the owner is at work; throws when another process has taken the lock over. */
  heartbeat(): void;
  /** Lets other processes lock the folder. */
  release(): void;
}

// In milliseconds. An owner sends a heartbeat with each session, and no session takes so long, unless
// the machine slept.
const longestSilence = 10 * 60_000;
const betweenHeartbeats = 10_000;
const betweenAttempts = 200;

/**
 * Locks a folder that exists. While another process holds the lock, `wait` is called once with its
 * name, and this one tries again until the signal aborts. A lock whose owner is dead, or has sent no
 * heartbeat for ten minutes, is taken over. Not from a library: those that are maintained judge an
 * owner by time alone, so that a folder would stay locked after its owner was killed.
 */
export async function lockFolder(
  folder: string,
  { signal, wait }: { signal: AbortSignal; wait(owner: string): void },
): Promise<Lock> {
  const path = join(folder, "lock");
  const own = `${JSON.stringify({ process: process.pid, host: hostname(), key: randomUUID() })}\n`;
  let hasWaited = false;
  while (!create(path, own)) {
    const other = read(path);
    if (other === undefined) {
      // It was released meanwhile, or it is a link that leads nowhere.
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
        rmSync(path, { force: true });
      continue;
    }
    if (isAbandoned(path, other) && removeAbandoned(path, other)) continue;
    if (!hasWaited) wait(describe(other));
    hasWaited = true;
    await setTimeout(betweenAttempts, undefined, { signal });
  }
  // A process that was killed while it removed an abandoned lock has left its guard.
  rmSync(guardOf(path), { recursive: true, force: true });

  let lastHeartbeat = Date.now();
  return {
    hasWaited,
    heartbeat() {
      if (Date.now() - lastHeartbeat < betweenHeartbeats) return;
      if (read(path) !== own) {
        throw new Error("another chatexport has begun to write to the same folder; run again");
      }
      lastHeartbeat = Date.now();
      utimesSync(path, lastHeartbeat / 1000, lastHeartbeat / 1000);
    },
    release() {
      if (read(path) === own) rmSync(path, { force: true });
    },
  };
}

/** Creates the lock together with its content, so that no process sees one without an owner. */
function create(path: string, content: string): boolean {
  const prepared = `${path}-${randomUUID()}.tmp`;
  writeFileSync(prepared, content, { mode: 0o600, flag: "wx" });
  try {
    linkSync(prepared, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    return createWithoutLinks(path, content);
  } finally {
    rmSync(prepared, { force: true });
  }
}

function createWithoutLinks(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // A full disk has room for the name of the lock, but not for its owner.
    rmSync(path, { force: true });
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function isAbandoned(path: string, content: string): boolean {
  const { pid, host } = ownerOf(content);
  if (host === hostname() && (pid === process.pid || !isRunning(pid))) return true;
  return ageOf(path) > longestSilence;
}

/** Removes an abandoned lock; only one process does, or it would remove the new lock of another. */
function removeAbandoned(path: string, content: string): boolean {
  const guard = guardOf(path);
  try {
    mkdirSync(guard);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    if (ageOf(guard) > betweenHeartbeats) rmSync(guard, { recursive: true, force: true });
    return false;
  }
  if (read(path) === content) rmSync(path, { force: true });
  rmSync(guard, { recursive: true, force: true });
  return true;
}

function ownerOf(content: string): { pid: number; host: string | undefined } {
  const owner = objectOf(parseLine(content));
  return { pid: Number(owner?.process), host: textOf(owner?.host) };
}

function describe(content: string): string {
  const { pid, host } = ownerOf(content);
  if (!Number.isInteger(pid)) return "another process";
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

/** The path of the folder that guards the removal of a lock. */
function guardOf(path: string): string {
  return `${path}-abandoned`;
}

/** The milliseconds since a file was touched; 0 when it is gone. */
function ageOf(path: string): number {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched === undefined ? 0 : Date.now() - touched;
}

/** True when a process of this machine, of any user, runs; false for a number that is no process id. */
export function isRunning(processId: number): boolean {
  if (!Number.isSafeInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
