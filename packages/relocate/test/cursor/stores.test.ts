import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { planCursor } from "../../src/cursor/plan-cursor.js";
import {
  connect,
  createHome,
  filesOf,
  json,
  md5,
  moveCursor,
  moveOf,
  query,
  readAll,
  stat,
  writeHome,
} from "./home.js";

const user = ".config/Cursor/User";
const global = `${user}/globalStorage/state.vscdb`;
const from = "/src/co";
const to = "/src/my place/cö";
const uri = "file:///src/my%20place/c%C3%B6";
const ids = { project: "a".repeat(32), part: "b".repeat(32), file: "c".repeat(32) };

// What a crash left in a rollback journal takes an SQLite that Node 20 lacks.
const canRecover = process.getBuiltinModule("node:sqlite") !== undefined;

function uriOf(path: string) {
  return { $mid: 1, fsPath: path, external: `file://${path}`, path, scheme: "file" };
}

test("folders of the project get the names that Cursor will look for", () => {
  const home = createHome();
  writeHome(home, {
    [`${user}/workspaceStorage/${ids.project}/workspace.json`]: { folder: "file:///src/co" },
    [`${user}/workspaceStorage/${ids.part}/workspace.json`]: { folder: "file:///src/co/a%20b" },
    [`${user}/workspaceStorage/${ids.file}/workspace.json`]: {
      workspace: "file:///src/co/all.code-workspace",
    },
    [`${user}/workspaceStorage/${"d".repeat(32)}/workspace.json`]: { folder: "file:///src/cobalt" },
    [`${user}/workspaceStorage/${"e".repeat(32)}/workspace.json`]: {
      folder: "vscode-remote://ssh-remote%2Bbox/src/co",
    },
  });
  const inode: Record<string, number> = { [to]: 7, [`${to}/a b`]: 8 };
  const plan = moveCursor(home, from, to, (path) => stat(inode[path] ?? 0));

  const folder = (id: string) => {
    const path = join(home, user, "workspaceStorage", id, "workspace.json");
    return JSON.parse(readFileSync(path, "utf8"));
  };
  expect(folder(md5(`${to}7`))).toEqual({ folder: uri });
  expect(folder(md5(`${to}/a b8`))).toEqual({ folder: `${uri}/a%20b` });
  expect(folder(md5(`${to}/all.code-workspace`))).toEqual({
    workspace: `${uri}/all.code-workspace`,
  });
  expect(folder("d".repeat(32))).toEqual({ folder: "file:///src/cobalt" });
  expect(plan.notes.map(({ code }) => code)).toEqual(["remote-workspaces"]);
});

test("a folder that is not here keeps its name, and says so", () => {
  const home = createHome();
  const path = `${user}/workspaceStorage/${ids.project}/workspace.json`;
  writeHome(home, { [path]: { folder: "file:///src/co" } });
  const plan = moveCursor(home, from, to, () => undefined);
  expect(JSON.parse(readFileSync(join(home, path), "utf8"))).toEqual({ folder: uri });
  expect(plan.notes.map(({ code }) => code)).toEqual(["folder-not-here"]);
});

test("macOS and Windows name folders in ways of their own", () => {
  const home = createHome();
  const mac = "Library/Application Support/Cursor/User/workspaceStorage";
  const windows = "AppData/Roaming/Cursor/User/workspaceStorage";
  writeHome(home, {
    [`${mac}/x/workspace.json`]: { folder: "file:///src/Co" },
    [`${mac}/y/workspace.json`]: { workspace: "file:///src/Co/A.code-workspace" },
  });
  moveCursor(home, "/src/Co", "/src/New", () => stat(1, 1700000000123));
  expect(Object.keys(filesOf(join(home, mac))).sort()).toEqual(
    [
      `${md5("/src/New1700000000123")}/workspace.json`,
      `${md5("/src/new/a.code-workspace")}/workspace.json`,
    ].sort(),
  );

  writeHome(home, {
    [`${windows}/x/workspace.json`]: { folder: "file:///c%3A/Users/Mira/co" },
    "AppData/Roaming/Cursor/User/globalStorage/state.vscdb": {
      cursorDiskKV: {
        "composerData:1": {
          workspaceIdentifier: { id: "x", uri: uriOf("c:\\Users\\mira\\CO") },
          trackedGitRepos: [{ repoPath: "C:/Users/Mira/co/part" }],
        },
      },
    },
    ".cursor/projects/c-Users-Mira-co/agent-transcripts/t.jsonl": "",
    [`.cursor/chats/${md5("C:\\Users\\Mira\\co")}/s/meta.json`]: {},
  });
  moveCursor(home, "C:\\Users\\Mira\\co", "C:\\Work\\co", () => stat(1, 1700000000123.9));
  const id = md5("c:\\Work\\co1700000000123");
  expect(filesOf(join(home, windows))).toEqual({
    [`${id}/workspace.json`]: JSON.stringify({ folder: "file:///c%3A/Work/co" }),
  });
  const database = join(home, "AppData/Roaming/Cursor/User/globalStorage/state.vscdb");
  expect(json(database, "composerData:1", "cursorDiskKV")).toMatchObject({
    workspaceIdentifier: { id, uri: { fsPath: "c:\\Work\\co" } },
    trackedGitRepos: [{ repoPath: "C:/Work/co/part" }],
  });
  expect(Object.keys(filesOf(join(home, ".cursor"))).sort()).toEqual([
    `chats/${md5("C:\\Work\\co")}/s/meta.json`,
    "projects/c-Work-co/agent-transcripts/t.jsonl",
  ]);
});

