import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contextFor, type Diagnostic, type Json, listSessions } from "@chatexport/core";
import { expect, test } from "vitest";
import cursor from "../src/index.js";
import { composer, createdAt, global, shop, userFolder, workspace } from "./support/editor.js";
import { folderWith } from "./support/folder.js";

/* Faults that the fault campaign of the repository (tests/faults) has found. */

const state = join(global, "state.vscdb");

async function list(root: string, source = cursor({ roots: [root] })) {
  const reported: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void reported.push(diagnostic);
  const ids = (await listSessions([source], { report })).map(({ ref }) => ref.id);
  await source.close?.();
  const shown = reported.map(({ severity, code, origin }) => `${severity} ${code} ${origin?.at}`);
  return { ids, reported, shown };
}

test.skipIf(process.platform === "win32")("nobody waits for pipes in place of files", async () => {
  const user = userFolder({ [global]: { rows: composer("A") } });
  const pipe = join(user, workspace("w1"), "workspace.json");
  mkdirSync(dirname(pipe), { recursive: true });
  execFileSync("mkfifo", [pipe]);
  expect(await list(user)).toMatchObject({ ids: ["A"], reported: [] });

  execFileSync("mkfifo", [join(user, `${state}-journal`)]);
  expect((await list(user)).reported).toMatchObject([
    { code: "unreadable-database", origin: { path: join(user, state) } },
  ]);
});

test("an entry that is no conversation is named, and the others stay", async () => {
  const bubbles = [{ type: "user", text: "Add a basket" }];
  const user = userFolder(
    {
      [workspace("w1")]: {
        items: {
          "workbench.panel.aichat.view.aichat.chatdata": {
            tabs: [7, { tabId: "T", bubbles }, { chatTitle: "Nothing said" }],
          },
          "composer.composerData": { allComposers: [null, { composerId: 5 }] },
        },
      },
    },
    { w1: shop },
  );
  const { ids, shown } = await list(user);
  expect(ids).toEqual(["T"]);
  expect(shown).toEqual([
    "error malformed-row composer.composerData",
    "error malformed-row composer.composerData",
    "error malformed-row workbench.panel.aichat.view.aichat.chatdata",
    "error malformed-row workbench.panel.aichat.view.aichat.chatdata",
  ]);
});

test("a conversation without an id is kept under one that stays", async () => {
  const prompt = { type: 1, text: "Add a basket" };
  const tab = { bubbles: [{ type: "user", text: "Add a basket" }] };
  const listing = (conversation: Json[]) =>
    list(
      userFolder({
        [workspace("w1")]: {
          items: {
            "workbench.panel.aichat.view.aichat.chatdata": { tabs: [tab, tab] },
            "composer.composerData": { allComposers: [{ createdAt, conversation }] },
          },
        },
      }),
    );
  const first = await listing([prompt]);
  expect(first.ids.map((id) => id.replace(/[0-9a-f]{32}/, "HASH")).sort()).toEqual([
    "nameless-HASH",
    "nameless-HASH",
    "nameless-HASH~2",
  ]);
  expect(new Set(first.ids).size).toBe(3);
  expect(first.shown).toEqual([
    "info nameless-conversation composer.composerData",
    "info nameless-conversation workbench.panel.aichat.view.aichat.chatdata",
    "info nameless-conversation workbench.panel.aichat.view.aichat.chatdata",
  ]);
  expect((await listing([prompt, { type: 2, text: "Done" }])).ids).toEqual(first.ids);
});

test.each(["text", ""])("a row that holds %j is named", async (other) => {
  const items = {
    "workbench.panel.aichat.view.aichat.chatdata": [],
    "composer.composerData": other,
  };
  const user = userFolder({ [workspace("w1")]: { items } }, { w1: shop });
  expect((await list(user)).shown).toEqual([
    "warning malformed-row composer.composerData",
    "warning malformed-row workbench.panel.aichat.view.aichat.chatdata",
  ]);
});

