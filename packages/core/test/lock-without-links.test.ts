import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { lockFolder } from "../src/host/index.js";
import { emptyFolder } from "./folders.js";

/** A file system that knows no hard links, as on many memory sticks. */
vi.mock("node:fs", async (importActual) => ({
  ...(await importActual<typeof import("node:fs")>()),
  linkSync() {
    throw Object.assign(new Error("operation not supported"), { code: "ENOTSUP" });
  },
}));

test("without hard links a folder is locked as well", async () => {
  const folder = emptyFolder();
  const { signal } = new AbortController();
  const lock = await lockFolder(folder, { signal, wait: expect.fail });
  expect(readdirSync(folder)).toEqual(["lock"]);
  expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8")).process).toBe(process.pid);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("without hard links the lock of another process is waited for as well", async () => {
  const folder = emptyFolder();
  const path = join(folder, "lock");
  writeFileSync(path, JSON.stringify({ process: process.ppid, host: hostname() }));
  const { signal } = new AbortController();
  const owners: string[] = [];
  const lock = await lockFolder(folder, {
    signal,
    wait(owner) {
      owners.push(owner);
      rmSync(path);
    },
  });
  expect(owners).toEqual([`process ${process.ppid}`]);
  expect(lock.hasWaited).toBe(true);
});
