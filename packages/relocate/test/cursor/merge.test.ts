import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, constantFrom, nat, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import {
  createHome,
  filesOf,
  json,
  md5,
  moveCursor,
  query,
  readAll,
  stat,
  writeHome,
} from "./home.js";

const user = ".config/Cursor/User";
const from = "/src/co";
const to = "/new/co";
const here = md5(`${to}42`);

interface Opened {
  id: string;
  folder: string;
  items: Readonly<Record<string, unknown>>;
  tables?: Readonly<Record<string, unknown>>;
  /** The time when it was used, in seconds. */
  used: number;
}

function homeWith(opened: readonly Opened[], more: Readonly<Record<string, unknown>> = {}): string {
  const home = createHome();
  writeHome(home, more);
  for (const { id, folder, items, tables, used } of opened) {
    const path = `${user}/workspaceStorage/${id}`;
    writeHome(home, {
      [`${path}/workspace.json`]: { folder: `file://${folder}` },
      [`${path}/state.vscdb`]: { ItemTable: items, ...tables },
    });
    utimesSync(join(home, path, "state.vscdb"), used, used);
  }
  return home;
}

function databaseIn(home: string, id = here): string {
  return join(home, user, "workspaceStorage", id, "state.vscdb");
}

const composers = "composer.composerData";
const tabs = "workbench.panel.aichat.view.aichat.chatdata";

test("a folder that nobody could name before gets its name, and no other one does", () => {
  const items = { [composers]: { allComposers: [{ composerId: "c1", conversation: [] }] } };
  const left: Opened = { id: "a".repeat(32), folder: `${to}/inner`, used: 1000, items };
  const named: Opened = { ...left, id: here, folder: to };
  const elsewhere: Opened = { ...left, id: "b".repeat(32), folder: "/new/cobalt" };
  const home = homeWith([left, named, elsewhere]);
  const inner = md5(`${to}/inner42`);
  const { renames, notes } = moveCursor(home, from, to);
  const folderOf = (id: string) => join(home, user, "workspaceStorage", id);
  expect(renames).toEqual([{ from: folderOf(left.id), to: folderOf(inner) }]);
  expect(notes).toEqual([]);
  expect(json(databaseIn(home, inner), composers)).toEqual(items[composers]);
});

