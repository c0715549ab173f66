import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor, type SessionRef, type Source, tallyAddsUp } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import claudeAi from "../src/index.js";
import { conversation, message, read, textOf } from "./export.js";
import { folderWith } from "./folder.js";

describe("places", () => {
  const one = (id: string, text: string, more: object = {}) =>
    conversation(id, [message(1, "human", text)], more);

  test("can be a file of any name, a folder, or a folder of exports", async () => {
    const folder = folderWith({
      "data-2026-03-01/conversations.json": JSON.stringify([one("c1", "first")]),
      "data-2026-04-01/conversations.json": JSON.stringify([one("c2", "second")]),
      "data-2026-05-01": "no folder",
      "other/conversations.json": JSON.stringify([one("c3", "third")]),
      "renamed.json": `\uFEFF\n${JSON.stringify([one("c4", "fourth")], undefined, 2)}`,
      "web.json": '{"loglines": []}',
    });
    const ids = async (...roots: string[]) =>
      (await read(...roots.map((path) => join(folder, path)))).refs.map(({ id }) => id);
    expect(await ids(".")).toEqual(["c1", "c2"]);
    expect(await ids("other", "other/conversations.json")).toEqual(["c3"]);
    expect(await ids("renamed.json")).toEqual(["c4"]);
    expect(await ids("web.json", "data-2026-05-01", "nowhere")).toEqual([]);
  });

  test("hide no other one when they cannot be read", async () => {
    const folder = folderWith({
      "data-1/conversations.json": JSON.stringify([one("c1", "first")]),
    });
    mkdirSync(join(folder, "data-2"));
    const path = join(folder, "data-2/conversations.json");
    // To root nothing is forbidden, but not even root can follow this.
    symlinkSync("conversations.json", path);
    const { refs, diagnostics } = await read(folder);
    expect(refs.map(({ id }) => id)).toEqual(["c1"]);
    expect(diagnostics).toMatchObject([{ code: "unreadable-file", origin: { path } }]);
  });

  test("are none without roots", async () => {
    const home = folderWith({ "conversations.json": JSON.stringify([one("c1", "first")]) });
    const context = contextFor({}, {});
    for (const source of [claudeAi(), claudeAi({ home })]) {
      const refs: SessionRef[] = [];
      for await (const ref of source.list(context)) refs.push(ref);
      expect(refs).toEqual([]);
      expect(await source.stores(context)).toEqual([]);
    }
  });

  test("are told with what is in them", async () => {
    const folder = folderWith({
      "data-1/conversations.json": JSON.stringify([one("c1", "first"), one("c2", "second")]),
      "empty/notes.txt": "",
    });
    const roots = [".", "empty", "nowhere"].map((path) => join(folder, path));
    const stores = await claudeAi({ roots }).stores(contextFor({}, {}));
    const format = "claude-ai/export";
    expect(stores).toEqual([
      {
        path: join(folder, "data-1/conversations.json"),
        format,
        found: true,
        readable: true,
        sessions: 2,
      },
      { path: join(folder, "empty"), format, found: true, readable: true, sessions: 0 },
      {
        path: join(folder, "nowhere"),
        format,
        found: false,
        readable: false,
        reason: expect.stringContaining("it does not exist"),
      },
    ]);
  });

  test("with several exports give each conversation once, as it was last", async () => {
    const later = { updated_at: "2026-04-01T09:00:00.000000Z" };
    const first = message(1, "human", "first");
    const folder = folderWith({
      "data-1/conversations.json": JSON.stringify([
        conversation("c1", [first, message(2, "assistant", "reply")], later),
        one("c2", "second"),
      ]),
      "data-2/conversations.json": JSON.stringify([
        conversation("c1", [first]),
        conversation("c2", [message(1, "human", "second"), message(3, "human", "more")], later),
      ]),
    });
    const { refs, sessions, diagnostics } = await read(folder);
    expect(diagnostics).toEqual([]);
    expect(refs.map(({ id }) => id)).toEqual(["c1", "c2"]);
    expect(sessions.map(({ messages }) => messages.map(textOf))).toEqual([
      ["first", "reply"],
      ["second", "more"],
    ]);
    expect(sessions[0]?.records).toEqual({ read: 5, kept: 3, skipped: { copy: 2 } });
    expect(sessions[0]?.origin.path).toBe(join(folder, "data-1/conversations.json"));
  });

  test("tell when an earlier export holds what the latest one lacks", async () => {
    const earlier = folderWith({
      "conversations.json": JSON.stringify([
        conversation("c1", [message(1, "human", "first"), message(2, "assistant", "deleted")]),
      ]),
    });
    const latest = folderWith({
      "conversations.json": JSON.stringify([
        one("c1", "first", { updated_at: "2026-04-01T09:00:00Z" }),
      ]),
    });
    const { sessions, diagnostics } = await read(earlier, latest);
    expect(sessions[0]?.records).toEqual({
      read: 5,
      kept: 2,
      skipped: { copy: 2, "other-version": 1 },
    });
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        code: "differing-copy",
        source: "claude-ai",
        session: "c1",
        origin: { path: join(earlier, "conversations.json"), at: "/0" },
      },
    ]);
  });

  test("have a new revision when a conversation has changed", async () => {
    const folder = folderWith({ "conversations.json": JSON.stringify([one("c1", "first")]) });
    const revision = async () => (await read(folder)).refs[0]?.revision;
    const before = await revision();
    expect(await revision()).toBe(before);
    const changed = one("c1", "first", { updated_at: "2026-04-01T09:00:00.000000Z" });
    writeFileSync(join(folder, "conversations.json"), JSON.stringify([changed]));
    expect(await revision()).not.toBe(before);
  });
});

