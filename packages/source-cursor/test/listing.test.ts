import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic, Json } from "@chatexport/core";
import { expect, onTestFinished, test } from "vitest";
import type { Copy } from "../src/copy.js";
import type { ListContext } from "../src/list-context.js";
import type { Database } from "../src/sqlite/database.js";
import { createDatabases, type Databases } from "../src/sqlite/databases.js";
import { type EditorListing, listDatabases, listUserFolder } from "../src/stores/user-folder.js";
import {
  type ColumnValue,
  createDatabase,
  insert,
  testFallback,
  writeDatabase,
} from "./support/sqlite.js";

type Rows = Record<string, Json | undefined>;

interface Contents {
  items?: Rows;
  rows?: Rows;
  headers?: Record<string, ColumnValue>[];
}

const global = "globalStorage";
const workspace = (hash: string) => `workspaceStorage/${hash}`;
const shop = "file:///home/mira/shop";
const inShop = {
  cwd: "/home/mira/shop",
  project: { name: "shop", path: "/home/mira/shop" },
};

/** A `User` folder with databases by the folder that they lie in, and `workspace.json` files by theirs. */
function userFolder(
  databases: Record<string, Contents>,
  folders: Record<string, string> = {},
): string {
  const user = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(user, { recursive: true, force: true }));
  for (const [folder, contents] of Object.entries(databases))
    write(join(user, folder, "state.vscdb"), contents);
  for (const [hash, folder] of Object.entries(folders)) {
    const path = join(user, workspace(hash), "workspace.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ folder }));
  }
  return user;
}

function write(path: string, { items = {}, rows = {}, headers }: Contents): void {
  writeDatabase(path, {
    ItemTable: { rows: rowsOf(items) },
    cursorDiskKV: { rows: rowsOf(rows) },
    ...(headers && { composerHeaders: { rows: headers } }),
  });
}

/** Strings stay, so that a test can write what is no JSON; the rest becomes JSON. */
function rowsOf(rows: Rows): ColumnValue[][] {
  return Object.entries(rows).map(([key, value]) => [
    key,
    value === null || typeof value === "string" ? value : JSON.stringify(value),
  ]);
}

function list(user: string, dotFolders: string[] = [], reported: Diagnostic[] = []): EditorListing {
  return listUserFolder(user, dotFolders, contextFor(reported));
}

function contextFor(
  reported: Diagnostic[],
  databases = createDatabases(testFallback),
): ListContext {
  onTestFinished(() => databases.close());
  const signal = new AbortController().signal;
  return { databases, report: (diagnostic) => reported.push(diagnostic), signal };
}

function only(listing: EditorListing): Copy {
  expect(listing.copies).toHaveLength(1);
  return listing.copies[0] as Copy;
}

const createdAt = Date.parse("2026-02-11T20:00:00.000Z");
const startedAt = "2026-02-11T20:00:00.000Z";
const later = (minutes: number) => new Date(createdAt + minutes * 60_000).toISOString();

/** A composer with one bubble in a row of its own. */
function composer(id: string, more: Record<string, Json> = {}): Rows {
  const headers = [{ bubbleId: "b1", type: 1 }];
  return {
    [`composerData:${id}`]: {
      composerId: id,
      createdAt,
      fullConversationHeadersOnly: headers,
      ...more,
    },
    [`bubbleId:${id}:b1`]: { type: 1, text: "Add a basket" },
  };
}

test("a composer with its bubbles in rows", () => {
  const data = { name: "Basket", lastUpdatedAt: createdAt + 60_000, createdOnBranch: "basket" };
  const user = userFolder({ [global]: { rows: composer("A", data) } });
  const listing = list(user);
  expect(only(listing)).toEqual({
    id: "A",
    format: "cursor/bubbles",
    path: join(user, global, "state.vscdb"),
    key: "composerData:A",
    title: "Basket",
    titleFrom: "generated",
    startedAt,
    updatedAt: later(1),
    branch: "basket",
    revision: expect.any(String),
  });
  expect(listing.omitted).toEqual([]);
  expect(listing.databases).toEqual([join(user, global, "state.vscdb")]);
});