test("a folder that was opened before takes in the chats of the old one", () => {
  const old: Opened = {
    id: "a".repeat(32),
    folder: from,
    used: 2000,
    items: {
      [composers]: {
        allComposers: [
          { composerId: "c1", conversation: [{ type: 1 }], file: { uri: "file:///src/co/a" } },
          { composerId: "c2", conversation: [] },
        ],
        selectedComposerIds: ["c1"],
        extra: 1,
      },
      [tabs]: { tabs: [{ tabId: "t1", bubbles: [] }] },
      "aiService.prompts": [{ text: "first" }, { text: "both" }],
      "aiService.generations": [
        { unixMs: 1, textDescription: "g1" },
        { unixMs: 3, textDescription: "g3" },
      ],
      "workbench.panel.composerChatViewPane.1": { "workbench.panel.aichat.view.c1": {} },
      layout: "old",
      onlyOld: "file:///src/co/x",
    },
    tables: {
      cursorDiskKV: {
        "composerData:k": { fullConversationHeadersOnly: [1, 2], a: 1 },
        [composers]: { allComposers: [{ composerId: "c4" }, { composerId: "c5" }] },
      },
    },
  };
  const present: Opened = {
    id: here,
    folder: to,
    used: 1000,
    items: {
      [composers]: {
        allComposers: [{ composerId: "C2", conversation: [{ type: 2 }] }, { composerId: "c3" }],
        selectedComposerIds: ["c3"],
      },
      [tabs]: {
        tabs: [{ tabId: "t1", bubbles: [{ type: "user" }] }, { tabId: "t2" }],
        selected: "t2",
      },
      "aiService.prompts": [{ text: "both" }, { text: "last" }],
      "aiService.generations": [{ unixMs: 2, textDescription: "g2" }],
      layout: "present",
      onlyPresent: 7,
    },
    tables: {
      cursorDiskKV: {
        "composerData:k": { fullConversationHeadersOnly: [1, 2, 3] },
        "bubbleId:k:1": {},
        [composers]: { allComposers: [{ composerId: "c5", conversation: [{ type: 1 }] }] },
      },
    },
  };
  const home = homeWith([old, present], {
    [`${user}/workspaceStorage/${old.id}/images/a.png`]: "image a",
    [`${user}/workspaceStorage/${old.id}/images/b.png`]: "image b",
    [`${user}/workspaceStorage/${old.id}/images/c.png`]: "image c, old",
    [`${user}/workspaceStorage/${here}/images/b.png`]: "image b",
    [`${user}/workspaceStorage/${old.id}/state.vscdb.backup`]: "a copy of the old one",
    [`${user}/workspaceStorage/${here}/state.vscdb.backup`]: "a copy",
    [`${user}/workspaceStorage/${here}/images/c.png`]: "image c, present",
    [`${user}/globalStorage/state.vscdb`]: {
      composerHeaders: [{ composerId: "c1", workspaceId: old.id, value: "{}" }],
    },
  });
  const plan = moveCursor(home, from, to);

  const path = databaseIn(home);
  expect(json(path, composers)).toEqual({
    allComposers: [
      { composerId: "c1", conversation: [{ type: 1 }], file: { uri: "file:///new/co/a" } },
      { composerId: "C2", conversation: [{ type: 2 }] },
      { composerId: "c3" },
    ],
    selectedComposerIds: ["c1", "c3"],
    extra: 1,
  });
  expect(json(path, tabs)).toEqual({
    tabs: [{ tabId: "t1", bubbles: [{ type: "user" }] }, { tabId: "t2" }],
    selected: "t2",
  });
  expect(json(path, "aiService.prompts")).toEqual(
    ["last", "first", "both"].map((text) => ({ text })),
  );
  expect(json(path, "aiService.generations")).toEqual(
    [1, 2, 3].map((unixMs) => ({ unixMs, textDescription: `g${unixMs}` })),
  );
  expect(json(path, "workbench.panel.composerChatViewPane.1")).toEqual({
    "workbench.panel.aichat.view.c1": {},
  });
  expect(
    query(
      path,
      "SELECT key, value FROM ItemTable WHERE key IN ('layout', 'onlyOld', 'onlyPresent') ORDER BY key",
    ),
  ).toEqual([
    { key: "layout", value: "old" },
    { key: "onlyOld", value: "file:///new/co/x" },
    { key: "onlyPresent", value: 7 },
  ]);
  expect(json(path, "composerData:k", "cursorDiskKV")).toEqual({
    fullConversationHeadersOnly: [1, 2, 3],
  });
  expect(json(path, composers, "cursorDiskKV")).toEqual({
    allComposers: [{ composerId: "c4" }, { composerId: "c5", conversation: [{ type: 1 }] }],
  });
  const folder = filesOf(join(home, user, "workspaceStorage"));
  expect(Object.keys(folder).sort()).toEqual(
    [
      "images/a.png",
      "images/b.png",
      "images/c.moved.png",
      "images/c.png",
      "state.vscdb",
      "state.vscdb.backup",
      "workspace.json",
    ].map((name) => `${here}/${name}`),
  );
  expect(folder[`${here}/images/c.png`]).toBe("image c, present");
  expect(
    query(join(home, user, "globalStorage/state.vscdb"), "SELECT workspaceId FROM composerHeaders"),
  ).toEqual([{ workspaceId: here }]);
  expect(plan.notes.map(({ code }) => code)).toEqual(["kept-both"]);
});

test("tables that the workspace used last has not come along", () => {
  const row = { composerId: "c1", workspaceId: "1700000000000", createdAt: 7, value: "{}" };
  const home = homeWith([
    { id: "a".repeat(32), folder: from, used: 2000, items: {} },
    {
      id: "b".repeat(32),
      folder: from,
      used: 1000,
      items: { none: null },
      tables: { cursorDiskKV: { "bubbleId:1:1": { $blob: "hex:00ff" } }, composerHeaders: [row] },
    },
  ]);
  moveCursor(home, from, to);
  const path = databaseIn(home);
  expect(query(path, "SELECT hex(value) AS hex, typeof(value) AS type FROM cursorDiskKV")).toEqual([
    { hex: "00FF", type: "blob" },
  ]);
  const columns = "composerId, workspaceId, typeof(createdAt) AS type, createdAt, value";
  expect(query(path, `SELECT ${columns} FROM composerHeaders`)).toEqual([
    { ...row, type: "integer" },
  ]);
  expect(query(path, "SELECT key, value FROM ItemTable")).toEqual([{ key: "none", value: null }]);
});

test("a damaged database is not merged, and its folder keeps its name", () => {
  const items = { [composers]: { allComposers: [{ composerId: "c1" }] } };
  const home = homeWith([
    { id: "a".repeat(32), folder: from, used: 3000, items },
    { id: "b".repeat(32), folder: from, used: 2000, items },
    { id: here, folder: to, used: 1000, items },
  ]);
  const damaged = databaseIn(home, "b".repeat(32));
  writeFileSync(damaged, "no database at all");
  const plan = moveCursor(home, from, to);
  expect(filesOf(join(home, user, "workspaceStorage"))).toMatchObject({
    [`${"b".repeat(32)}/state.vscdb`]: "no database at all",
    [`${"b".repeat(32)}/workspace.json`]: JSON.stringify({ folder: `file://${to}` }),
  });
  expect(Object.keys(filesOf(join(home, user, "workspaceStorage"))).length).toBe(4);
  expect(plan.notes.map(({ code }) => code)).toContain("not-merged");
});

