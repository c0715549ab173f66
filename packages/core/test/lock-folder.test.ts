import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isRunning, type Lock, lockFolder } from "../src/host/index.js";
import { emptyFolder } from "./folders.js";

// For this process alone, time passes only when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets some time pass. */
function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

// A process that does not end by itself.
function runningProcess(): ChildProcess {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

function deadProcessId(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

/** The lock as another process writes it. */
function lockOf(owner: { process: number | undefined; host?: string }): string {
  return `${JSON.stringify({ host: hostname(), ...owner, key: "other" })}\n`;
}

/** Makes a file look as if it had last been touched so many seconds ago. */
function age(path: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  utimesSync(path, then, then);
}

/** Locks a folder, and collects the owners that it is told to wait for. */
function startLocking(folder: string): {
  lock: Promise<Lock>;
  owners: string[];
  isLocked(): boolean;
  abort(): void;
} {
  const owners: string[] = [];
  const controller = new AbortController();
  let isLocked = false;
  const lock = lockFolder(folder, {
    signal: controller.signal,
    wait: (owner) => owners.push(owner),
  }).then((own) => {
    isLocked = true;
    return own;
  });
  lock.catch(() => undefined);
  onTestFinished(() => controller.abort());
  return { lock, owners, isLocked: () => isLocked, abort: () => controller.abort() };
}

/** Watches, until the test ends, how all code in this process makes hard links: each is an attempt to take a lock. */
function watchLinks() {
  const link = vi.spyOn(fs, "linkSync");
  syncBuiltinESMExports();
  onTestFinished(() => {
    link.mockRestore();
    syncBuiltinESMExports();
  });
  return link;
}

/** Waits for some attempts to take a lock. */
async function attempts(link = watchLinks()): Promise<void> {
  await expect.poll(() => link.mock.calls.length, { interval: 20 }).toBeGreaterThan(2);
}

describe("a folder that nobody has locked", () => {
  test("is locked at once, by a file that only its owner can read", async () => {
    const folder = emptyFolder();
    const { lock, owners } = startLocking(folder);
    expect((await lock).hasWaited).toBe(false);
    expect(owners).toEqual([]);
    expect(readdirSync(folder)).toEqual(["lock"]);
    const owner = JSON.parse(readFileSync(join(folder, "lock"), "utf8"));
    expect(owner).toMatchObject({ process: process.pid, host: hostname() });
    if (process.platform !== "win32")
      expect(statSync(join(folder, "lock")).mode & 0o777).toBe(0o600);
  });

  test("is as it was after the lock is released", async () => {
    const folder = emptyFolder();
    const { lock } = startLocking(folder);
    (await lock).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a folder that another process has locked", () => {
  test("is waited for until that process releases it; its owner is named once", async () => {
    const folder = emptyFolder();
    const { pid } = runningProcess();
    writeFileSync(join(folder, "lock"), lockOf({ process: pid }));
    const { lock, owners, isLocked } = startLocking(folder);
    await attempts();
    expect(isLocked()).toBe(false);
    expect(owners).toEqual([`process ${pid}`]);
    rmSync(join(folder, "lock"));
    expect((await lock).hasWaited).toBe(true);
    expect(owners).toHaveLength(1);
  });

  test("is taken over when that process is killed", async () => {
    const folder = emptyFolder();
    const owner = runningProcess();
    writeFileSync(join(folder, "lock"), lockOf({ process: owner.pid }));
    const { lock, isLocked } = startLocking(folder);
    await attempts();
    expect(isLocked()).toBe(false);
    owner.kill("SIGKILL");
    expect((await lock).hasWaited).toBe(true);
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  test("stays locked when the one that waits is stopped", async () => {
    const folder = emptyFolder();
    const content = lockOf({ process: runningProcess().pid });
    writeFileSync(join(folder, "lock"), content);
    const { lock, abort } = startLocking(folder);
    abort();
    await expect(lock).rejects.toThrow("aborted");
    expect(readdirSync(folder)).toEqual(["lock"]);
    expect(readFileSync(join(folder, "lock"), "utf8")).toBe(content);
  });
});

describe("a lock that was left behind", () => {
  test.each([
    ["by a process that is dead", () => lockOf({ process: deadProcessId() })],
    // As in a container that is started again.
    ["by a process with the id of this one", () => lockOf({ process: process.pid })],
  ])("%s is taken over at once", async (_, content) => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "lock"), content());
    const { lock, owners } = startLocking(folder);
    expect((await lock).hasWaited).toBe(false);
    expect(owners).toEqual([]);
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  test.each([
    [
      "on another machine",
      lockOf({ process: process.pid, host: "elsewhere" }),
      `process ${process.pid} on elsewhere`,
    ],
    ["that is empty", "", "another process"],
    ["that is no JSON", "{]\u0000", "another process"],
  ])("%s is taken over after ten minutes", async (_, content, owner) => {
    const folder = emptyFolder();
    const path = join(folder, "lock");
    writeFileSync(path, content);
    age(path, 9 * 60);
    const { lock, owners, isLocked } = startLocking(folder);
    await attempts();
    expect(isLocked()).toBe(false);
    age(path, 11 * 60);
    expect((await lock).hasWaited).toBe(true);
    expect(owners).toEqual([owner]);
  });

  test("as a link that leads nowhere is replaced", async () => {
    const folder = emptyFolder();
    symlinkSync(join(folder, "nowhere"), join(folder, "lock"));
    const { lock } = startLocking(folder);
    expect((await lock).hasWaited).toBe(false);
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });

  test("is removed by one process only: a second one waits until the first is done", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "lock"), lockOf({ process: deadProcessId() }));
    mkdirSync(join(folder, "lock-abandoned"));
    const { lock, isLocked } = startLocking(folder);
    await attempts();
    expect(isLocked()).toBe(false);
    // The first one was killed before it was done.
    age(join(folder, "lock-abandoned"), 11);
    await lock;
    expect(readdirSync(folder)).toEqual(["lock"]);
  });
});

describe("a file system without hard links, as on many memory sticks,", () => {
  /** Takes hard links away from all code in this process, until the test ends. */
  function takeLinksAway() {
    return watchLinks().mockImplementation(() => {
      throw Object.assign(new Error("operation not supported"), { code: "ENOTSUP" });
    });
  }

  test("has folders that can be locked, too", async () => {
    const folder = emptyFolder();
    const link = takeLinksAway();
    const lock = await startLocking(folder).lock;
    expect(link).toHaveBeenCalledOnce();
    expect(readdirSync(folder)).toEqual(["lock"]);
    expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8")).process).toBe(process.pid);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("has locks of other processes that are waited for", async () => {
    const folder = emptyFolder();
    const link = takeLinksAway();
    const { pid } = runningProcess();
    const content = lockOf({ process: pid });
    writeFileSync(join(folder, "lock"), content);
    const { owners, isLocked } = startLocking(folder);
    await attempts(link);
    expect(isLocked()).toBe(false);
    expect(owners).toEqual([`process ${pid}`]);
    expect(readFileSync(join(folder, "lock"), "utf8")).toBe(content);
  });
});

describe("the owner of a lock", () => {
  test("shows that it is at work every ten seconds", async () => {
    const folder = emptyFolder();
    const lock = await startLocking(folder).lock;
    const path = join(folder, "lock");
    const made = statSync(path).mtimeMs;
    pass(9);
    lock.heartbeat();
    expect(statSync(path).mtimeMs).toBe(made);
    pass(2);
    lock.heartbeat();
    const shown = statSync(path).mtimeMs;
    expect(shown).toBeCloseTo(Date.now(), 0);
    pass(9);
    lock.heartbeat();
    expect(statSync(path).mtimeMs).toBe(shown);
  });

  test("hears that another one has taken the lock over, and leaves it to that one", async () => {
    const folder = emptyFolder();
    const lock = await startLocking(folder).lock;
    const content = lockOf({ process: 1, host: "elsewhere" });
    writeFileSync(join(folder, "lock"), content);
    pass(11);
    expect(() => lock.heartbeat()).toThrow(
      "another chatexport has begun to write to the same folder; run again",
    );
    lock.release();
    expect(readFileSync(join(folder, "lock"), "utf8")).toBe(content);
  });
});

describe("isRunning", () => {
  test("tells the processes of this machine from those that have ended", () => {
    expect(isRunning(process.pid)).toBe(true);
    expect(isRunning(runningProcess().pid ?? 0)).toBe(true);
    expect(isRunning(deadProcessId())).toBe(false);
  });

  // The first process belongs to the system.
  test.skipIf(process.platform === "win32")("knows processes of other users, too", () => {
    expect(isRunning(1)).toBe(true);
  });

  // A signal to 0 or a negative number would go to a group of processes.
  test.each([0, -1, 1.5, Number.NaN])("%d is no process", (processId) => {
    expect(isRunning(processId)).toBe(false);
  });
});