describe("conversations in which nothing was said", () => {
  test("are listed with an option, unless an export still has messages of them", async () => {
    const empty = (id: string, more: object = {}) => conversation(id, [], more);
    const said = conversation("c1", [message(1, "human", "Hello.")]);
    const folder = folderWith({
      "data-a/conversations.json": JSON.stringify([said, empty("c2")]),
      "data-b/conversations.json": JSON.stringify([
        empty("c1", { updated_at: "2026-04-01T09:00:00.000000Z" }),
        empty("c2"),
      ]),
    });
    const listed = async (options: object) => {
      const source: Source = claudeAi({ roots: [folder], ...options });
      const refs: SessionRef[] = [];
      for await (const ref of source.list(contextFor({}, {}))) refs.push(ref);
      return { source, refs };
    };
    const { source, refs } = await listed({ empty: true });
    const [first, second] = refs;
    expect(refs.map(({ id, listedBy }) => [id, listedBy])).toEqual([
      ["c1", undefined],
      ["c2", "empty"],
    ]);
    expect((await listed({})).refs).toEqual([first]);
    if (!second) throw new Error("There is no second conversation.");
    const session = await source.load(second, contextFor({}, {}));
    expect(session).toMatchObject({ title: "Bread for two", messages: [] });
    expect(tallyAddsUp(session.records)).toBe(true);
    const stores = await source.stores(contextFor({}, {}));
    expect(stores.map(({ sessions }) => sessions)).toEqual([2, 2]);
  });
});

describe("trouble", () => {
  const whole = JSON.stringify(conversation("c1", [message(1, "human", "Hello.")]));

  test.each([
    ["a list that is cut off", `[${whole}, {"uuid": "c2`, ["error malformed-export undefined"], 1],
    ["an element that is no JSON", `[nothing, ${whole}]`, ["error malformed-export /0"], 1],
    ["text after the list", `[${whole}]]`, ["warning malformed-export undefined"], 1],
    ["other elements", `[${whole}, {"uuid": "c2"}, 3]`, ["warning malformed-export undefined"], 1],
    [
      "a single one without an id",
      '[{"chat_messages": []}]',
      ["warning malformed-export undefined"],
      0,
    ],
    ["a single text", '["c1"]', ["warning malformed-export undefined"], 0],
    ["a list of another tool", '[{"mapping": {}}]', ["info foreign-file undefined"], 0],
    ["an object", '{"conversations": []}', ["warning unknown-file undefined"], 0],
    ["an empty file", "", ["warning unknown-file undefined"], 0],
    ["an empty list", "[]", [], 0],
    [
      "conversations without messages",
      `[${JSON.stringify(conversation("c2", []))}, ${whole},
        ${JSON.stringify(conversation("c3", [message(1, "human", "")]))}]`,
      ["info empty-transcript /0", "info empty-transcript /2"],
      1,
    ],
  ])("with %s is told, and the rest is kept", async (_, file, told, count) => {
    const { sessions, diagnostics } = await read(folderWith({ "conversations.json": file }));
    expect(
      diagnostics.map(({ severity, code, origin }) => `${severity} ${code} ${origin?.at}`),
    ).toEqual(told);
    expect(sessions).toHaveLength(count);
  });

  test("with an export that changed after it was listed is told", async () => {
    const folder = folderWith({ "conversations.json": `[${whole}]` });
    const source: Source = claudeAi({ roots: [folder] });
    const context = contextFor({}, {});
    const refs: SessionRef[] = [];
    for await (const ref of source.list(context)) refs.push(ref);
    writeFileSync(join(folder, "conversations.json"), `[ ${whole}]`);
    await expect(source.load(refs[0] as SessionRef, context)).rejects.toThrow("has changed");
  });

  test("with a folder in the place of the file hides nothing else", async () => {
    const folder = folderWith({ "data-1/conversations.json": `[${whole}]` });
    mkdirSync(join(folder, "data-2/conversations.json"), { recursive: true });
    const { sessions, diagnostics } = await read(folder);
    expect(sessions).toHaveLength(1);
    expect(diagnostics).toEqual([]);
  });
});
