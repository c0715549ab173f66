import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  contextFor,
  type Diagnostic,
  type Message,
  type Session,
  type SessionRef,
  sessions,
  tallyAddsUp,
} from "@chatexport/core";
import { describe, expect, test } from "vitest";
import claudeAi from "../src/account/index.js";
import { folderWith } from "./store.js";

const root = "00000000-0000-4000-8000-000000000000";

/** A message as an export holds it, ten seconds after the one before. */
function message(number: number, sender: string, content: unknown, more: object = {}): object {
  const time = `2026-03-02T09:00:${String(number * 10).padStart(2, "0")}.123456Z`;
  return {
    uuid: `m${number}`,
    text: "",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    sender,
    created_at: time,
    updated_at: time,
    attachments: [],
    files: [],
    ...more,
  };
}

/** A conversation as an export holds it. */
function conversation(id: string, messages: unknown[], more: object = {}): object {
  return {
    uuid: id,
    name: "Bread for two",
    summary: "",
    created_at: "2026-03-02T09:00:00.000000Z",
    updated_at: "2026-03-02T09:05:00.000000+00:00",
    account: { uuid: "99999999-9999-4999-8999-999999999999" },
    chat_messages: messages,
    ...more,
  };
}

interface Read {
  refs: SessionRef[];
  sessions: Session[];
  diagnostics: Omit<Diagnostic, "cause" | "message">[];
}

async function read(...roots: string[]): Promise<Read> {
  const all: Read = { refs: [], sessions: [], diagnostics: [] };
  const report = ({ cause: _, message: __, ...diagnostic }: Diagnostic) =>
    all.diagnostics.push(diagnostic);
  for await (const { ref, session } of sessions([claudeAi({ roots })], { report })) {
    expect(tallyAddsUp(session.records)).toBe(true);
    all.refs.push(ref);
    all.sessions.push(session);
  }
  return all;
}

/** The only conversation of an export with these messages. */
async function readOne(messages: unknown[], more: object = {}): Promise<Session> {
  const file = JSON.stringify([conversation("c1", messages, more)]);
  const [session] = (await read(folderWith({ "conversations.json": file }))).sessions;
  if (!session) throw new Error("no session");
  return session;
}

const textOf = ({ parts }: Message) =>
  parts.map((part) => ("text" in part ? part.text : part.type)).join("");