test("until 0.44: tabs and whole composers in the workspace", () => {
  const user = userFolder(
    {
      [workspace("w1")]: {
        items: {
          "workbench.panel.aichat.view.aichat.chatdata": {
            tabs: [
              {
                tabId: "T",
                chatTitle: "Old tab",
                lastSendTime: createdAt,
                bubbles: [{ type: "user" }],
              },
              { id: "U", title: "Of an export", bubbles: [{ type: "ai" }] },
              { tabId: "V", bubbles: [] },
            ],
          },
          "composer.composerData": {
            allComposers: [
              {
                composerId: "A",
                name: "Basket",
                createdAt,
                conversation: [{ type: 1, text: "Hi" }],
              },
              { composerId: "B", conversation: [] },
            ],
          },
        },
      },
    },
    { w1: shop },
  );
  const reported: Diagnostic[] = [];
  const { copies, omitted } = list(user, [], reported);
  const path = join(user, workspace("w1"), "state.vscdb");
  expect(copies).toEqual([
    {
      ...inShop,
      id: "A",
      format: "cursor/inline",
      path,
      key: "composer.composerData",
      title: "Basket",
      titleFrom: "generated",
      startedAt,
      revision: expect.any(String),
    },
    {
      ...inShop,
      id: "T",
      format: "cursor/tabs",
      path,
      key: "workbench.panel.aichat.view.aichat.chatdata",
      title: "Old tab",
      titleFrom: "generated",
      updatedAt: startedAt,
      revision: expect.any(String),
    },
    expect.objectContaining({ ...inShop, id: "U", title: "Of an export" }),
  ]);
  expect(omitted).toEqual([
    { id: "B", reason: "empty" },
    { id: "V", reason: "empty" },
  ]);
  expect(reported).toEqual([]);
});

test("0.45 on: heads in the workspace, bubbles inside the row or in rows of their own", () => {
  const heads = [
    { type: "head", composerId: "A", name: "Basket" },
    { type: "head", composerId: "B", name: "Checkout", isArchived: true },
  ];
  const user = userFolder(
    {
      [global]: {
        rows: {
          ...composer("A"),
          "composerData:B": { composerId: "B", conversation: [{ type: 1, text: "Pay" }] },
        },
      },
      [workspace("w1")]: { items: { "composer.composerData": { allComposers: heads } } },
    },
    { w1: shop },
  );
  expect(list(user).copies).toMatchObject([
    { ...inShop, id: "A", format: "cursor/bubbles", title: "Basket" },
    { ...inShop, id: "B", format: "cursor/inline", title: "Checkout", archived: true },
  ]);
});

test("a composer with bubbles inside and outside of its row has two copies", () => {
  const rows = composer("A", { conversation: [{ type: 1, text: "Hi" }] });
  const formats = list(userFolder({ [global]: { rows } })).copies.map(({ format }) => format);
  expect(formats).toEqual(["cursor/bubbles", "cursor/inline"]);
});

test("3.0 on: heads of all workspaces in one row", () => {
  const heads = [
    {
      type: "head",
      composerId: "A",
      name: "Basket",
      lastUpdatedAt: createdAt + 60_000,
      workspaceIdentifier: { id: "w1", uri: { scheme: "file", fsPath: "/home/mira/shop" } },
    },
  ];
  const user = userFolder({
    [global]: {
      items: { "composer.composerHeaders": { allComposers: heads } },
      rows: composer("A"),
    },
  });
  expect(only(list(user))).toMatchObject({ ...inShop, title: "Basket", updatedAt: later(1) });
});

test("3.12 on: heads in a table, of which columns may be missing", () => {
  const value = JSON.stringify({
    name: "Basket",
    workspaceIdentifier: { id: "w1", uri: { scheme: "file", path: "/home/mira/shop" } },
  });
  const headers = [
    { composerId: "A", workspaceId: "w1", recency: createdAt + 60_000, isArchived: 1, value },
    { composerId: "B", workspaceId: "w2", recency: null, isArchived: 0, value: "no JSON" },
  ];
  const rows = { ...composer("A"), ...composer("B") };
  const user = userFolder({ [global]: { headers, rows } }, { w2: "file:///home/mira/blog" });
  expect(list(user).copies).toMatchObject([
    { ...inShop, id: "A", title: "Basket", archived: true, updatedAt: later(1) },
    { id: "B", cwd: "/home/mira/blog" },
  ]);
  const few = userFolder({ [global]: { headers: [{ composerId: "A", unheardOf: 1 }], rows } });
  expect(list(few).copies).toHaveLength(2);
});

