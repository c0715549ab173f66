import { chmodSync, mkdirSync, symlinkSync, utimesSync } from "node:fs";
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

test("a root inside another root, and what links lead to, adds nothing", async () => {
  const folder = folderWith({
    "projects/-z/one.jsonl": prompt("One"),
    "projects/-z/one/subagents/agent-a.jsonl": prompt("Agent"),
    "projects/-z/one/subagents/workflows/run/journal.jsonl": "{}\n",
  });
  mkdirSync(join(folder, "projects", "-a"));
  symlinkSync(join(folder, "projects/-z/one.jsonl"), join(folder, "projects/-a/one.jsonl"));
  symlinkSync(join(folder, "projects"), join(folder, "linked"));
  const inner = ["", "projects", "linked", "projects/-z/one.jsonl", "projects/-z/one"];
  const agents = ["projects/-z/one/subagents", "projects/-z/one/subagents/workflows/run"];
  const reported: Diagnostic[] = [];
  for (const roots of [[...inner, ...agents], [...agents, ...inner].reverse()]) {
    const paths = roots.map((root) => join(folder, root));
    expect(await list({ roots: paths }, reported)).toMatchObject([{ id: "one", subagentCount: 1 }]);
  }
  expect(reported).toEqual([]);
});

test("a link is read where nothing else leads to its file", async () => {
  const store = folderWith({ "objects/1": prompt("One"), "objects/2": prompt("Agent") });
  const folder = folderWith({ "-p/one/tool-results/x.txt": "" });
  mkdirSync(join(folder, "-p/one/subagents"));
  symlinkSync(join(store, "objects/1"), join(folder, "-p/one.jsonl"));
  symlinkSync(join(store, "objects/2"), join(folder, "-p/one/subagents/agent-a.jsonl"));
  expect(await list({ roots: [folder] })).toMatchObject([{ id: "one", subagentCount: 1 }]);
});

test("what lies inside a config folder beside projects is read when it is named", async () => {
  const folder = folderWith({
    ".claude/projects/-p/one.jsonl": prompt("One"),
    ".claude/backup/-p/two.jsonl": prompt("Two"),
  });
  const roots = [join(folder, ".claude/backup"), join(folder, ".claude")];
  expect((await list({ roots })).map(({ id }) => id).sort()).toEqual(["one", "two"]);
});

test("a config folder, a folder of the desktop app and a saved web session are found on the way", async () => {
  const cowork = "Claude/local-agent-mode-sessions/account/workspace/local_1";
  const folder = folderWith({
    ".claude/projects/-p/one.jsonl": prompt("One"),
    ".claude/history.jsonl": '{"display":"Prompt","project":"/p","timestamp":1770840000000}\n',
    ".claude/debug/other.jsonl": prompt("Other"),
    [`${cowork}/.claude/projects/-p/two.jsonl`]: prompt("Two"),
    [`${cowork}/uploads/other.jsonl`]: prompt("Other"),
    [`${cowork}/audit.jsonl`]: "{}",
    [`${cowork}.json`]: '{"cliSessionId":"two","title":"From the app"}',
    "saved/three.json": `{"loglines":[${prompt("Three").trim()}]}`,
    "saved/settings.json": `{"loglines":[${prompt("Other").trim()}]}`,
    "saved/other.json": '{"more":1}',
  });
  const reported: Diagnostic[] = [];
  const titles = (await list({ roots: [folder] }, reported)).map(({ title }) => title);
  expect(titles.sort()).toEqual(["From the app", "One", "Prompt", "Three"]);
  expect(reported).toEqual([]);
  for (const root of ["Claude", "Claude/local-agent-mode-sessions"])
    expect(await list({ roots: [join(folder, root)] })).toMatchObject([{ title: "From the app" }]);
  expect(await list({ roots: [join(folder, "saved/three.json")] })).toHaveLength(1);
});

test("a history is read as a place, in one, and hides no transcript beside it", async () => {
  const row = '{"display":"Prompt","project":"/p","timestamp":1770840000000}\n';
  const folder = folderWith({ "history.jsonl": row, "one.jsonl": prompt("One") });
  const titles = async (root: string) =>
    (await list({ roots: [join(folder, root)] })).map(({ title }) => title);
  expect((await titles("")).sort()).toEqual(["One", "Prompt"]);
  expect(await titles("history.jsonl")).toEqual(["Prompt"]);
});

test("the folder of a session without its transcript is walked for sub-agents only", async () => {
  const id = "11111111-1111-4111-8111-111111111111";
  const folder = folderWith({
    [`-p/${id}/workflows/wf_1.json`]: '{"loglines":[]}',
    [`-p/${id}/notes.jsonl`]: prompt("Notes"),
    "-p/other/custom-title.json": '{"customTitle":"Title"}',
    "-p/other/notes.jsonl": prompt("Notes"),
    "work/workflows/two.jsonl": prompt("Two"),
  });
  expect((await list({ roots: [folder] })).map(({ id }) => id)).toEqual(["two"]);
});

test("a memory is the tool's only in a project", async () => {
  const folder = folderWith({
    "a/projects/-p/memory/MEMORY.md": "Beans",
    "b/memory/notes.md": "Mine",
    "b/memory/one.jsonl": prompt("One"),
  });
  const source = claude({ roots: ["a", "b"].map((name) => join(folder, name)), memory: true });
  const found = await listSessions([source]);
  expect(found.map(({ ref }) => ref.title).sort()).toEqual(["Memory", "One"]);
});