test.each(["jsonl", "json", "txt"])("a %s that is no transcript any more is named", async (end) => {
  const name = `projects/home-mira-shop/agent-transcripts/f0000000-0000-4000-8000-000000000001.${end}`;
  const folder = folderWith({ [`.cursor/${name}`]: Buffer.from('{"role":"user"', "utf16le") });
  const { reported } = await list(join(folder, ".cursor"));
  expect(reported).toMatchObject([
    { code: "unknown-file", origin: { path: join(folder, ".cursor", name) } },
  ]);
});

test("what is asked before hides no report of a damaged database", async () => {
  const user = userFolder({ [global]: { rows: composer("A") } });
  const path = join(user, state);
  const bytes = readFileSync(path);
  // The index holds the keys as well, on the last page that does.
  const page = bytes.readUInt16BE(16);
  const start = Math.floor(bytes.lastIndexOf("bubbleId:A:b1") / page) * page;
  bytes.fill(0, start + 100, start + page);
  writeFileSync(path, bytes);
  const source = cursor({ roots: [user] });
  await source.stores(contextFor({}, {}), { count: true });
  const { ids, reported } = await list(user, source);
  expect(ids).toEqual(["A"]);
  expect(reported).toMatchObject([{ code: "damaged-database", origin: { path } }]);
});

test("an intact backup beside a damaged database is named and can be read", async () => {
  const user = userFolder({ [global]: { rows: composer("A") } });
  const path = join(user, state);
  const backup = `${path}.backup`;
  const bytes = readFileSync(path);
  const cut = bytes.subarray(0, bytes.length - 1024);
  writeFileSync(path, Buffer.alloc(bytes.length, "x"));
  writeFileSync(backup, cut);
  expect((await list(user)).reported[0]?.message).not.toContain(backup);

  const other = userFolder({ [global]: { rows: composer("A") } });
  writeFileSync(join(other, `${state}.backup`), bytes);
  writeFileSync(join(other, state), cut);
  expect((await list(other)).reported[0]?.message).toContain(
    `${join(other, state)}.backup is intact: read that with --root`,
  );
  expect((await list(join(other, `${state}.backup`))).ids).toEqual(["A"]);
});

test("stores tells of a database in an unreadable folder", async () => {
  const user = userFolder({ [global]: { rows: composer("A") } });
  symlinkSync("state.vscdb-wal", join(user, `${state}-wal`));
  const source = cursor({ roots: [user] });
  const [store] = await source.stores(contextFor({}, {}), { count: true });
  await source.close?.();
  expect(store).toMatchObject({ path: join(user, state), readable: false });
});

test("an unreadable project is named, and the others stay", async () => {
  const id = "f0000000-0000-4000-8000-000000000001";
  const path = `.cursor/projects/home-mira-shop/agent-transcripts/${id}.jsonl`;
  const line = '{"role":"user","message":{"content":[{"type":"text","text":"Add a basket"}]}}\n';
  const folder = folderWith({ [path]: line });
  const loop = join(folder, ".cursor/projects/home-mira-blog");
  mkdirSync(loop);
  // To root nothing is forbidden, but not even root can follow this.
  symlinkSync("agent-transcripts", join(loop, "agent-transcripts"));
  const { ids, reported } = await list(join(folder, ".cursor"));
  expect(ids).toEqual([id]);
  expect(reported).toMatchObject([
    { code: "unreadable-folder", origin: { path: join(loop, "agent-transcripts") } },
  ]);
});

test("a conversation whose only way to its messages is broken is named", async () => {
  const user = userFolder({
    [global]: {
      rows: {
        "composerData:A": { composerId: "A", createdAt: 1_770_000_000_000 },
        "agentKv:checkpoint:A": "2a00764c…",
      },
    },
  });
  expect((await list(user)).shown).toEqual(["error malformed-row agentKv:checkpoint:A"]);
});