test("the title is the composer's own, then that of an index, then its first prompt", () => {
  const headers = [{ composerId: "A", value: JSON.stringify({ name: "Of the table" }) }];
  const title = (data: Record<string, Json>, contents: Contents) =>
    only(list(userFolder({ [global]: { ...contents, rows: composer("A", data) } }))).title;
  const header = [{ bubbleId: "b1", type: 1, grouping: { textPreview: "Add a basket" } }];
  expect(title({ name: "Own" }, { headers })).toBe("Own");
  expect(title({ fullConversationHeadersOnly: header }, { headers })).toBe("Of the table");
  expect(title({ fullConversationHeadersOnly: header }, {})).toBe("Add a basket");
});

test("the agents' window: projects and the conversations in them", () => {
  const user = userFolder({
    [global]: {
      items: {
        "glass.localAgentProjects.v1": [
          {
            id: "p1",
            name: "My shop",
            workspace: { id: "w1", uri: { fsPath: "/home/mira/shop" } },
          },
        ],
        "glass.localAgentProjectMembership.v1": { A: "p1", B: "p2" },
      },
      rows: { ...composer("A"), ...composer("B") },
    },
  });
  const [a, b] = list(user).copies;
  expect(a).toMatchObject(inShop);
  expect(b?.project).toBeUndefined();
});

test("a workspace that lists a conversation wins over those that opened it, then the latest", () => {
  const opened = { "composer.composerData": { selectedComposerIds: ["A", "B"], allComposers: [] } };
  const pane = {
    "workbench.panel.composerChatViewPane.x1": { "workbench.panel.aichat.view.B": {} },
  };
  const hidden = {
    "workbench.panel.composerChatViewPane.hidden": { "workbench.panel.aichat.view.C": {} },
    "workbench.panel.composerChatViewPane2": { "workbench.panel.aichat.view.C": {} },
  };
  const user = userFolder(
    {
      [global]: { rows: { ...composer("A"), ...composer("B"), ...composer("C") } },
      [workspace("w1")]: {
        items: { "composer.composerData": { allComposers: [{ type: "head", composerId: "A" }] } },
      },
      [workspace("w2")]: { items: opened },
      [workspace("w3")]: { items: { ...pane, ...hidden } },
    },
    { w1: shop, w2: "file:///home/mira/blog", w3: "file:///home/mira/site" },
  );
  const touch = (hash: string, time: number) =>
    utimesSync(join(user, workspace(hash), "state.vscdb"), time, time);
  const projects = () => list(user).copies.map(({ project }) => project?.name);
  touch("w1", 1000);
  touch("w2", 2000);
  touch("w3", 3000);
  expect(projects()).toEqual(["shop", "site", undefined]);
  touch("w2", 4000);
  expect(projects()).toEqual(["shop", "blog", undefined]);
});

test("a transcript's folder tells the project of a conversation that no workspace names", () => {
  const user = userFolder({ [global]: { rows: composer("A") } }, { w1: shop });
  const dot = join(user, "dot");
  mkdirSync(join(dot, "projects", "home-mira-shop", "agent-transcripts", "a"), { recursive: true });
  expect(only(list(user)).project).toBeUndefined();
  expect(only(list(user, [dot]))).toMatchObject(inShop);
});

test("the files of a conversation tell its project at last, and that it was concluded", () => {
  const codeBlockData = { "file:///home/mira/shop/basket.ts": {} };
  const user = userFolder({ [global]: { rows: composer("A", { codeBlockData }) } }, { w1: shop });
  expect(only(list(user))).toMatchObject({ ...inShop, projectInferred: true });
});

test("what was never sent is left out and accounted for", () => {
  const user = userFolder({
    [global]: {
      items: {
        "composer.composerHeaders": {
          allComposers: [
            { composerId: "gone" },
            { composerId: "lost" },
            { composerId: "unsent", isDraft: true },
            { composerId: "empty-state-draft" },
          ],
        },
      },
      rows: {
        ...composer("A"),
        "composerData:empty": { composerId: "empty", conversationState: "~" },
        "composerData:draft": { composerId: "draft", isDraft: true },
        "composerData:typed": { composerId: "typed", text: "Add a" },
        "composerData:deleted": null,
        "bubbleId:deleted:b1": { type: 1, text: "Left behind" },
      },
    },
  });
  const reported: Diagnostic[] = [];
  const listing = list(user, [], reported);
  expect(only(listing).id).toBe("A");
  expect(Object.fromEntries(listing.omitted.map(({ id, reason }) => [id, reason]))).toEqual({
    empty: "empty",
    draft: "draft",
    typed: "draft",
    deleted: "deleted",
    gone: "deleted",
    lost: "deleted",
    unsent: "draft",
    "empty-state-draft": "draft",
  });
  expect(reported).toMatchObject([
    {
      severity: "info",
      code: "ghost-conversation",
      message: expect.stringContaining("2"),
      origin: { path: user },
    },
  ]);
});