test("names of folders are never decoded, however long and in whatever script", async () => {
  const long = `-home-mira-${"a".repeat(189)}-1x2y3z`;
  const folder = folderWith({
    [`projects/${long}/one.jsonl`]: prompt("One", { cwd: `/home/mira/${"a".repeat(300)}` }),
    "projects/-home-mira----den/two.jsonl": prompt("Two", { cwd: "/home/mira/Läden" }),
    "projects/C--Users-Mira-shop/three.jsonl": prompt("Three", { cwd: "C:\\Users\\Mira\\shop" }),
    "projects/-a-b/four.jsonl": prompt("Four", { cwd: undefined }),
  });
  const found = await list({ roots: [folder] });
  expect(Object.fromEntries(found.map(({ id, project }) => [id, project]))).toEqual({
    one: { name: "a".repeat(300), path: `/home/mira/${"a".repeat(300)}` },
    two: { name: "Läden", path: "/home/mira/Läden" },
    three: { name: "shop", path: "C:\\Users\\Mira\\shop" },
    four: { name: "-a-b" },
  });
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

test("stores tells what becomes of a history's rows that no session owns, when it is asked to", async () => {
  const row = (display: string, sessionId: string) =>
    `${JSON.stringify({ display, project: "/p", timestamp: 1770840000000, sessionId })}\n`;
  const home = folderWith({
    ".claude/projects/-p/one.jsonl": prompt("One"),
    ".claude/history.jsonl": `${row("One", "one")}${row("Two", "two")}{\n`,
  });
  const source = claude({ home });
  const context = { report: () => {}, signal };
  expect(await source.stores(context, { count: true })).toMatchObject([
    {
      sessions: 3,
      unowned: { "history.jsonl": { read: 1, kept: 0, skipped: { "in-transcript": 1 } } },
    },
  ]);
  expect((await source.stores(context))[0]).not.toHaveProperty("unowned");
});

test("a folder that links back to one above it is read once", async () => {
  const folder = folderWith({ "projects/-p/one.jsonl": prompt("One") });
  symlinkSync(join(folder, "projects"), join(folder, "projects", "-p", "loop"));
  symlinkSync(join(folder, "projects", "-p"), join(folder, "projects", "-moved"));
  expect(await list({ roots: [folder] })).toHaveLength(1);
});

test("a link to the whole disk leads nowhere", async () => {
  const folder = folderWith({ "projects/-p/one.jsonl": prompt("One") });
  const reported: Diagnostic[] = [];
  symlinkSync("/", join(folder, "projects/-p/disk"));
  expect(await list({ roots: [folder] }, reported)).toHaveLength(1);
  // On the way there would be folders that nobody can read.
  expect(reported).toEqual([]);
});

test("transcripts are read although something of a session's folder lies beside them", async () => {
  const [one, two] = ["1", "2"].map((digit) => `${digit}1111111-1111-4111-8111-111111111111`);
  const folder = folderWith({
    [`projects/-p/${one}.jsonl`]: prompt("One"),
    "projects/-p/custom-title.json": "{}",
    [`projects/-q/${two}.jsonl`]: prompt("Two"),
    "projects/-q/tool-results/x.txt": "output",
  });
  const ids = (await list({ roots: [folder] })).map(({ id }) => id);
  expect(ids.sort()).toEqual([one, two]);
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

test("a prompt and its transcript may lie in two places", async () => {
  const row = { display: "One", project: "/p", timestamp: 1770840000000, sessionId: "one" };
  const folder = folderWith({
    "old/history.jsonl": `${JSON.stringify(row)}\n`,
    "new/projects/-p/one.jsonl": prompt("One"),
  });
  const roots = [join(folder, "old", "history.jsonl"), join(folder, "new")];
  const source = claude({ roots });
  expect(await source.stores({ report: () => {}, signal }, { count: true })).toMatchObject([
    { sessions: 0, unowned: { "history.jsonl": { read: 1, skipped: { "in-transcript": 1 } } } },
    { sessions: 1 },
  ]);
});

test("transcripts that hold no session are counted with those that no session owns", async () => {
  const note = '{"type":"mode","mode":"normal","sessionId":"s"}\n';
  const root = folderWith({
    "-p/one.jsonl": prompt("One"),
    "-p/notes.jsonl": `${note}${note}{"type":`,
    "-p/gone/subagents/agent-a1.jsonl": prompt("Warmup", { isSidechain: true }),
  });
  const source = claude({ roots: [root] });
  const [store] = await source.stores({ report: () => {}, signal }, { count: true });
  expect(store?.unowned).toEqual({
    "empty-transcript": { read: 3, kept: 0, skipped: { "empty-transcript": 2 }, malformed: 1 },
    "lone-helper": { read: 1, kept: 0, skipped: { "lone-helper": 1 } },
  });
});

test("a session that has its project from a neighbour has another revision when that changes", async () => {
  const listed = async (cwd: string) => {
    const folder = folderWith({
      "-p/one.jsonl": prompt("One", { cwd }),
      "-p/two.jsonl": prompt("Two", { cwd: undefined }),
    });
    for (const name of ["one", "two"]) utimesSync(join(folder, `-p/${name}.jsonl`), 1e9, 1e9);
    return (await list({ roots: [folder] })).find(({ id }) => id === "two");
  };
  const [shop, again, tea] = [await listed("/shop"), await listed("/shop"), await listed("/tea")];
  expect(shop?.project).toEqual({ name: "shop", path: "/shop" });
  expect(again?.revision).toBe(shop?.revision);
  expect(tea?.revision).not.toBe(shop?.revision);
});