test("profiles, windows and recent folders are found in the three forms that storage.json has", () => {
  const home = createHome();
  const path = `${user}/globalStorage/storage.json`;
  const project = join(home, "co");
  writeHome(home, {
    [path]: `{ "n": 1.50,\n "profileAssociations": {"workspaces": {"file://${project}": "p1",\n  "${project}/part": "p2", "~/co": "p3", "~/cobalt": "p4"}},
 "backupWorkspaces": {"folders": [{"folderUri": "file://${project}"}]},
 "windowSplash": {"workspaces": {"${ids.project}": [1e2]}}, "telemetry.devDeviceId": "~/co" }`,
    [`${user}/workspaceStorage/${ids.project}/workspace.json`]: { folder: `file://${project}` },
  });
  moveCursor(home, project, join(home, "new"));
  expect(readFileSync(join(home, path), "utf8")).toBe(
    `{ "n": 1.50,\n "profileAssociations": {"workspaces": {"file://${home}/new": "p1",\n  "${home}/new/part": "p2", "~/new": "p3", "~/cobalt": "p4"}},
 "backupWorkspaces": {"folders": [{"folderUri": "file://${home}/new"}]},
 "windowSplash": {"workspaces": {"${md5(`${home}/new42`)}": [1e2]}}, "telemetry.devDeviceId": "~/co" }`,
  );
});

test("windows of several folders find them", () => {
  const home = createHome();
  const path = ".config/Cursor/Workspaces/1700000000000/workspace.json";
  writeHome(home, {
    [path]: { folders: [{ path: "/src/co/a" }, { path: "/src/cobalt" }] },
    [`${user}/globalStorage/storage.json`]: {},
  });
  moveCursor(home, from, to);
  expect(JSON.parse(readFileSync(join(home, path), "utf8"))).toEqual({
    folders: [{ path: `${to}/a` }, { path: "/src/cobalt" }],
  });
});

test("of two names that would be one, the old one stays", () => {
  const home = createHome();
  const path = `${user}/globalStorage/storage.json`;
  const both = { "file:///src/co": "old", [uri]: "new", "file:///src/co/a": "a" };
  writeHome(home, { [path]: { profileAssociations: { workspaces: both } } });
  moveCursor(home, from, to);
  expect(JSON.parse(readFileSync(join(home, path), "utf8"))).toEqual({
    profileAssociations: {
      workspaces: { "file:///src/co": "old", [uri]: "new", [`${uri}/a`]: "a" },
    },
  });
});