test("what is left out of one database and found in another is not left out", () => {
  const whole = { composerId: "A", conversation: [{ type: 1, text: "Hi" }] };
  const user = userFolder({
    [global]: { rows: { "composerData:a": { composerId: "a" }, "composerData:B": null } },
    [workspace("w1")]: {
      items: { "composer.composerData": { allComposers: [whole, { composerId: "B" }] } },
    },
  });
  const listing = list(user);
  expect(only(listing)).toMatchObject({ id: "A", format: "cursor/inline" });
  expect(listing.omitted).toEqual([{ id: "B", reason: "deleted" }]);
});

test("a draft with an answer is a conversation", () => {
  expect(only(list(userFolder({ [global]: { rows: composer("A", { isDraft: true }) } }))).id).toBe(
    "A",
  );
});

test("bubbles without a composer are a conversation", () => {
  const rows = { "bubbleId:A:b1": { type: 1, text: "Add a basket" } };
  const headers = [{ composerId: "A", value: JSON.stringify({ name: "Basket" }) }];
  expect(only(list(userFolder({ [global]: { rows, headers } })))).toMatchObject({
    id: "A",
    format: "cursor/bubbles",
    key: "composerData:A",
    title: "Basket",
  });
});

test("a broken row hides at most its own conversation", () => {
  const rows = {
    ...composer("A"),
    ...composer("B"),
    "composerData:B": "{broken",
    "composerData:C": "{broken",
    "composerData:D": "[]",
  };
  const items = { "composer.composerData": "{broken", "composer.composerHeaders": "{broken" };
  const reported: Diagnostic[] = [];
  const { copies } = list(userFolder({ [global]: { rows, items } }), [], reported);
  // The bubbles of B are whole.
  expect(copies.map(({ id }) => id)).toEqual(["A", "B"]);
  expect(reported.map(({ code, severity, origin }) => [code, severity, origin?.at])).toEqual([
    ["malformed-row", "warning", "composer.composerHeaders"],
    ["malformed-row", "warning", "composer.composerData"],
    ["malformed-row", "error", "composerData:C"],
    ["malformed-row", "error", "composerData:D"],
  ]);
  expect(JSON.stringify(reported)).not.toContain("{broken");
});

test("a broken database hides no other", () => {
  const user = userFolder({ [global]: { rows: composer("A") }, [workspace("w1")]: {} });
  const broken = join(user, workspace("w1"), "state.vscdb");
  writeFileSync(broken, "this is no database".repeat(1000));
  const reported: Diagnostic[] = [];
  const listing = list(user, [], reported);
  expect(only(listing).id).toBe("A");
  expect(listing.databases).toContain(broken);
  expect(reported).toMatchObject([
    { severity: "error", code: "unreadable-database", origin: { path: broken } },
  ]);
});

test("databases without tables, and folders without databases, hold nothing", () => {
  const user = userFolder({}, { w1: shop });
  createDatabase(join(user, global, "state.vscdb"), ["CREATE TABLE other (id)"]);
  mkdirSync(join(user, workspace("w2")));
  writeFileSync(join(user, workspace("w2"), "state.vscdb"), "");
  const reported: Diagnostic[] = [];
  expect(list(user, [], reported)).toMatchObject({ copies: [], omitted: [], folders: [inShop] });
  expect(list(join(user, "gone"), [], reported)).toMatchObject({ copies: [], databases: [] });
  expect(reported).toEqual([]);
});

test("a database that somebody put beside workspaceStorage is read", () => {
  const user = userFolder({ ".": { rows: composer("A") }, [workspace("w1")]: {} });
  expect(only(list(user)).id).toBe("A");
});

