import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Session, tallyAddsUp } from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDatabase, writeDatabase } from "../../sqlite/test/support/databases.js";
import { listChats } from "../src/list/list-chats.js";
import { readChat } from "../src/parse/agent/read-chat.js";
import { BlobStore, hex, proto, testContext, writeStore } from "./support/agent.js";
import { folderWith } from "./support/folder.js";

const id = "5d3f6c1e-6a0b-4f7e-9d52-000000000001";
const cwd = "/home/mira/shop";
const md5 = createHash("md5").update(cwd).digest("hex");

const prompt = (text: string) => ({
  role: "user",
  content: [{ type: "text", text: `<user_query>\n${text}\n</user_query>` }],
});
const answer = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });

/** A store with one conversation, and where it is. */
function storeWith(
  blobs: BlobStore["blobs"],
  meta?: object,
  files: Record<string, string> = {},
): { root: string; path: string } {
  const folder = join(md5, id);
  const root = folderWith(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [join(folder, name), content]),
    ),
  );
  return { root, path: writeStore(join(root, folder, "store.db"), blobs, meta) };
}

function read(path: string, context = testContext()): Session {
  const session = readChat({ path }, context);
  expect(session.records).toSatisfy(tallyAddsUp);
  return session;
}

function texts({ messages }: Session): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}

test("listing knows title, times, directory and parent without reading a message", () => {
  const store = new BlobStore();
  const latestRootBlobId = store.conversation([prompt("Add a cart")]);
  const { root, path } = storeWith(
    store.blobs,
    {
      agentId: id,
      latestRootBlobId,
      name: "Cart",
      createdAt: 1770364800000,
      subagentInfo: { parentAgentId: "p", rootParentAgentId: "r", toolCallId: "t" },
    },
    { "meta.json": JSON.stringify({ schemaVersion: 1, updatedAtMs: 1770364860000, cwd }) },
  );
  expect(listChats(root, testContext())).toEqual([
    {
      id,
      format: "cursor/store",
      path,
      title: "Cart",
      titleFrom: "generated",
      startedAt: "2026-02-06T08:00:00.000Z",
      updatedAt: "2026-02-06T08:01:00.000Z",
      modifiedAt: expect.any(String),
      cwd,
      project: { name: "shop", path: cwd },
      parent: { sessionId: "p", relation: "subagent", toolCallId: "t" },
      revision: expect.any(String),
      bytes: expect.any(Number),
    },
  ]);
});

test("the folder is found by its hash", () => {
  const store = new BlobStore();
  const { root } = storeWith(store.blobs.set("a", Buffer.from("x")));
  const context = testContext();
  const folderOf = (hash: string) => (hash === md5 ? cwd : undefined);
  expect(listChats(root, context, folderOf)).toMatchObject([
    { cwd, project: { name: "shop", path: cwd } },
  ]);
});

test("what was created and never used is no conversation; a broken database hides no other", () => {
  const store = new BlobStore();
  store.conversation([prompt("Hi")]);
  const { root } = storeWith(store.blobs);
  const other = folderWith({
    "x/1/meta.json": JSON.stringify({ hasConversation: false }),
    "x/2/store.db": "",
    "x/3/store.db": "This is no database, although it is called one. ".repeat(30),
  });
  createDatabase(join(other, "x/4/store.db"), ["CREATE TABLE meta (key TEXT, value TEXT)"]);
  const context = testContext();
  expect(listChats(root, context)).toHaveLength(1);
  expect(listChats(other, context)).toEqual([]);
  expect(context.reported).toMatchObject([
    { code: "unreadable-database", origin: { path: join(other, "x/3/store.db") } },
  ]);
});

test("one database alone is listed by its own id", () => {
  const store = new BlobStore();
  store.conversation([prompt("Hi")]);
  const root = folderWith({});
  const path = writeStore(join(root, "saved.db"), store.blobs, { agentId: "own" });
  const context = testContext();
  expect(listChats(path, context)).toMatchObject([{ id: "own", path }]);
});

