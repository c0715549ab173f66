import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { binary, exampleHome } from "./binary.js";

// In the user's own folder: in those for everybody, nothing is kept.
const folders: string[] = [];

const loader = fileURLToPath(new URL("../dist/compile-cache.cjs", import.meta.url));

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function ownFolder(): string {
  const folder = mkdtempSync(join(homedir(), ".chatexport-test-"));
  folders.push(folder);
  return folder;
}

/** Runs a program with a cache folder; returns what it prints. */
function run(cache: string, ...words: string[]): string {
  const { NODE_COMPILE_CACHE: _, ...others } = process.env;
  const env = { ...others, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

/** Runs this program with a cache folder; returns where it keeps compiled code. */
function compiledIn(cache: string): string {
  expect(run(cache, binary, "--version")).not.toBe("");
  return join(cache, "chatexport/compiled");
}

/** The folder of a command in a cache, and the files in it with the times when they were written. */
function keptIn(cache: string) {
  const compiled = join(cache, "chatexport/compiled");
  const [name = "", ...others] = readdirSync(compiled);
  expect(others).toEqual([]);
  const folder = join(compiled, name);
  const files = readdirSync(folder).map((file) => {
    const { mode, mtimeNs } = statSync(join(folder, file), { bigint: true });
    return { file, mode: Number(mode) & 0o777, time: mtimeNs };
  });
  return { folder, files };
}

test("compiled code is kept where nobody else can write", () => {
  const cache = ownFolder();
  expect(statSync(compiledIn(cache)).mode & 0o777).toBe(0o700);
  const { files } = keptIn(cache);
  expect(files.map(({ file }) => file)).toContain("main.cjs");
  expect([...new Set(files.map(({ mode }) => mode))]).toEqual([0o600]);
});

test("the next run of a command takes all its code from there", () => {
  const cache = ownFolder();
  compiledIn(cache);
  const before = keptIn(cache);
  compiledIn(cache);
  expect(keptIn(cache)).toEqual(before);
});

test("damaged code is not run, but written anew", () => {
  const cache = ownFolder();
  compiledIn(cache);
  const path = join(keptIn(cache).folder, "main.cjs");
  const whole = readFileSync(path);
  for (const position of [0, 5, 100, whole.length >> 1, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[position] = (damaged[position] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    compiledIn(cache);
    expect(readFileSync(path).equals(damaged)).toBe(false);
  }
  writeFileSync(path, "");
  compiledIn(cache);
  expect(readFileSync(path).length).toBeGreaterThan(100);
});

test("after a day it is made anew", () => {
  const cache = ownFolder();
  compiledIn(cache);
  const { folder, files } = keptIn(cache);
  const before = new Date(Date.now() - 90_000_000);
  utimesSync(folder, before, before);
  compiledIn(cache);
  const times = new Map(files.map(({ file, time }) => [file, time]));
  for (const { file, time } of keptIn(cache).files)
    expect(time).toBeGreaterThan(times.get(file) ?? 0n);
});

test("a file that has changed is compiled anew, whatever its length and time are", () => {
  const cache = ownFolder();
  const folder = ownFolder();
  const program = join(folder, "program.cjs");
  const part = join(folder, "part.cjs");
  const start = `const { requireCompiled } = require(${JSON.stringify(loader)});
    console.log(requireCompiled(process.argv[1], "list"));`;
  const printed = () => run(cache, "-e", start, program).trim();
  writeFileSync(program, 'module.exports = require("./part.cjs").value() + 1;');
  writeFileSync(part, "exports.value = () => 1;");
  const { atime, mtime } = statSync(part);
  expect(printed()).toBe("2");
  expect(printed()).toBe("2");
  writeFileSync(part, "exports.value = () => 4;");
  utimesSync(part, atime, mtime);
  expect(printed()).toBe("5");
  writeFileSync(part, "exports.value = () => { throw new Error('a kiln') };");
  writeFileSync(
    program,
    `const value = () => require("./part.cjs").value();
    try { value(); } catch (error) { module.exports = error.message + error.stack.includes("part.cjs:1:"); }`,
  );
  expect(printed()).toBe("a kilntrue");
});

test("kept code imports files of the user", () => {
  const cache = ownFolder();
  const config = join(ownFolder(), "chatexport.config.mjs");
  writeFileSync(config, 'export default { from: ["claude"] };');
  const list = ["list", "--quiet", "--home", exampleHome];
  const named = run(cache, binary, ...list, "--from", "claude", "--no-config");
  for (let times = 0; times < 2; times++)
    expect(run(cache, binary, ...list, "--config", config)).toBe(named);
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