describe("a conversation", () => {
  test("is a session with the names and times of the website", async () => {
    const messages = [
      message(1, "human", "How much water for 500 g of flour?", { index: 0 }),
      message(2, "assistant", "About 350 g.", { stop_reason: "stop_sequence" }),
    ];
    const more = { summary: "Hydration of a dough.", is_starred: true };
    const file = JSON.stringify([conversation("c1", messages, more)]);
    const folder = folderWith({ "conversations.json": file, "users.json": "[]" });
    const all = await read(folder);
    const path = join(folder, "conversations.json");
    expect(all.diagnostics).toEqual([]);
    expect(all.refs).toEqual([
      {
        id: "c1",
        source: "claude-ai",
        title: "Bread for two",
        startedAt: "2026-03-02T09:00:00.000Z",
        updatedAt: "2026-03-02T09:05:00.000Z",
        bytes: Buffer.byteLength(file) - 2,
        revision: expect.stringMatching(/^[0-9a-f]{16}$/),
        locator: expect.anything(),
      },
    ]);
    expect(all.sessions).toEqual([
      {
        schemaVersion: 1,
        id: "c1",
        source: "claude-ai",
        format: "claude-ai/export",
        title: "Bread for two",
        titleFrom: "generated",
        startedAt: "2026-03-02T09:00:00.000Z",
        updatedAt: "2026-03-02T09:05:00.000Z",
        messages: [
          {
            id: "m1",
            role: "user",
            createdAt: "2026-03-02T09:00:10.123Z",
            parts: [{ type: "text", text: "How much water for 500 g of flour?" }],
            origin: { at: "/0/chat_messages/0" },
          },
          {
            id: "m2",
            parentId: "m1",
            role: "assistant",
            createdAt: "2026-03-02T09:00:20.123Z",
            parts: [{ type: "text", text: "About 350 g." }],
            stopReason: "stop_sequence",
            origin: { at: "/0/chat_messages/1" },
          },
        ],
        records: { read: 3, kept: 3 },
        origin: { path, at: "/0" },
        native: { summary: "Hydration of a dough.", is_starred: true },
      },
    ]);
  });

  test("without a name has its first prompt as title", async () => {
    const messages = [
      message(1, "assistant", "Hello, Mira."),
      message(2, "human", "Is rye\n  heavier?"),
    ];
    const { title, titleFrom } = await readOne(messages, { name: "" });
    expect({ title, titleFrom }).toEqual({ title: "Is rye heavier?", titleFrom: "first-message" });
  });

  test("shows the text of a message only where its content has nothing", async () => {
    const session = await readOne([
      message(1, "human", [{ type: "text", text: "whole" }], { text: "cut" }),
      message(2, "assistant", [{ type: "text", text: "" }], { text: "of old" }),
      message(3, "human", [], { text: "" }),
      message(4, "assistant", undefined, { text: "older still" }),
    ]);
    expect(session.messages.map(textOf)).toEqual(["whole", "of old", "older still"]);
    expect(session.records).toEqual({ read: 5, kept: 4, skipped: { empty: 1 } });
  });

  test("keeps thoughts, citations and blocks that are not known", async () => {
    const session = await readOne([
      message(1, "assistant", [
        { type: "thinking", thinking: "Rye holds more.", summaries: [{ summary: "Comparing." }] },
        { type: "thinking", thinking: "", cut_off: false },
        {
          type: "text",
          text: "Yes.",
          citations: [{ url: "https://example.com/rye" }],
          flags: null,
        },
        { type: "token_budget", start_timestamp: "2026-03-02T09:00:10.000000Z" },
        { type: "token_budget", remaining: 4096 },
        { type: "voice_note", title: "x" },
      ]),
    ]);
    expect(session.messages[0]).toMatchObject({
      parts: [
        { type: "reasoning", text: "Rye holds more." },
        { type: "reasoning" },
        { type: "text", text: "Yes." },
        {
          type: "unknown",
          recordType: "block/voice_note",
          native: { type: "voice_note", title: "x" },
        },
      ],
      native: {
        blocks: [
          { block: 0, summaries: [{ summary: "Comparing." }] },
          { block: 2, citations: [{ url: "https://example.com/rye" }] },
          { block: 4, remaining: 4096 },
        ],
      },
    });
  });

  test("has what was uploaded as files: texts with content, the others by name", async () => {
    const session = await readOne([
      message(1, "human", "Compare these.", {
        attachments: [
          { file_name: "rye.csv", file_type: "text/csv", file_size: 9, extracted_content: "a,b" },
          { file_name: "", file_type: "txt", extracted_content: "pasted" },
          { file_name: "empty.pdf", file_type: "application/pdf", extracted_content: "" },
        ],
        files: [{ file_uuid: "f1", file_name: "crumb.jpg" }],
      }),
    ]);
    const missing = "not in the export";
    expect(session.messages[0]?.parts.slice(1)).toEqual([
      { type: "file", name: "rye.csv", mediaType: "text/csv", from: "upload", text: "a,b" },
      { type: "file", from: "upload", text: "pasted" },
      { type: "file", name: "empty.pdf", mediaType: "application/pdf", from: "upload", missing },
      { type: "file", name: "crumb.jpg", from: "upload", missing },
    ]);
  });

  test("reports messages that are none and senders that are not known", async () => {
    const folder = folderWith({
      "conversations.json": JSON.stringify([
        conversation("c1", [message(1, "human", "Hello."), "lost", message(2, "robot", "Beep.")]),
      ]),
    });
    const { sessions, diagnostics } = await read(folder);
    expect(sessions[0]?.messages.map(textOf)).toEqual(["Hello.", "unknown"]);
    expect(sessions[0]?.records).toEqual({
      read: 4,
      kept: 2,
      unknown: { "sender/robot": 1 },
      malformed: 1,
    });
    const path = join(folder, "conversations.json");
    const stamp = { severity: "warning", source: "claude-ai", session: "c1" };
    expect(diagnostics).toEqual([
      { ...stamp, code: "malformed-entry", origin: { path, at: "/0/chat_messages/1" } },
      { ...stamp, code: "unknown-record", origin: { path, at: "/0/chat_messages/2" } },
    ]);
  });
});

