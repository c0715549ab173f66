import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "@chatexport/core";
import { createDatabases } from "@chatexport/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { writeDatabase } from "../../sqlite/test/support/databases.js";
import type { Root } from "../src/locate/roots.js";
import { type Shape, shapesOf } from "../src/locate/shapes.js";

const line = '{"role":"user","message":{"content":[{"type":"text","text":"Add a basket"}]}}\n';

/** A folder with files, empty but for transcripts; names that end in "/" are folders. */
function folderWith(...paths: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(path.endsWith("/") ? join(folder, path) : dirname(join(folder, path)), {
      recursive: true,
    });
    if (!path.endsWith("/")) writeFileSync(join(folder, path), path.endsWith(".jsonl") ? line : "");
  }
  return folder;
}

function shapes(places: (string | Root)[], reported: Diagnostic[] = []): Shape[] {
  const databases = createDatabases();
  onTestFinished(() => databases.close());
  return shapesOf(
    places.map((place) => (typeof place === "string" ? { path: place, kind: "any" } : place)),
    {
      databases,
      report: (diagnostic) => reported.push(diagnostic),
      signal: new AbortController().signal,
    },
  );
}

const hash = "0123456789abcdef0123456789abcdef";
const editor = [
  `Cursor/User/globalStorage/state.vscdb`,
  `Cursor/User/workspaceStorage/${hash}/state.vscdb`,
];

test("the editor's folders, from a whole home to one database", () => {
  const folder = folderWith(...editor);
  const user = join(folder, "Cursor", "User");
  for (const root of [folder, join(folder, "Cursor"), user])
    expect(shapes([root])).toEqual([{ kind: "user-folder", path: user }]);
  const global = join(user, "globalStorage");
  expect(shapes([global])).toEqual([{ kind: "database", path: join(global, "state.vscdb") }]);
  const workspace = { kind: "database", path: join(user, "workspaceStorage", hash, "state.vscdb") };
  expect(shapes([join(user, "workspaceStorage")])).toEqual([workspace]);
  expect(shapes([join(user, "workspaceStorage", hash)])).toEqual([workspace]);
});

test("a dot folder, and what is in it", () => {
  const folder = folderWith(
    `.cursor/chats/${hash}/one/store.db`,
    ".cursor/projects/home-mira-shop/agent-transcripts/one/one.jsonl",
  );
  const dot = join(folder, ".cursor");
  for (const root of [folder, dot])
    expect(shapes([root])).toEqual([{ kind: "dot-folder", path: dot }]);
  const chats = join(dot, "chats");
  expect(shapes([chats])).toEqual([{ kind: "chats", path: chats }]);
  const store = { kind: "store", path: join(chats, hash, "one") };
  expect(shapes([join(chats, hash)])).toEqual([store]);
  expect(shapes([store.path])).toEqual([store]);
  const transcripts = join(dot, "projects", "home-mira-shop", "agent-transcripts");
  for (const root of [join(dot, "projects"), dirname(transcripts), transcripts])
    expect(shapes([root])).toEqual([{ kind: "transcripts", path: transcripts }]);
});

test.each([
  ["acp-sessions/one/store.db"],
  ["ai-tracking/ai-code-tracking.db"],
  [`chats/${hash}/one/meta.json`],
  ["projects/home-mira-shop/agent-transcripts/one.txt"],
])("a folder under any name with %s is a dot folder", (path) => {
  const folder = folderWith(path);
  expect(shapes([folder])).toEqual([{ kind: "dot-folder", path: folder }]);
});

test("what is only called like something of a dot folder is none", () => {
  const folder = folderWith("acp-sessions/x/", "ai-tracking/note.md", "projects/shop/", "chats/x/");
  expect(shapes([folder])).toEqual([]);
});

test("folders of transcripts", () => {
  for (const path of ["one.jsonl", "one/one.jsonl", "one.txt", "one.json"]) {
    const folder = folderWith(path);
    expect(shapes([folder])).toEqual([{ kind: "transcripts", path: folder }]);
  }
  const folder = folderWith("one.jsonl", "note.md");
  const file = join(folder, "one.jsonl");
  expect(shapes([file])).toEqual([{ kind: "transcripts", path: file }]);
  expect(shapes([folderWith("note.md", "below/one.txt")])).toEqual([]);
  const above = folderWith("below/one.jsonl", "note.md");
  for (const start of ["", "\0\0", '{"role":"us\n', "not a record\n"]) {
    writeFileSync(join(above, "below/one.jsonl"), start + line);
    expect(shapes([above])).toEqual([{ kind: "transcripts", path: join(above, "below") }]);
  }
});

