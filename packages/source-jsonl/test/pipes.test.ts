import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { contextFor, type SessionRef, type Source } from "@chatexport/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import jsonl from "../src/index.js";
import { fileOf, folderWith, readFrom, sessionOf } from "./archive.js";

const one = sessionOf("11111111-1111-4111-8111-111111111111");
const two = sessionOf("22222222-2222-4222-8222-222222222222");

let temporary: string;

beforeEach(() => {
  temporary = folderWith({});
  vi.stubEnv("TMPDIR", temporary);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function fromStandardInput(content: string, root = "-") {
  const input = Readable.from([Buffer.from(content)]);
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as typeof process.stdin);
  return jsonl({ roots: [root] });
}

test("a named pipe is read once, and may be asked again", async () => {
  const folder = folderWith({ "all.jsonl": await fileOf(one, two) });
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  spawn("sh", ["-c", 'cat "$0" > "$1"', join(folder, "all.jsonl"), pipe]);
  const source: Source = jsonl({ roots: [pipe] });
  expect(await source.stores(contextFor({}, {}))).toEqual([
    { path: pipe, format: "jsonl", found: true, readable: true, sessions: 2 },
  ]);
  expect((await readFrom(source)).sessions).toEqual([one, two]);
  expect((await readFrom(source)).sessions).toEqual([one, two]);
  await source.close?.();
});

test("a dash is standard input, also as systems spell it", async () => {
  for (const root of ["-", "/dev/stdin"]) {
    const source = fromStandardInput(await fileOf(one, two), root);
    expect((await readFrom(source)).sessions).toEqual([one, two]);
    await source.close?.();
  }
});

test("what was read is private, and gone after close", async () => {
  const source = fromStandardInput(await fileOf(one));
  expect(readdirSync(temporary)).toEqual([]);
  await readFrom(source);
  const [name = ""] = readdirSync(temporary);
  const folder = join(temporary, name);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(folder))
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  await source.close?.();
  expect(existsSync(folder)).toBe(false);
});

test("trouble is named with the pipe, not with the copy of it", async () => {
  const source = fromStandardInput(`${await fileOf(one)}oh no\n`);
  const { loading } = await readFrom(source);
  expect(loading).toEqual(["warning malformed-line -:5"]);
  await source.close?.();
});

test("the same input has the same revision", async () => {
  const revisions = [];
  for (const content of [await fileOf(one), await fileOf(one), await fileOf(two)]) {
    const source = fromStandardInput(content);
    revisions.push((await readFrom(source)).refs[0]?.revision);
    await source.close?.();
  }
  expect(revisions[1]).toBe(revisions[0]);
  expect(revisions[2]).not.toBe(revisions[0]);
});

test("a pipe that breaks is reported", async () => {
  const input = new Readable({ read: () => void input.destroy(new Error("broken")) });
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as typeof process.stdin);
  const source: Source = jsonl({ roots: ["-"] });
  expect((await readFrom(source)).listing).toEqual(["error unreadable-file -"]);
  expect(await source.stores(contextFor({}, {}))).toEqual([
    { path: "-", format: "jsonl", found: true, readable: false, reason: "broken" },
  ]);
  await source.close?.();
});

test("nobody waits for what became a pipe after it was listed", async () => {
  const path = join(folderWith({ "all.jsonl": await fileOf(one) }), "all.jsonl");
  const source: Source = jsonl({ roots: [path] });
  const refs: SessionRef[] = [];
  for await (const ref of source.list(contextFor({}, {}))) refs.push(ref);
  rmSync(path);
  execFileSync("mkfifo", [path]);
  for (const ref of refs)
    await expect(source.load(ref, contextFor({}, {}))).rejects.toThrow("not a regular file");
  expect(refs).toHaveLength(1);
  await source.close?.();
});
