import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, Json } from "@chatexport/core";
import { expect, test } from "vitest";
import {
  type Contents,
  composer,
  createdAt,
  global,
  inShop,
  later,
  list,
  only,
  type Rows,
  shop,
  startedAt,
  userFolder,
  workspace,
} from "./support/editor.js";

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

test("where no workspace is left, a conversation was in a folder opened lately that has its files", () => {
  const data = { codeBlockData: { "file:///home/mira/shop/src/basket.ts": {} } };
  const items = {
    "history.recentlyOpenedPathsList": {
      entries: [
        { fileUri: "file:///home/mira/notes.md" },
        { folderUri: "file:///home/mira/other" },
        { folderUri: "file:///home/mira/shop" },
      ],
    },
  };
  const lone = userFolder({ [global]: { rows: composer("A", data), items } });
  expect(only(list(lone))).toMatchObject({ ...inShop, projectInferred: true });
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
                bubbles: [{ type: "user", rawText: "Hi" }],
              },
              { id: "U", title: "Of an export", bubbles: [{ type: "ai" }] },
              { tabId: "V", bubbles: [] },
              // Each tab begins with the box to type in.
              { tabId: "W", bubbles: [{ type: "user", rawText: "", selections: [] }] },
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
    { id: "W", reason: "empty" },
  ]);
  expect(reported).toEqual([]);
});

test("the row of a workspace may lie in its other table", () => {
  const conversation = [{ type: 1, bubbleId: "b1", text: "Add a basket" }];
  const row = { allComposers: [{ composerId: "A", createdAt, conversation }] };
  const rows = { "composer.composerData": row };
  const user = userFolder({ [workspace("w1")]: { rows } }, { w1: shop });
  expect(only(list(user))).toMatchObject({ ...inShop, id: "A", title: "Add a basket" });
  const both = userFolder({ [workspace("w1")]: { rows, items: rows } }, { w1: shop });
  expect(list(both).copies.map(({ table }) => table)).toEqual([undefined, "cursorDiskKV"]);
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
  const answered = [{ bubbleId: "b0", type: 2 }, ...header];
  expect(title({ fullConversationHeadersOnly: answered }, {})).toBe("Add a basket");
});

test("a title that only a bubble has wins over the files that were touched", () => {
  const title = (data: Record<string, Json>, rows: Rows = {}) =>
    only(list(userFolder({ [global]: { rows: { ...composer("A", data), ...rows } } }))).title;
  expect(title({ subtitle: "cart.ts" })).toBe("Add a basket");
  expect(title({})).toBe("Add a basket");
  const wordless = { "bubbleId:A:b1": { type: 1, text: "" } };
  expect(title({ subtitle: "cart.ts" }, wordless)).toBe("cart.ts");
  const headers = ["b1", "b2", "b3"].map((bubbleId, index) => ({
    bubbleId,
    type: 2 - (index % 2),
  }));
  const answered = {
    "bubbleId:A:b1": { type: 2, text: "Hello" },
    "bubbleId:A:b2": { type: 1, text: "", richText: "Add a\nbasket" },
  };
  expect(title({ subtitle: "cart.ts", fullConversationHeadersOnly: headers }, answered)).toBe(
    "Add a basket",
  );
});

test("a name that is the first ten words of a prompt gives way to the prompt", () => {
  const name = "Put a green line under the names of walks that";
  const text = "Put a green line under the names of walks that are full";
  const headers = [{ composerId: "A", value: JSON.stringify({ name }) }];
  const title = (rows: Rows) => only(list(userFolder({ [global]: { headers, rows } }))).title;
  const typed = (text: string) => ({ "bubbleId:A:b1": { type: 1, text } });
  expect(title({ ...composer("A", { name }), ...typed(text) })).toBe(text);
  expect(title({ ...composer("A", { name }), ...typed("Underline full walks") })).toBe(name);
  const conversation = [{ type: 1, bubbleId: "b1", text }];
  expect(title({ "composerData:A": { name, conversation } })).toBe(text);
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