test("the root gives the messages in order, with model, tokens and every row counted", () => {
  const store = new BlobStore();
  store.add(prompt("A retry that was left"));
  store.add({ cells: [], nbformat: 4 });
  const latestRootBlobId = store.conversation(
    [{ role: "system", content: "You are an agent." }, prompt("Add a cart"), answer("Done.")],
    [5, proto([1, 1200], [2, 200000])],
    [10, 1],
  );
  const meta = {
    latestRootBlobId,
    lastUsedModel: { id: "sonnet-4" },
    blobEncryptionKey: "c2VjcmV0",
  };
  const context = testContext();
  const session = read(storeWith(store.blobs, meta).path, context);
  expect(texts(session)).toEqual(["Add a cart", "Done."]);
  expect(session).toMatchObject({
    id,
    title: "Add a cart",
    titleFrom: "first-message",
    model: "sonnet-4",
    native: { contextTokensUsed: 1200, contextTokenLimit: 200000 },
    records: {
      read: 7,
      kept: 3,
      skipped: { abandoned: 1, structure: 2, "system-prompt": 1 },
    },
  });
  expect(session.native).not.toHaveProperty("order");
  expect(JSON.stringify(session)).not.toContain("c2VjcmV0");
  expect(context.reported).toEqual([]);
});

test("the same words twice are two messages and one row", () => {
  const store = new BlobStore();
  const latestRootBlobId = store.conversation([prompt("Go on"), answer("Done."), prompt("Go on")]);
  const session = read(storeWith(store.blobs, { latestRootBlobId }).path);
  expect(texts(session)).toEqual(["Go on", "Done.", "Go on"]);
  expect(new Set(session.messages.map(({ id }) => id)).size).toBe(3);
  expect(session.records.kept).toBe(3);
});

test("subtrees count only where a state names no message", () => {
  const store = new BlobStore();
  const [one, two] = [store.add(prompt("One")), store.add(prompt("Two"))];
  const subtree = store.add(proto([1, one], [1, two]));
  const latestRootBlobId = hex(store.add(proto([2, subtree])));
  expect(texts(read(storeWith(store.blobs, { latestRootBlobId }).path))).toEqual(["One", "Two"]);
});

test("messages behind a binary head stand in the order that the heads name", () => {
  const store = new BlobStore();
  const withHead = (before: Uint8Array[], message: object) =>
    store.add(
      Buffer.concat([
        proto(...before.map((id): [number, Uint8Array] => [1, id])),
        Buffer.from([0x22, 0xff, 0x01]),
        Buffer.from(`${JSON.stringify({ id: "1", ...message })}tail`),
      ]),
    );
  const one = withHead([], prompt("One"));
  const two = withHead([one], answer("Two {with a brace"));
  const three = withHead([one, two], prompt("Three"));
  const session = read(storeWith(store.blobs, { latestRootBlobId: hex(three) }).path);
  expect(texts(session)).toEqual(["One", "Two {with a brace", "Three"]);
});

test("what a summary replaced comes from the turns, without repeating what follows it", () => {
  const store = new BlobStore();
  const turn = (text: string, ...answers: string[]): [number, Uint8Array] => [
    8,
    store.add(
      proto([
        1,
        proto(
          [1, store.add(proto([1, text]))],
          ...answers.map((words): [number, Uint8Array] => [
            2,
            store.add(proto([1, proto([1, words])])),
          ]),
        ),
      ]),
    ),
  ];
  const summary = {
    role: "user",
    content: "The cart is done.",
    providerOptions: { cursor: { isSummary: true } },
  };
  const latestRootBlobId = store.conversation(
    [summary, answer("Half of two."), prompt("Three"), answer("Answer three.")],
    turn("One", "Answer one."),
    turn("Two", "Begin of two.", "Half of two."),
    turn("Three", "Answer three."),
  );
  const session = read(storeWith(store.blobs, { latestRootBlobId }).path);
  const shown = session.messages.map(({ parts: [part] }) =>
    part?.type === "text" ? part.text : part?.type,
  );
  expect(shown).toEqual([
    "One",
    "Answer one.",
    "Two",
    "Begin of two.",
    "compaction",
    "Half of two.",
    "Three",
    "Answer three.",
  ]);
  expect(session.records).toEqual({ read: 16, kept: 12, skipped: { structure: 4 } });
});

