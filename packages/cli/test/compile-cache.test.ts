import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { binary } from "./binary.js";

// In the user's own folder: in those for everybody, nothing is kept.
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function ownFolder(): string {
  const folder = mkdtempSync(join(homedir(), ".chatexport-test-"));
  folders.push(folder);
  return folder;
}

/** Runs the program with a cache folder; returns where it keeps compiled code. */
function compiledIn(cache: string): string {
  const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  const { status, stderr } = spawnSync(process.execPath, [binary, "--version"], { env });
  expect(String(stderr)).toBe("");
  expect(status).toBe(0);
  return join(cache, "chatexport/compiled");
}

test("compiled code is kept where nobody else can write, where Node can keep it", () => {
  const compiled = compiledIn(ownFolder());
  expect(existsSync(compiled)).toBe("enableCompileCache" in module);
  if (!existsSync(compiled)) return;
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  expect(readdirSync(compiled)).not.toEqual([]);
});

test("no code is kept in a folder that others may write to", () => {
  const cache = ownFolder();
  chmodSync(cache, 0o777);
  expect(existsSync(compiledIn(cache))).toBe(false);
});

test("no code is kept in a folder that others can read, which somebody has made", () => {
  const cache = ownFolder();
  const compiled = join(cache, "chatexport/compiled");
  mkdirSync(compiled, { recursive: true });
  chmodSync(compiled, 0o755);
  expect(readdirSync(compiledIn(cache))).toEqual([]);
});
