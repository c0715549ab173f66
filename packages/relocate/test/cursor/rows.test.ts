import { join } from "node:path";
import { expect, test } from "vitest";
import { planCursor } from "../../src/cursor/plan-cursor.js";
import { connect, createHome, json, md5, moveCursor, moveOf, query, writeHome } from "./home.js";

const user = ".config/Cursor/User";
const global = `${user}/globalStorage/state.vscdb`;
const from = "/src/co";
const to = "/new/co";
const id = "a".repeat(32);
const newId = md5(`${to}42`);

function uriOf(path: string) {
  return { $mid: 1, fsPath: path, external: `file://${path}`, path, scheme: "file" };
}

function homeWith(tables: Readonly<Record<string, unknown>>): string {
  const home = createHome();
  writeHome(home, {
    [`${user}/workspaceStorage/${id}/workspace.json`]: { folder: "file:///src/co" },
    [global]: tables,
  });
  return home;
}

test("a conversation names its new place, and says what it said", () => {
  const remote = {
    ...uriOf("/src/co"),
    external: "vscode-remote://box/src/co",
    scheme: "vscode-remote",
  };
  const said = `look at ${from} and file:///src/co/a.ts`;
  const composer = (path: string, workspace: string, user: string) => ({
    workspaceIdentifier: { id: workspace, uri: uriOf(path) },
    text: "/src/co",
    name: "file:///src/co",
    context: {
      fileSelections: [{ uri: uriOf(`${path}/a b.ts`), fileName: "a b.ts" }],
      selections: [{ uri: uriOf(`${path}/x`), text: "/src/co", rawText: said }],
      mentions: { files: { [`file://${path}/m`]: [] } },
    },
    codeBlockData: { [`file://${path}/c.ts`]: { 0: { diffId: "d", content: from } } },
    originalFileStates: { [`file://${path}/c.ts`]: { content: "file:///src/co" } },
    newlyCreatedFiles: [{ uri: uriOf(`${path}/n`) }],
    trackedGitRepos: [{ repoPath: path }],
    gitWorktree: { worktreePath: `${path}/.trees/1` },
    images: [{ path: `${user}/workspaceStorage/${workspace}/images/i.png` }],
    other: [uriOf("/src/cobalt"), remote],
    description: said,
  });
  const bubble = (path: string) => ({
    type: 1,
    text: "/src/co",
    richText: JSON.stringify({ path: from }),
    workspaceProjectDir: path,
    workspaceUris: [`file://${path}`],
    attachedCodeChunks: [
      { relativeWorkspacePath: `${path}/a`, lines: ["/src/co", "file:///src/co"] },
    ],
    codeBlocks: [{ uri: uriOf(`${path}/a`), content: "file:///src/co" }],
    toolFormerData: { name: "read_file", params: '{"path":"/src/co"}', uri: uriOf(from) },
    thinking: { text: "file:///src/co" },
  });
  const home = createHome();
  const userFolder = join(home, user);
  writeHome(home, {
    [`${user}/workspaceStorage/${id}/workspace.json`]: { folder: "file:///src/co" },
    [global]: {
      cursorDiskKV: {
        "composerData:1": composer(from, id, userFolder),
        "bubbleId:1:a": bubble(from),
        "messageRequestContext:1:a": {
          projectLayouts: [JSON.stringify({ rootPath: from, note: from })],
        },
        "checkpointId:1:c": {
          files: [
            { uri: uriOf(`${from}/a`), originalModelDiffWrtV0: [{ modified: ["file:///src/co"] }] },
          ],
        },
        "ofsContent:u:file:///src/co/a": "file:///src/co",
        [`inlineDiffs-${id}`]: { a: uriOf(from) },
        [`inlineDiff:${id}:7`]: { uri: uriOf("/elsewhere") },
        "composer.content.1": "file:///src/co",
        "agentKv:blob:1": { cwd: from, path: from },
      },
    },
  });
  const plan = moveCursor(home, from, to);
  const path = join(home, global);
  const read = (key: string) => json(path, key, "cursorDiskKV");
  expect(read("composerData:1")).toEqual(composer(to, newId, userFolder));
  expect(read("bubbleId:1:a")).toEqual(bubble(to));
  expect(read("messageRequestContext:1:a")).toEqual({
    projectLayouts: [JSON.stringify({ rootPath: to, note: from })],
  });
  expect(read("checkpointId:1:c")).toEqual({
    files: [{ uri: uriOf(`${to}/a`), originalModelDiffWrtV0: [{ modified: ["file:///src/co"] }] }],
  });
  expect(read(`inlineDiffs-${newId}`)).toEqual({ a: uriOf(to) });
  expect(read(`inlineDiff:${newId}:7`)).toEqual({ uri: uriOf("/elsewhere") });
  expect(
    query(path, "SELECT value FROM cursorDiskKV WHERE key = 'ofsContent:u:file:///new/co/a'"),
  ).toEqual([{ value: "file:///src/co" }]);
  expect(read("agentKv:blob:1")).toEqual({ cwd: from, path: from });
  expect(query(path, "SELECT count(*) AS count FROM cursorDiskKV")).toEqual([{ count: 9 }]);
  expect(plan.rewrites.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual(
    expect.arrayContaining(["cursorDiskKV composerData", "cursorDiskKV ofsContent (key)"]),
  );
});

test("conversations that a workspace keeps in its other table name the new place", () => {
  const list = (path: string) => ({
    allComposers: [
      {
        composerId: "c1",
        conversation: [
          { type: 1, text: from, context: { fileSelections: [{ uri: uriOf(path) }] } },
        ],
      },
    ],
  });
  const home = createHome();
  writeHome(home, {
    [`${user}/workspaceStorage/${id}/workspace.json`]: { folder: "file:///src/co" },
    [`${user}/workspaceStorage/${id}/state.vscdb`]: {
      cursorDiskKV: { "composer.composerData": list(`${from}/a.ts`) },
    },
  });
  moveCursor(home, from, to);
  const path = join(home, user, "workspaceStorage", newId, "state.vscdb");
  expect(json(path, "composer.composerData", "cursorDiskKV")).toEqual(list(`${to}/a.ts`));
});

test("indexes name the new place", () => {
  const head = (path: string, workspace: string) => ({
    composerId: "c1",
    workspaceIdentifier: { id: workspace, uri: uriOf(path) },
  });
  const home = homeWith({
    ItemTable: {
      "composer.composerHeaders": { allComposers: [head(from, id), { composerId: "c2" }] },
      "glass.localAgentProjects.v1": [{ id: "p", name: from, workspace: { id, uri: uriOf(from) } }],
      "history.recentlyOpenedPathsList": { entries: [{ folderUri: "file:///src/co" }] },
      "memento/part": { state: JSON.stringify({ resourceJSON: uriOf(`${from}/a`) }) },
      plain: "file:///src/co/x",
      typed: "/src/co/x is wrong",
    },
    composerHeaders: [
      { composerId: "C1", workspaceId: id, value: head(from, id) },
      { composerId: "c3", workspaceId: id, value: null },
      { composerId: "c4", workspaceId: "empty-window", value: { text: "/src/co" } },
    ],
  });
  moveCursor(home, from, to);
  const path = join(home, global);
  expect(json(path, "composer.composerHeaders")).toEqual({
    allComposers: [head(to, newId), { composerId: "c2" }],
  });
  expect(json(path, "glass.localAgentProjects.v1")).toEqual([
    { id: "p", name: from, workspace: { id: newId, uri: uriOf(to) } },
  ]);
  expect(json(path, "history.recentlyOpenedPathsList")).toEqual({
    entries: [{ folderUri: "file:///new/co" }],
  });
  expect(json(path, "memento/part")).toEqual({
    state: JSON.stringify({ resourceJSON: uriOf(`${to}/a`) }),
  });
  expect(
    query(path, "SELECT value FROM ItemTable WHERE key IN ('plain', 'typed') ORDER BY key"),
  ).toEqual([{ value: "file:///new/co/x" }, { value: "/src/co/x is wrong" }]);
  expect(query(path, "SELECT composerId, workspaceId, value FROM composerHeaders")).toEqual([
    { composerId: "C1", workspaceId: newId, value: JSON.stringify(head(to, newId)) },
    { composerId: "c3", workspaceId: newId, value: null },
    { composerId: "c4", workspaceId: "empty-window", value: '{"text":"/src/co"}' },
  ]);
});

test("values stay of the class that they are, in the rows that they are in", () => {
  const home = homeWith({
    ItemTable: {
      text: { uri: "file:///src/co" },
      blob: { $blob: { uri: "file:///src/co" } },
      none: null,
      number: 7,
      same: '{"uri" : "file:///src/cobalt", "n": 1.50}',
    },
    cursorDiskKV: {
      "bubbleId:1:odd": {
        $blob: "hex:7b22757269223a2266696c653a2f2f2f7372632f636f222c2278223a22ff227d",
      },
      "bubbleId:1:cut": '{"uri":"file:///src/co","x',
    },
  });
  const path = join(home, global);
  const database = connect(path);
  database.exec("INSERT INTO ItemTable VALUES (NULL, '/src/co'), (NULL, '/src/co')");
  database.exec(
    "DELETE FROM ItemTable WHERE key = 'none'; INSERT INTO ItemTable VALUES ('none', NULL)",
  );
  database.close();
  const rows = "SELECT rowid AS id, key, typeof(value) AS type FROM ItemTable ORDER BY rowid";
  const before = query(path, rows);
  const plan = moveCursor(home, from, to);
  expect(query(path, rows)).toEqual(before);
  expect(query(path, "SELECT CAST(value AS TEXT) AS value FROM ItemTable ORDER BY rowid")).toEqual(
    [
      '{"uri":"file:///new/co"}',
      '{"uri":"file:///new/co"}',
      "7",
      '{"uri" : "file:///src/cobalt", "n": 1.50}',
      "/src/co",
      "/src/co",
      null,
    ].map((value) => ({ value })),
  );
  expect(
    query(
      path,
      "SELECT hex(value) AS hex, typeof(value) AS type FROM cursorDiskKV ORDER BY key DESC LIMIT 1",
    ),
  ).toEqual([
    {
      hex: "7B22757269223A2266696C653A2F2F2F6E65772F636F222C2278223A22FF227D",
      type: "blob",
    },
  ]);
  expect(json(path, "text")).toEqual({ uri: "file:///new/co" });
  expect(plan.notes.map(({ code }) => code)).toEqual(["rows-unreadable"]);
});

test("places are found below names and inside of texts of any language", () => {
  const content = (path: string) => ({
    [`${path}/ä`]: { 日本: { "\ud83d": { path } } },
    state: JSON.stringify({ ö: [{ uri: `file://${encodeURI(path)}` }] }),
    broken: JSON.stringify(`{"a":"\ud83d","path":"${from}"}`),
  });
  const home = homeWith({ ItemTable: { memento: content("/src/co") } });
  moveCursor(home, from, "/néw/co");
  expect(json(join(home, global), "memento")).toEqual({
    ...content("/néw/co"),
    state: JSON.stringify({ ö: [{ uri: "file:///n%C3%A9w/co" }] }),
  });

  const deep = `${'{"a":'.repeat(20_000)}"/src/co"${"}".repeat(20_000)}`;
  const other = homeWith({ ItemTable: { deep, near: { path: "/src/co" } } });
  const plan = moveCursor(other, from, to);
  expect(plan.notes.map(({ code }) => code)).toEqual(["rows-unreadable"]);
  expect(json(join(other, global), "near")).toEqual({ path: to });
});

test("a row that is there already is not replaced", () => {
  const key = (path: string) => `ofsContent:u:file://${path}/a`;
  const home = homeWith({ cursorDiskKV: { [key(from)]: "old", [key(to)]: "new" } });
  const plan = moveCursor(home, from, to);
  expect(query(join(home, global), "SELECT key, value FROM cursorDiskKV")).toEqual([
    { key: key(from), value: "old" },
    { key: key(to), value: "new" },
  ]);
  expect(plan.notes.map(({ code }) => code)).toEqual(["rows-exist"]);
});

test("nothing of a secret is changed or told", () => {
  const canary = ["CANARY", "secret"].join("-");
  const home = homeWith({
    ItemTable: {
      "cursorAuth/accessToken": "file:///src/co",
      [`secret://{"extensionId":"${canary}"}`]: { path: "/src/co" },
      "vendor.authentication": { path: "/src/co", token: canary },
      vendor: { path: "/src/co", key: canary },
    },
  });
  const plan = planCursor(moveOf(home, from, to));
  expect(JSON.stringify(plan)).not.toContain(canary);
  expect(plan.rewrites.flatMap(({ changes }) => changes)).toContainEqual({
    field: "ItemTable vendor",
    from,
    to,
    count: 1,
  });
  const path = join(home, global);
  const secrets = "SELECT key, value FROM ItemTable WHERE key <> 'vendor' ORDER BY key";
  const before = query(path, secrets);
  moveCursor(home, from, to);
  expect(query(path, secrets)).toEqual(before);
});

test("a database that would do more than is asked stays", () => {
  const home = homeWith({ ItemTable: { a: "file:///src/co" }, cursorDiskKV: {} });
  const path = join(home, global);
  const database = connect(path);
  database.exec("CREATE TRIGGER t AFTER UPDATE ON ItemTable BEGIN DELETE FROM ItemTable; END");
  database.close();
  const plan = moveCursor(home, from, to);
  expect(plan.notes.map(({ code }) => code)).toEqual(["database-left"]);
  expect(query(path, "SELECT * FROM ItemTable")).toEqual([{ key: "a", value: "file:///src/co" }]);
});