test("a message in a field of its head counts, one that a state quotes does not", () => {
  const store = new BlobStore();
  const json = (message: object) => Buffer.from(JSON.stringify(message));
  const one = store.add(proto([4, json(prompt("One"))]));
  const two = store.add(proto([1, one], [4, json(answer("Two"))]));
  const quoting = proto([1, two], [6, proto([1, `quoted: ${json(prompt("Three"))}`])]);
  const session = read(storeWith(store.blobs, { latestRootBlobId: hex(store.add(quoting)) }).path);
  expect(texts(session)).toEqual(["One", "Two"]);
});

test("without its root the most complete state stands in", () => {
  const store = new BlobStore();
  store.conversation([prompt("One")]);
  store.conversation([prompt("One"), answer("Two")]);
  const context = testContext();
  const session = read(storeWith(store.blobs, { latestRootBlobId: "deadbeef" }).path, context);
  expect(texts(session)).toEqual(["One", "Two"]);
  expect(session.native).toMatchObject({ order: "guessed-root" });
  expect(context.reported).toMatchObject([{ severity: "info", code: "guessed-order" }]);
});

test("without any state messages stand as they were stored", () => {
  const store = new BlobStore();
  store.add(prompt("One"));
  store.add(answer("Two"));
  store.add(prompt("Three"));
  const session = read(storeWith(store.blobs).path);
  expect(texts(session)).toEqual(["One", "Two", "Three"]);
  expect(session.native).toMatchObject({ order: "rowid" });
});

test("a text or a list in the place of a message is unknown where no state tells the order", () => {
  const store = new BlobStore();
  store.add(prompt("One"));
  store.add(Buffer.from('["Sweep"]'));
  const session = read(storeWith(store.blobs).path);
  expect(session.records).toMatchObject({ kept: 1, unknown: { "no-role": 1 } });
  expect(JSON.stringify(session.messages)).toContain("Sweep");
});

test("messages that are missing or broken are reported and the others kept", () => {
  const store = new BlobStore();
  const latestRootBlobId = hex(
    store.add(
      proto(
        [1, store.add(prompt("One"))],
        [1, new Uint8Array(32).fill(7)],
        [1, store.add(Buffer.from('{"role":"user","content":'))],
        [1, store.add(answer("Two"))],
      ),
    ),
  );
  const context = testContext();
  const session = read(storeWith(store.blobs, { latestRootBlobId }).path, context);
  expect(texts(session)).toEqual(["One", "Two"]);
  expect(session.records.malformed).toBe(1);
  expect(context.reported.map(({ code }) => code).sort()).toEqual([
    "malformed-row",
    "missing-blob",
  ]);
});

test("a corrupt page costs only the messages on it", () => {
  const store = new BlobStore();
  const letters = [..."abcdefghij"];
  const root = store.conversation(letters.map((letter) => answer(letter.repeat(3000))));
  const { path } = storeWith(store.blobs, { latestRootBlobId: root });
  const bytes = readFileSync(path);
  const size = bytes.readUInt16BE(16);
  const at = Math.floor(bytes.indexOf("eeeeeeee") / size) * size;
  const lost = letters.filter((letter) =>
    bytes.subarray(at, at + size).includes(letter.repeat(100)),
  );
  writeFileSync(path, bytes.fill(0xff, at, at + size));
  const context = testContext();
  const session = read(path, context);
  expect(texts(session).map((text) => text[0])).toEqual(
    letters.filter((letter) => !lost.includes(letter)),
  );
  expect(lost.length).toBeGreaterThan(0);
  expect(new Set(context.reported.map(({ code }) => code))).toContain("malformed-row");
});