describe("tool calls", () => {
  const use = (name: string, more: object = {}) => ({ type: "tool_use", name, input: {}, ...more });
  const result = (text: string, more: object = {}) => ({
    type: "tool_result",
    content: [{ type: "text", text, uuid: "t1" }],
    is_error: false,
    ...more,
  });
  const callsOf = (session: Session) =>
    session.messages.flatMap(({ parts }) =>
      parts.map((part) => {
        if (part.type === "tool-call")
          return [part.name, part.status, part.result?.content.map((inner) => inner)];
        return part.type === "tool-result" ? ["", part.toolCallId, part.result.content] : part.type;
      }),
    );
  const text = (words: string) => [{ type: "text", text: words }];

  test("have everything that the export says about them", async () => {
    const session = await readOne([
      message(1, "assistant", [
        use("web_search", {
          id: "toolu_1",
          input: { query: "rye density" },
          message: "Searching the web",
          integration_name: "Web Search",
          icon_name: "globe",
          start_timestamp: "2026-03-02T09:00:01.000000Z",
          stop_timestamp: "2026-03-02T09:00:02.000000Z",
          mcp_server_url: null,
        }),
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          name: "web_search",
          content: [
            { type: "knowledge", title: "Rye", url: "https://example.com", text: "600 g/l" },
          ],
          is_error: false,
          structured_content: { hits: 1 },
          start_timestamp: "2026-03-02T09:00:03.000000Z",
          stop_timestamp: "2026-03-02T09:00:04.000000Z",
        },
        use("loaf:weigh", {
          id: "toolu_2",
          integration_name: "loaf",
          mcp_server_url: "https://loaf.example.com/mcp",
        }),
        result("no scales", { tool_use_id: "toolu_2", is_error: true }),
        use("present_files", { id: "toolu_3" }),
        {
          type: "tool_result",
          tool_use_id: "toolu_3",
          content: [
            {
              type: "local_resource",
              file_path: "/mnt/user-data/outputs/loaf.md",
              name: "loaf",
              mime_type: "text/markdown",
            },
          ],
        },
      ]),
    ]);
    expect(session.messages[0]?.parts).toEqual([
      {
        type: "tool-call",
        id: "toolu_1",
        name: "web_search",
        title: "Searching the web",
        kind: "fetch",
        query: "rye density",
        input: { query: "rye density" },
        status: "completed",
        startedAt: "2026-03-02T09:00:01.000Z",
        completedAt: "2026-03-02T09:00:04.000Z",
        result: {
          content: text("Rye\nhttps://example.com\n\n600 g/l"),
          output: { hits: 1 },
          isError: false,
        },
        native: { integration_name: "Web Search" },
      },
      {
        type: "tool-call",
        id: "toolu_2",
        name: "loaf:weigh",
        server: "loaf",
        kind: "other",
        input: {},
        status: "failed",
        result: { content: text("no scales"), isError: true },
        native: { integration_name: "loaf", mcp_server_url: "https://loaf.example.com/mcp" },
      },
      {
        type: "tool-call",
        id: "toolu_3",
        name: "present_files",
        kind: "other",
        input: {},
        status: "completed",
        result: {
          content: [
            {
              type: "file",
              mediaType: "text/markdown",
              name: "loaf",
              path: "/mnt/user-data/outputs/loaf.md",
              missing: "not in the export",
              from: "tool",
            },
          ],
          isError: false,
        },
      },
    ]);
  });

  test("get their results by id, also out of order and with the id among the arguments", async () => {
    const session = await readOne([
      message(1, "assistant", [
        use("view", { id: "a" }),
        use("view", { input: { _tool_call_id: "b" } }),
        result("B", { tool_use_id: "b" }),
        result("A", { tool_use_id: "a" }),
      ]),
    ]);
    expect(callsOf(session)).toEqual([
      ["view", "completed", text("A")],
      ["view", "completed", text("B")],
    ]);
  });

  test("get their results by name and order where nothing else says whose they are", async () => {
    const session = await readOne([
      message(1, "assistant", [
        use("view"),
        result("one"),
        use("repl"),
        use("view"),
        result("two", { name: "view" }),
        result("three", { name: "repl" }),
        use("artifacts"),
      ]),
    ]);
    expect(callsOf(session)).toEqual([
      ["view", "completed", text("one")],
      ["repl", "completed", text("three")],
      ["view", "completed", text("two")],
      ["artifacts", "unknown", undefined],
    ]);
  });

  test("get no result that could be another one's", async () => {
    const session = await readOne([
      message(1, "assistant", [
        use("web_search"),
        use("web_search"),
        result("ready first"),
        result("ready later"),
        use("web_search"),
        result("clear again"),
      ]),
      message(2, "assistant", [result("whose?", { tool_use_id: "gone" })]),
    ]);
    expect(callsOf(session)).toEqual([
      ["web_search", "unknown", undefined],
      ["web_search", "unknown", undefined],
      ["", "", text("ready first")],
      ["", "", text("ready later")],
      ["web_search", "completed", text("clear again")],
      ["", "gone", text("whose?")],
    ]);
  });
});

