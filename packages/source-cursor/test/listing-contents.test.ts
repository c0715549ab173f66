import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "@chatexport/core";
import { createDatabases, type Database, type Databases } from "@chatexport/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createDatabase, insert } from "../../sqlite/test/support/databases.js";
import { listDatabases, listUserFolder } from "../src/list/user-folder.js";
import {
  composer,
  contextFor,
  createdAt,
  global,
  inShop,
  later,
  list,
  only,
  type Rows,
  shop,
  userFolder,
  workspace,
  write,
} from "./support/editor.js";

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

test("listing selects nothing that is secret, and of bubbles only a title", () => {
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
  const real = createDatabases();
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
    renew: () => databases.renew(),
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
  const databases = createDatabases();
  onTestFinished(() => databases.close());
  const context = { databases, report: () => {}, signal: AbortSignal.abort() };
  expect(() => listUserFolder(user, [], context)).toThrow();
});

test("what no session tells is told by the list: of rows with lists, and of boxes in which nothing is", () => {
  const box = { type: "user", id: "b1", text: "", later: "Sweep" };
  const user = userFolder({
    [workspace("a1")]: {
      items: {
        "workbench.panel.aichat.view.aichat.chatdata": { tabs: [{ tabId: "t1", bubbles: [box] }] },
        "src.vs.platform.reactivestorage.browser.reactiveStorageServiceImpl.persistentStorage.workspaceUser":
          { persistentChatMetadata: ["Sweep"] },
        "composer.composerData": { allComposers: [], moreComposers: ["Sweep"] },
      },
    },
  });
  const reported: Diagnostic[] = [];
  list(user, [], reported);
  const fields = reported.map(({ code, message }) => `${code} ${/"(.+)"/.exec(message)?.[1]}`);
  expect(fields.sort()).toEqual([
    "unknown-field later",
    "unknown-field moreComposers",
    "unknown-field persistentChatMetadata",
  ]);
});