test("a tree that leads back to itself ends", () => {
  const store = new BlobStore();
  const message = store.add(prompt("One"));
  const [a, b] = ["a", "b"].map((letter) => Buffer.from(letter.repeat(64), "hex"));
  if (!a || !b) throw new Error("two ids");
  // No hash has itself in its content, but a file that was tampered with may say so.
  store.blobs.set(hex(a), proto([1, a], [1, b], [1, message]));
  store.blobs.set(hex(b), proto([1, a], [1, b], [1, message]));
  const session = read(storeWith(store.blobs, { latestRootBlobId: hex(a) }).path);
  expect(texts(session)).toEqual(["One", "One"]);
});

test("a chain of ten thousand states is followed without recursion", () => {
  const store = new BlobStore();
  let state = store.add(proto([1, store.add(prompt("One"))]));
  for (let depth = 0; depth < 10_000; depth++) state = store.add(proto([1, state]));
  const session = read(storeWith(store.blobs, { latestRootBlobId: hex(state) }).path);
  expect(texts(session)).toEqual(["One"]);
});

test("the directory is the one that the first message names", () => {
  const store = new BlobStore();
  const info = "<user_info>\nOS Version: linux\nWorkspace Path: /home/mira/shop\n</user_info>";
  const latestRootBlobId = store.conversation([{ role: "user", content: info }, prompt("Hi")]);
  const session = read(storeWith(store.blobs, { latestRootBlobId }).path);
  expect(session).toMatchObject({ cwd, project: { name: "shop", path: cwd } });
});

test("the root knows the workspace and the branch", () => {
  const store = new BlobStore();
  const latestRootBlobId = store.conversation(
    [prompt("Hi")],
    [9, Buffer.from("file:///home/mira/my%20shop")],
    [21, proto([1, "/home/mira/my shop"], [2, "cart"])],
  );
  const { root, path } = storeWith(store.blobs, { latestRootBlobId });
  const place = {
    cwd: "/home/mira/my shop",
    project: { name: "my shop", path: "/home/mira/my shop" },
  };
  const context = testContext();
  expect(listChats(root, context)).toMatchObject([{ ...place, branch: "cart" }]);
  expect(read(path)).toMatchObject({ ...place, git: { branch: "cart" } });
});

test("a meta row that is no JSON hides no message", () => {
  const store = new BlobStore();
  store.conversation([prompt("Hi")]);
  const path = join(folderWith({}), "store.db");
  writeDatabase(path, {
    blobs: { rows: [...store.blobs].map(([id, data]) => ({ id, data })) },
    meta: {
      rows: [
        { key: "0", value: "7b7b" },
        { key: "1", value: "later" },
      ],
    },
  });
  const context = testContext();
  const session = read(path, context);
  expect(texts(session)).toEqual(["Hi"]);
  expect(session.records).toMatchObject({ read: 4, malformed: 1 });
  expect(context.reported).toContainEqual(expect.objectContaining({ code: "malformed-row" }));
});

test("whatever bytes the blobs are, nothing throws and the tally adds up", () => {
  const blob = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((json) => Buffer.from(json)),
    fc.record({ role: fc.string(), content: fc.jsonValue() }).map(jsonBytes),
    fc
      .record({ role: fc.constantFrom("user", "assistant", "tool"), content: fc.jsonValue() })
      .map(jsonBytes),
    fc.array(fc.nat({ max: 12 }), { maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(blob, { minLength: 1, maxLength: 12 }), (contents) => {
      const store = new BlobStore();
      const ids: Uint8Array[] = [];
      for (const content of contents)
        ids.push(
          Array.isArray(content)
            ? store.add(
                proto(
                  ...content.map((at): [number, Uint8Array] => [
                    (at % 3) + 1,
                    ids[at] ?? new Uint8Array(32),
                  ]),
                ),
              )
            : store.add(content),
        );
      const last = ids.at(-1) ?? new Uint8Array();
      const { path } = storeWith(store.blobs, { latestRootBlobId: hex(last) });
      const { records, messages } = read(path);
      expect(records.read).toBe(store.blobs.size + 1);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    }),
    { numRuns: 60 },
  );
});

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