test.each([
  ["before", "co"],
  ["after", "new"],
])("chats and transcripts are found again %s their folder was moved", (_, where) => {
  const home = createHome();
  const disk = join(home, "disk/co");
  mkdirSync(join(home, "disk", where, "deep/er"), { recursive: true });
  mkdirSync(join(home, "disk/co-x"), { recursive: true });
  const chat = (cwd: string) => `.cursor/chats/${md5(cwd)}`;
  const slug = (path: string) => path.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "");
  const transcript = '{"role":"user","message":{"content":[{"type":"text","text":"Hi"}]}}\n';
  writeHome(home, {
    [`${chat(disk)}/s1/meta.json`]: { schemaVersion: 1, cwd: disk, title: disk },
    [`${chat(join(disk, "gone"))}/s2/meta.json`]: { cwd: join(disk, "gone") },
    [`${chat(join(disk, "deep/er"))}/s3/store.db`]: { blobs: {} },
    [`${chat(`${disk}balt`)}/s4/meta.json`]: { cwd: `${disk}balt` },
    ".cursor/acp-sessions/s5/meta.json": { cwd: join(disk, "x") },
    [`.cursor/projects/${slug(disk)}/agent-transcripts/t1.jsonl`]: transcript,
    [`.cursor/projects/${slug(disk)}/.workspace-trusted`]: {
      trustedAt: "2026",
      workspacePath: disk,
    },
    [`.cursor/projects/${slug(disk)}-deep-er/agent-transcripts/t2/t2.jsonl`]: transcript,
    [`.cursor/projects/${slug(disk)}-unknown/agent-transcripts/t3.jsonl`]: transcript,
    [`.cursor/projects/${slug(disk)}-x/agent-transcripts/t4.jsonl`]: transcript,
  });
  const plan = moveCursor(home, disk, join(home, "disk/new"));
  const now = join(home, "disk/new");
  const found = filesOf(join(home, ".cursor"));
  expect(Object.keys(found).sort()).toEqual(
    [
      `chats/${md5(now)}/s1/meta.json`,
      `chats/${md5(`${now}/gone`)}/s2/meta.json`,
      `chats/${md5(`${now}/deep/er`)}/s3/store.db`,
      `chats/${md5(`${disk}balt`)}/s4/meta.json`,
      "acp-sessions/s5/meta.json",
      `projects/${slug(now)}/agent-transcripts/t1.jsonl`,
      `projects/${slug(now)}/.workspace-trusted`,
      `projects/${slug(now)}-deep-er/agent-transcripts/t2/t2.jsonl`,
      `projects/${slug(disk)}-unknown/agent-transcripts/t3.jsonl`,
      `projects/${slug(disk)}-x/agent-transcripts/t4.jsonl`,
    ].sort(),
  );
  expect(found[`chats/${md5(now)}/s1/meta.json`]).toBe(
    JSON.stringify({ schemaVersion: 1, cwd: now, title: disk }),
  );
  expect(found["acp-sessions/s5/meta.json"]).toContain(join(now, "x"));
  expect(found[`projects/${slug(now)}/.workspace-trusted`]).toContain(`"${now}"`);
  expect(plan.notes.map(({ code, path }) => [code, path])).toEqual([
    // That of "co-x", which lies beside the project, and of "x", which a session names in it.
    ["ambiguous-project", join(home, ".cursor/projects", `${slug(disk)}-x`)],
    ["place-in-content", join(home, ".cursor/chats", md5(`${now}/deep/er`))],
  ]);
});

test("a slug that is that of another folder as well stays, unless a file says whose it is", () => {
  const home = createHome();
  const [project, other] = [join(home, "my-app"), join(home, "my.app")];
  mkdirSync(project);
  mkdirSync(other);
  const slug = `${home}/my-app`.replace(/[^A-Za-z0-9]+/g, "-").slice(1);
  writeHome(home, { [`.cursor/projects/${slug}/agent-transcripts/t.jsonl`]: "" });
  const plan = moveCursor(home, project, join(home, "new"));
  expect(plan.notes.map(({ code }) => code)).toEqual(["ambiguous-project"]);
  expect(plan.renames).toEqual([]);

  writeHome(home, { [`.cursor/projects/${slug}/.workspace-trusted`]: { workspacePath: project } });
  const sure = planCursor(moveOf(home, project, join(home, "new")));
  expect(sure.notes).toEqual([]);
  expect(sure.renames.map(({ to }) => to.endsWith("-new"))).toEqual([true]);

  writeHome(home, { [`.cursor/projects/${slug}/.workspace-trusted`]: { workspacePath: other } });
  expect(planCursor(moveOf(home, project, join(home, "new"))).renames).toEqual([]);
});