describe("branches", () => {
  const linesOf = ({ messages, branches = [] }: Session) => ({
    active: messages.map(({ id }) => id),
    branches: branches.map(({ messages: left, reason, forkedFrom }) => [
      reason,
      forkedFrom,
      left.map(({ id, parentId }) => `${parentId} > ${id}`),
    ]),
  });
  const child = (number: number, parent: string, sender: string) =>
    message(number, sender, `text ${number}`, { parent_message_uuid: parent });

  test("are what edits and second tries left behind", async () => {
    const session = await readOne([
      child(1, root, "human"),
      child(2, "m1", "assistant"),
      child(3, "m2", "human"),
      child(4, "m3", "assistant"),
      child(5, "m2", "human"),
      child(6, "m5", "assistant"),
      child(7, "m5", "assistant"),
    ]);
    expect(linesOf(session)).toEqual({
      active: ["m1", "m2", "m5", "m7"],
      branches: [
        ["edit", "m2", ["m2 > m3", "m3 > m4"]],
        ["retry", "m5", ["m5 > m6"]],
      ],
    });
  });

  test("begin at the very start when the first prompt was edited, and inside each other", async () => {
    const session = await readOne([
      child(1, root, "human"),
      child(2, "m1", "assistant"),
      child(3, "m1", "assistant"),
      child(4, root, "human"),
    ]);
    expect(linesOf(session)).toEqual({
      active: ["m4"],
      branches: [
        ["edit", undefined, ["undefined > m1", "m1 > m3"]],
        ["retry", "m1", ["m1 > m2"]],
      ],
    });
  });

  test("are orphans when the message before them is not in the export", async () => {
    const session = await readOne([
      child(1, root, "human"),
      child(2, "deleted", "assistant"),
      child(3, "m1", "assistant"),
    ]);
    expect(linesOf(session)).toEqual({
      active: ["m1", "m3"],
      branches: [["orphan", undefined, ["undefined > m2"]]],
    });
  });

  test("follow what is shown when the message between was empty", async () => {
    const session = await readOne([
      child(1, root, "human"),
      message(2, "assistant", [], { parent_message_uuid: "m1" }),
      child(3, "m2", "human"),
      child(4, "m2", "human"),
    ]);
    expect(linesOf(session)).toEqual({
      active: ["m1", "m4"],
      branches: [["edit", "m1", ["m1 > m3"]]],
    });
  });

  test("do not exist in exports that name no parents", async () => {
    const session = await readOne([1, 2, 3].map((number) => message(number, "human", "Again.")));
    expect(linesOf(session)).toEqual({ active: ["m1", "m2", "m3"], branches: [] });
  });
});

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
      "export.zip": "PK",
    });
    const roots = [".", "empty", "export.zip", "nowhere"].map((path) => join(folder, path));
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
        path: join(folder, "export.zip"),
        format,
        found: true,
        readable: false,
        reason: "an archive, not unpacked",
      },
      {
        path: join(folder, "nowhere"),
        format,
        found: false,
        readable: false,
        reason: expect.stringContaining("ENOENT"),
      },
    ]);
    expect((await read(join(folder, "export.zip"))).diagnostics).toEqual([
      {
        severity: "error",
        code: "zipped-export",
        source: "claude-ai",
        origin: { path: join(folder, "export.zip") },
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

describe("trouble", () => {
  const whole = JSON.stringify(conversation("c1", [message(1, "human", "Hello.")]));

  test.each([
    ["a list that is cut off", `[${whole}, {"uuid": "c2`, ["error malformed-export undefined"], 1],
    ["an element that is no JSON", `[nothing, ${whole}]`, ["error malformed-export /0"], 1],
    ["text after the list", `[${whole}]]`, ["warning malformed-export undefined"], 1],
    ["other elements", `[${whole}, {"uuid": "c2"}, 3]`, ["warning malformed-export undefined"], 1],
    ["a list of another tool", '[{"mapping": {}}]', ["info foreign-file undefined"], 0],
    ["an object", '{"conversations": []}', ["info foreign-file undefined"], 0],
    ["an empty file", "", ["info foreign-file undefined"], 0],
    ["an empty list", "[]", [], 0],
    [
      "conversations without messages",
      `[${JSON.stringify(conversation("c2", []))}, ${whole},
        ${JSON.stringify(conversation("c3", [message(1, "human", "")]))}]`,
      ["info empty-transcript undefined"],
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
    const source = claudeAi({ roots: [folder] });
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