test("profiles and composers in a workspace's database are found, too", () => {
  const user = userFolder(
    {
      "profiles/x1/globalStorage": { rows: composer("A") },
      [workspace("w1")]: { rows: composer("B") },
    },
    { w1: shop },
  );
  expect(list(user).copies.map(({ id }) => id)).toEqual(["A", "B"]);
});

test("lone databases tell of each other, and of the workspace.json beside them", () => {
  const heads = [{ type: "head", composerId: "A", name: "Basket" }];
  const user = userFolder(
    {
      [global]: { rows: composer("A") },
      [workspace("w1")]: { items: { "composer.composerData": { allComposers: heads } } },
    },
    { w1: shop },
  );
  const paths = [global, workspace("w1")].map((folder) => join(user, folder, "state.vscdb"));
  expect(only(listDatabases(paths, [], contextFor([])))).toMatchObject({
    ...inShop,
    title: "Basket",
  });
  expect(only(listDatabases(paths.slice(0, 1), [], contextFor([]))).project).toBeUndefined();
  const copied = join(user, "backup.db");
  write(copied, { rows: composer("C") });
  expect(only(listDatabases([copied], [], contextFor([]))).path).toBe(copied);
});

test("sub-agents name their parents, and have their place", () => {
  const user = userFolder({
    [global]: {
      rows: {
        ...composer("A", {
          subagentComposerIds: ["B"],
          workspaceIdentifier: { id: "w1", uri: { fsPath: "/home/mira/shop" } },
        }),
        ...composer("B", { subagentInfo: { parentComposerId: "A", toolCallId: "call_1" } }),
      },
    },
  });
  expect(list(user).copies).toMatchObject([
    { id: "A", children: ["B"] },
    { ...inShop, id: "B", parent: { sessionId: "A", relation: "subagent", toolCallId: "call_1" } },
  ]);
});

test("sub-agents that are named after a call belong to who made it", () => {
  const grouping = (toolCallId: string) => ({ bubbleId: "b1", type: 2, grouping: { toolCallId } });
  const task = (call: string, minutes: number): Rows => ({
    [`bubbleId:task-${call}:b1`]: { type: 1, text: "Look", createdAt: later(minutes) },
  });
  const made = (call: string) => ({ type: 2, toolFormerData: { name: "task", toolCallId: call } });
  const user = userFolder({
    [global]: {
      rows: {
        ...composer("A", { subagentComposerIds: ["task-call_1"] }),
        ...composer("B", { fullConversationHeadersOnly: [grouping("call_2")] }),
        ...composer("C"),
        "bubbleId:C:b2": made("call_3\nfc_3"),
        ...composer("D", { createdAt: createdAt + 3_600_000 }),
        "bubbleId:D:b2": made("call_4"),
        ...task("call_1", 5),
        ...task("call_2", 5),
        ...task("call_3\nfc_3", 5),
        // It ran before D began, which only quotes it.
        ...task("call_4", 5),
      },
    },
  });
  const parents = Object.fromEntries(
    list(user).copies.map(({ id, parent }) => [
      id,
      parent && [parent.sessionId, parent.toolCallId],
    ]),
  );
  expect(parents).toEqual({
    A: undefined,
    B: undefined,
    C: undefined,
    D: undefined,
    "task-call_1": ["A", "call_1"],
    "task-call_2": ["B", "call_2"],
    "task-call_3\nfc_3": ["C", "call_3\nfc_3"],
    "task-call_4": undefined,
  });
});

test("a composer that has only the agent's own messages", () => {
  const conversationState = `~${Buffer.from(`0a20${"11".repeat(32)}`, "hex").toString("base64")}`;
  const rows = {
    "composerData:A": { composerId: "A", conversationState },
    "composerData:B": { composerId: "B", conversationState: "~" },
  };
  expect(only(list(userFolder({ [global]: { rows } })))).toMatchObject({
    id: "A",
    format: "cursor/agent-kv",
  });
});

test("a composer whose bubbles are all lost is still told about", () => {
  const { "composerData:A": data } = composer("A");
  expect(only(list(userFolder({ [global]: { rows: { "composerData:A": data } } })))).toMatchObject({
    id: "A",
    format: "cursor/bubbles",
  });
});