test("a database by its tables, whatever its name", () => {
  const folder = folderWith();
  const reported: Diagnostic[] = [];
  writeDatabase(join(folder, "old"), { ItemTable: {} });
  writeDatabase(join(folder, "content"), { cursorDiskKV: {} });
  writeDatabase(join(folder, "chat.sqlite"), {
    blobs: { create: "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)" },
    meta: { create: "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)" },
  });
  writeDatabase(join(folder, "other.db"), { shop: { create: "CREATE TABLE shop (id)" } });
  writeFileSync(join(folder, "broken.vscdb"), "this is no database".repeat(100));
  const kind = (name: string) => shapes([join(folder, name)], reported).map((shape) => shape.kind);
  expect(kind("old")).toEqual(["database"]);
  expect(kind("content")).toEqual(["database"]);
  expect(kind("chat.sqlite")).toEqual(["store"]);
  expect(reported).toEqual([]);
  expect(kind("other.db")).toEqual([]);
  expect(kind("broken.vscdb")).toEqual([]);
  expect(reported).toMatchObject([
    { severity: "info", code: "foreign-file", origin: { path: join(folder, "other.db") } },
    {
      severity: "error",
      code: "unreadable-database",
      origin: { path: join(folder, "broken.vscdb") },
    },
  ]);
});

test("copies that Cursor leaves beside a database count only when they are named", () => {
  const folder = folderWith("state.vscdb");
  for (const name of ["state.vscdb.backup", "state.vscdb.bak", "state.corrupted.vscdb"])
    writeDatabase(join(folder, name), { ItemTable: {} });
  expect(shapes([folder])).toEqual([{ kind: "database", path: join(folder, "state.vscdb") }]);
  const backup = join(folder, "state.vscdb.backup");
  expect(shapes([backup])).toEqual([{ kind: "database", path: backup }]);
});

test("a backup is searched, but not without end", () => {
  const folder = folderWith(
    "disk/home/mira/.config/Cursor/User/globalStorage/state.vscdb",
    "disk/home/mira/.cursor/acp-sessions/one/store.db",
    "disk/node_modules/x/one.jsonl",
    "disk/.git/one.jsonl",
    "1/2/3/4/5/6/7/8/9/10/one.jsonl",
    "1/2/3/4/5/6/7/8/9/10/11/one/one.jsonl",
    "2/2/3/4/5/6/7/8/9/10/11/two.jsonl",
  );
  expect(shapes([folder])).toEqual([
    { kind: "transcripts", path: join(folder, "1/2/3/4/5/6/7/8/9/10") },
    { kind: "user-folder", path: join(folder, "disk/home/mira/.config/Cursor/User") },
    { kind: "dot-folder", path: join(folder, "disk/home/mira/.cursor") },
  ]);
});

test("transcripts of other tools count only where somebody names their folder", () => {
  const folder = folderWith("other/", "mine/one.jsonl");
  writeFileSync(join(folder, "other", "two.jsonl"), '{"type":"user","uuid":"u1"}\n');
  const other = { kind: "transcripts", path: join(folder, "other") };
  expect(shapes([folder])).toEqual([{ kind: "transcripts", path: join(folder, "mine") }]);
  expect(shapes([other.path])).toEqual([other]);
});

test("links may lead back", () => {
  const folder = folderWith("work/one.jsonl");
  mkdirSync(join(folder, "links"));
  symlinkSync(folder, join(folder, "links", "back"));
  symlinkSync(join(folder, "work"), join(folder, "links", "work"));
  expect(shapes([folder])).toHaveLength(1);
});

test("roots that overlap hold each thing once", () => {
  const folder = folderWith(...editor);
  const user = join(folder, "Cursor", "User");
  const global = join(user, "globalStorage");
  expect(shapes([global, folder, user])).toEqual([{ kind: "user-folder", path: user }]);
});

test("a default place is what it is for, whatever it holds; a missing one is nothing", () => {
  const folder = folderWith("cursor/", "User/");
  const reported: Diagnostic[] = [];
  const found = shapes(
    [
      { path: join(folder, "cursor"), kind: "dot-folder" },
      { path: join(folder, "User"), kind: "user-folder" },
      { path: join(folder, "gone"), kind: "user-folder" },
      join(folder, "lost"),
    ],
    reported,
  );
  expect(found.map(({ kind }) => kind)).toEqual(["dot-folder", "user-folder"]);
  expect(reported).toEqual([]);
});

test("a folder without permission is named and hides no neighbour", () => {
  const folder = folderWith("a/one.jsonl", "b/two.jsonl");
  const reported: Diagnostic[] = [];
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "a"), 0);
  const found = asNobody(() => shapes([folder], reported));
  chmodSync(join(folder, "a"), 0o700);
  expect(found).toEqual([{ kind: "transcripts", path: join(folder, "b") }]);
  expect(reported).toMatchObject([
    { severity: "error", code: "unreadable-folder", origin: { path: join(folder, "a") } },
  ]);
});

/** Runs without the privileges of the superuser, who may read everything. */
function asNobody<T>(run: () => T): T {
  const user = process.geteuid?.();
  if (user !== 0) return run();
  process.seteuid?.(65534);
  try {
    return run();
  } finally {
    process.seteuid?.(user);
  }
}