test("chats and transcripts of both folders stay", async () => {
  const home = createHome();
  const line = (text: string) =>
    `${JSON.stringify({ role: "user", message: { content: [{ type: "text", text }] } })}\n`;
  mkdirSync(join(home, "co"));
  const [old, now] = [join(home, "co"), join(home, "new")];
  const slug = (path: string) => path.replace(/[^A-Za-z0-9]+/g, "-").slice(1);
  const transcripts = (path: string) => `.cursor/projects/${slug(path)}/agent-transcripts`;
  writeHome(home, {
    [`${transcripts(old)}/1.jsonl`]: line("one") + line("more"),
    [`${transcripts(now)}/1.jsonl`]: line("one"),
    [`${transcripts(old)}/2.jsonl`]: line("two"),
    [`${transcripts(old)}/3.jsonl`]: line("three, old"),
    [`${transcripts(now)}/3.jsonl`]: line("three"),
    [`${transcripts(old)}/../.workspace-trusted`]: { workspacePath: old },
    [`${transcripts(now)}/../.workspace-trusted`]: { workspacePath: now },
    [`.cursor/chats/${md5(old)}/s/meta.json`]: { cwd: old, title: "old" },
    [`.cursor/chats/${md5(now)}/s/meta.json`]: { cwd: now, title: "present" },
    [`.cursor/chats/${md5(old)}/r/meta.json`]: { cwd: old },
  });
  moveCursor(home, old, now);
  const after = filesOf(join(home, ".cursor"));
  expect(Object.keys(after).sort()).toEqual(
    [
      `chats/${md5(now)}/r/meta.json`,
      `chats/${md5(now)}/s.moved/meta.json`,
      `chats/${md5(now)}/s/meta.json`,
      `projects/${slug(now)}/.workspace-trusted`,
      ...["1.jsonl", "2.jsonl", "3.jsonl", "3.moved.jsonl"].map(
        (name) => `projects/${slug(now)}/agent-transcripts/${name}`,
      ),
    ].sort(),
  );
  expect(after[`projects/${slug(now)}/agent-transcripts/1.jsonl`]).toBe(line("one") + line("more"));
  const texts = async () =>
    JSON.stringify((await readAll(home)).sessions.map(({ messages }) => messages));
  for (const text of ["more", "two", "three, old", "three"]) expect(await texts()).toContain(text);
});

test("whatever several folders for one project hold, no conversation and no prompt is lost", () => {
  const ids = uniqueArray(constantFrom("c1", "c2", "c3", "c4"), { maxLength: 4 });
  const prompts = uniqueArray(constantFrom("p1", "p2", "p3"), { maxLength: 3 });
  const workspace = record({
    composers: ids,
    tabs: ids,
    opened: ids,
    prompts,
    rows: ids,
    used: nat(5),
  });
  const workspaces = uniqueArray(workspace, {
    minLength: 1,
    maxLength: 3,
    selector: (each) => each,
  });
  assert(
    property(workspaces, nat(3), (all, present) => {
      const home = homeWith(
        all.map((each, index) => ({
          id: index === present ? here : String(index).repeat(32),
          folder: index === present ? to : from,
          used: 1000 + each.used,
          items: {
            [composers]: {
              allComposers: each.composers.map((composerId) => ({ composerId, conversation: [] })),
              selectedComposerIds: each.opened,
            },
            [tabs]: { tabs: each.tabs.map((tabId) => ({ tabId })) },
            "aiService.prompts": each.prompts.map((text) => ({ text })),
          },
          tables: {
            cursorDiskKV: Object.fromEntries(each.rows.map((id) => [`bubbleId:${id}:1`, {}])),
          },
        })),
      );
      if (all.length === 1 && present === 0) return;
      moveCursor(home, from, to, () => stat(42));
      const path = databaseIn(home);
      const merged = json(path, composers) as {
        allComposers: { composerId: string }[];
        selectedComposerIds: string[];
      };
      const union = (of: (each: (typeof all)[number]) => string[]) =>
        [...new Set(all.flatMap(of))].sort();
      expect(merged.allComposers.map(({ composerId }) => composerId).sort()).toEqual(
        union((each) => each.composers),
      );
      expect([...merged.selectedComposerIds].sort()).toEqual(union((each) => each.opened));
      const chats = json(path, tabs) as { tabs: { tabId: string }[] };
      expect(chats.tabs.map(({ tabId }) => tabId).sort()).toEqual(union((each) => each.tabs));
      const typed = json(path, "aiService.prompts") as { text: string }[];
      expect(typed.map(({ text }) => text).sort()).toEqual(union((each) => each.prompts));
      expect(
        query(path, "SELECT key FROM cursorDiskKV ORDER BY key").map(({ key }) => key),
      ).toEqual(union((each) => each.rows).map((id) => `bubbleId:${id}:1`));
    }),
    { numRuns: 15 },
  );
});