test("what an editor that crashed left in its log moves as well", () => {
  const home = createHome();
  writeHome(home, { [global]: { ItemTable: { a: "file:///src/co/1" } } });
  const path = join(home, global);
  const other = connect(path);
  other.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  other.exec("INSERT INTO ItemTable VALUES ('b', 'file:///src/co/2')");
  try {
    const plan = planCursor(moveOf(home, from, to));
    expect(plan.rewrites.map(({ beside }) => beside)).toEqual([[`${path}-wal`, `${path}-shm`]]);
    expect(readFileSync(`${path}-wal`).length).toBeGreaterThan(0);
    const target = join(home, "staged");
    plan.rewrites[0]?.write(target);
    expect(existsSync(`${target}-wal`)).toBe(false);
    expect(readFileSync(target).subarray(18, 20)).toEqual(Buffer.from([2, 2]));
    expect(query(target, "SELECT * FROM ItemTable ORDER BY key")).toEqual([
      { key: "a", value: `${uri}/1` },
      { key: "b", value: `${uri}/2` },
    ]);
  } finally {
    other.close();
  }
});

test("a transaction that was never finished is taken back", () => {
  const home = createHome();
  const other = join(home, "other.vscdb");
  writeHome(home, { "other.vscdb": { ItemTable: { a: "file:///src/co/1", b: "x".repeat(9000) } } });
  const writer = connect(other);
  writer.exec("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN EXCLUSIVE");
  writer.exec("UPDATE ItemTable SET value = 'file:///src/co/2' WHERE key = 'a'");
  writer.exec(`UPDATE ItemTable SET value = '${"y".repeat(90_000)}' WHERE key = 'b'`);
  const path = join(home, global);
  mkdirSync(dirname(path), { recursive: true });
  for (const suffix of ["", "-journal"]) copyFileSync(other + suffix, path + suffix);
  writer.close();
  expect(readFileSync(`${path}-journal`).subarray(0, 1)[0]).toBe(0xd9);
  const plan = moveCursor(home, from, to);
  if (!canRecover) {
    expect(plan).toMatchObject({ rewrites: [], notes: [{ code: "database-left", path }] });
    return;
  }
  expect(plan.rewrites.map(({ beside }) => beside)).toEqual([[`${path}-journal`]]);
  expect(query(path, "SELECT value FROM ItemTable WHERE key = 'a'")).toEqual([
    { value: `${uri}/1` },
  ]);
  expect(readdirSync(dirname(path))).toEqual(["state.vscdb"]);
});

test("a database that is damaged stays, is named, and costs nothing else", async () => {
  const home = createHome();
  writeHome(home, {
    [`${user}/workspaceStorage/${ids.project}/workspace.json`]: { folder: "file:///src/co" },
    [`${user}/workspaceStorage/${ids.project}/state.vscdb`]: { ItemTable: { a: "file:///src/co" } },
    [global.replace("state.vscdb", "storage.json")]: "{ no JSON: /src/co",
    ".cursor/chats/x/s/meta.json": "no JSON",
  });
  const broken = join(home, global);
  const text = `SQLite format 3\0${"/src/co ".repeat(600)}`;
  writeFileSync(broken, text);
  const plan = moveCursor(home, from, to);
  expect(plan.notes.map(({ code, path }) => [code, path]).sort()).toEqual([
    ["database-left", broken],
    ["malformed-json", join(home, user, "globalStorage/storage.json")],
  ]);
  expect(readFileSync(broken, "utf8")).toBe(text);
  const moved = join(home, user, "workspaceStorage", md5(`${to}42`), "state.vscdb");
  expect(query(moved, "SELECT value FROM ItemTable")).toEqual([{ value: uri }]);
  expect((await readAll(home)).sessions).toEqual([]);
});

test("nobody waits at a pipe in the place of a file", () => {
  const home = createHome();
  const workspace = `${user}/workspaceStorage/${ids.project}`;
  writeHome(home, { [`${workspace}/workspace.json`]: { folder: "file:///src/co" } });
  const pipes = [
    global,
    `${user}/globalStorage/storage.json`,
    `${user}/workspaceStorage/${ids.part}/workspace.json`,
    `${workspace}/state.vscdb`,
    ".cursor/chats/x/s/meta.json",
    ".cursor/projects/src-co/.workspace-trusted",
  ];
  for (const pipe of pipes) {
    mkdirSync(dirname(join(home, pipe)), { recursive: true });
    execFileSync("mkfifo", [join(home, pipe)]);
  }
  const plan = planCursor(moveOf(home, from, to));
  expect(plan.notes.map(({ code, path }) => [code, path])).toEqual(
    [pipes[0], pipes[3]].map((pipe) => ["database-left", join(home, pipe ?? "")]),
  );
  expect(plan.rewrites.length).toBe(1);
});
