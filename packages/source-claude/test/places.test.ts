import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import {
  type Diagnostic,
  listSessions,
  type SessionRef,
  type SourceOptions,
  type Store,
} from "@chatexport/core";
import { afterEach, expect, test, vi } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt } from "./store.js";

const signal = new AbortController().signal;

async function list(options: SourceOptions, reported: Diagnostic[] = []): Promise<SessionRef[]> {
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  return (await listSessions([claude(options)], { report })).map(({ ref }) => ref);
}

function stores(options: SourceOptions): Promise<Store[]> {
  return claude(options).stores({ report: () => {}, signal });
}

afterEach(() => vi.unstubAllEnvs());

test("a root may be a home's config folder, projects, a project, any folder, or one file", async () => {
  const folder = folderWith({ "home/.claude/projects/-p/one.jsonl": prompt("One") });
  const shapes = ["home/.claude", "home/.claude/projects", "home/.claude/projects/-p", "home", ""];
  for (const shape of [...shapes, "home/.claude/projects/-p/one.jsonl"])
    expect((await list({ roots: [join(folder, shape)] })).map(({ id }) => id)).toEqual(["one"]);
  expect(await list({ home: join(folder, "home") })).toHaveLength(1);
});

test("in a config folder only projects counts", async () => {
  const folder = folderWith({
    ".claude/projects/-p/one.jsonl": prompt("One"),
    ".claude/backup/-p/two.jsonl": prompt("Two"),
  });
  expect((await list({ home: folder })).map(({ id }) => id)).toEqual(["one"]);
});

test("roots that overlap list each session once", async () => {
  const folder = folderWith({ "projects/-p/one.jsonl": prompt("One") });
  expect(await list({ roots: [folder, join(folder, "projects", "-p")] })).toHaveLength(1);
});

test("the environment counts only without home and roots", async () => {
  const chosen = folderWith({ "projects/-p/chosen.jsonl": prompt("Chosen") });
  const other = folderWith({ ".claude/projects/-p/other.jsonl": prompt("Other") });
  vi.stubEnv("CLAUDE_CONFIG_DIR", chosen);
  vi.stubEnv("HOME", other);
  expect((await list({})).map(({ id }) => id)).toEqual(["chosen"]);
  expect((await list({ home: other })).map(({ id }) => id)).toEqual(["other"]);
  expect((await list({ roots: [join(other, ".claude")] })).map(({ id }) => id)).toEqual(["other"]);
  vi.stubEnv("CLAUDE_CONFIG_DIR", "");
  expect((await list({})).map(({ id }) => id)).toEqual(["other"]);
});

test("a place that does not exist holds no session, reports nothing, and is named by stores", async () => {
  const reported: Diagnostic[] = [];
  const home = folderWith({});
  expect(await list({ home }, reported)).toEqual([]);
  expect(reported).toEqual([]);
  expect(await stores({ home })).toMatchObject([
    { path: join(home, ".claude"), found: false, readable: false },
  ]);
});

test("stores counts the sessions of each place", async () => {
  const folder = folderWith({
    "a/one.jsonl": prompt("One"),
    "a/two.jsonl": prompt("Two"),
    "b/x": "",
  });
  expect(await stores({ roots: [join(folder, "a"), join(folder, "b")] })).toMatchObject([
    { found: true, readable: true, sessions: 2 },
    { found: true, readable: true, sessions: 0 },
  ]);
});

test("a folder that links back to one above it is read once", async () => {
  const folder = folderWith({ "projects/-p/one.jsonl": prompt("One") });
  symlinkSync(join(folder, "projects"), join(folder, "projects", "-p", "loop"));
  symlinkSync(join(folder, "projects", "-p"), join(folder, "projects", "-moved"));
  expect(await list({ roots: [folder] })).toHaveLength(1);
});

test("a link to nowhere is named and hides nothing", async () => {
  const reported: Diagnostic[] = [];
  const folder = folderWith({ "-p/one.jsonl": prompt("One") });
  symlinkSync(join(folder, "gone"), join(folder, "-p", "two.jsonl"));
  expect(await list({ roots: [folder] }, reported)).toHaveLength(1);
  expect(reported).toMatchObject([
    {
      severity: "error",
      code: "unreadable-file",
      origin: { path: join(folder, "-p", "two.jsonl") },
    },
  ]);
});

test("a folder in the place of a transcript is no transcript", async () => {
  const folder = folderWith({ "-p/one.jsonl": prompt("One") });
  mkdirSync(join(folder, "-p", "two.jsonl"));
  expect(await list({ roots: [folder] })).toHaveLength(1);
});

test("a folder without permission is named and hides no neighbour", async () => {
  const reported: Diagnostic[] = [];
  const folder = folderWith({ "-a/one.jsonl": prompt("One"), "-b/two.jsonl": prompt("Two") });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "-a"), 0);
  const listed = await asNobody(() => list({ roots: [folder] }, reported));
  chmodSync(join(folder, "-a"), 0o700);
  expect(listed.map(({ id }) => id)).toEqual(["two"]);
  expect(reported).toMatchObject([
    { severity: "error", code: "unreadable-folder", origin: { path: join(folder, "-a") } },
  ]);
});

/** Runs without the privileges of the superuser, who may read everything. */
async function asNobody<T>(run: () => Promise<T>): Promise<T> {
  const user = process.geteuid?.();
  if (user !== 0) return run();
  process.seteuid?.(65534);
  try {
    return await run();
  } finally {
    process.seteuid?.(user);
  }
}