test("the revision changes with the conversation, and with no other", () => {
  const user = userFolder({
    [global]: { rows: { ...composer("A"), ...composer("AB"), ...composer("B") } },
  });
  const path = join(user, global, "state.vscdb");
  const revisions = () => new Map(list(user).copies.map(({ id, revision }) => [id, revision]));
  let before = revisions();
  expect(revisions()).toEqual(before);
  const changes = [
    insert("cursorDiskKV", ["bubbleId:A:b2", JSON.stringify({ type: 2, text: "Done" })]),
    insert("cursorDiskKV", ["bubbleId:A:b1", JSON.stringify({ type: 1, text: "Add a cart" })]),
    "DELETE FROM cursorDiskKV WHERE key = 'bubbleId:A:b2'",
    insert("cursorDiskKV", ["codeBlockDiff:A:d1", "{}"]),
    insert("cursorDiskKV", ["messageRequestContext:A:b1", "{}"]),
    insert("cursorDiskKV", ["composerData:A", JSON.stringify({ composerId: "A", name: "Cart" })]),
  ];
  for (const change of changes) {
    createDatabase(path, [change]);
    const after = revisions();
    expect(after.get("A"), change).not.toBe(before.get("A"));
    expect(after.get("AB")).toBe(before.get("AB"));
    expect(after.get("B")).toBe(before.get("B"));
    before = after;
  }
});

test("the revision of a conversation inside a workspace's row changes with it", () => {
  const user = userFolder({ [workspace("w1")]: {} });
  const path = join(user, workspace("w1"), "state.vscdb");
  const revision = (texts: string[]) => {
    const conversation = texts.map((text) => ({ type: 1, text }));
    const row = JSON.stringify({ allComposers: [{ composerId: "A", conversation }] });
    createDatabase(path, [insert("ItemTable", ["composer.composerData", row])]);
    return only(list(user)).revision;
  };
  const seen = [revision(["Hi"]), revision(["Hi!"]), revision(["Hi!", "There"])];
  expect(new Set(seen).size).toBe(3);
});

test("listing selects nothing that is secret, and no bubbles", () => {
  const canary = "canary-3f1c";
  const secrets = {
    "cursorAuth/accessToken": canary,
    "cursorAuth/refreshToken": canary,
    'secret://{"extensionId":"x","key":"y"}': canary,
    "composer.composerData.secret": canary,
    "workbench.panel.composerChatViewPane.hidden": canary,
    "telemetry.machineId": canary,
  };
  const pane = { "workbench.panel.composerChatViewPane": { "workbench.panel.aichat.view.A": {} } };
  const user = userFolder(
    {
      [global]: { items: secrets, rows: { ...composer("A"), "bubbleId:A:b1": canary } },
      [workspace("w1")]: { items: { ...secrets, ...pane } },
    },
    { w1: shop },
  );
  const real = createDatabases(testFallback);
  const seen: unknown[] = [];
  const context = contextFor([], spyOn(real, seen));
  expect(listUserFolder(user, [], context).copies).toMatchObject([{ ...inShop, id: "A" }]);
  const values = seen.flatMap((row) => Object.values(row as object));
  expect(values.some((value) => String(value).includes("view.A"))).toBe(true);
  expect(values.filter((value) => String(value).includes(canary))).toEqual([]);
});

/** Databases that note each row that is handed out. */
function spyOn(databases: Databases, seen: unknown[]): Databases {
  const spied = new Map<Database, Database>();
  return {
    close: () => databases.close(),
    open(path) {
      const real = databases.open(path);
      const spy = new Proxy(real, {
        get(target, name: keyof Database) {
          const member = target[name];
          if (typeof member !== "function") return member;
          return (...parameters: never[]) => {
            const result: unknown = (member as (...parameters: never[]) => unknown).apply(
              target,
              parameters,
            );
            if (name === "get") seen.push(result ?? {});
            if (name === "all") seen.push(...(result as unknown[]));
            return name === "iterate" ? noting(result as Iterable<unknown>, seen) : result;
          };
        },
      });
      spied.set(real, spied.get(real) ?? spy);
      return spied.get(real) as Database;
    },
  };
}

function* noting(rows: Iterable<unknown>, seen: unknown[]): Iterable<unknown> {
  for (const row of rows) {
    seen.push(row);
    yield row;
  }
}

test("listing ends when it is told to", () => {
  const user = userFolder({ [global]: { rows: composer("A") } });
  const databases = createDatabases(testFallback);
  onTestFinished(() => databases.close());
  const context = { databases, report: () => {}, signal: AbortSignal.abort() };
  expect(() => listUserFolder(user, [], context)).toThrow();
});
