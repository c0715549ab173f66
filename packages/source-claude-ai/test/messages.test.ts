import { join } from "node:path";
import type { Session } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { conversation, message, read, readOne, root, textOf } from "./export.js";
import { folderWith } from "./folder.js";

describe("a conversation", () => {
  test("is kept as it is, and told, when its messages are of another kind", async () => {
    const messages = { m1: message(1, "human", "How much water?") };
    const { messages: read, native, records } = await readOne([], { chat_messages: messages });
    expect(read).toEqual([]);
    expect(native).toEqual({ chat_messages: messages });
    expect(records.unknownFields).toEqual({ "conversation-key.chat_messages": 1 });
  });

  test("keeps a parent of another kind as it is, and tells it", async () => {
    const parent = { uuid: root };
    const { messages, records } = await readOne([
      message(1, "human", "How much water?", { parent_message_uuid: parent }),
    ]);
    expect(messages).toMatchObject([{ native: { parent_message_uuid: parent } }]);
    expect(records.unknownFields).toEqual({ "message-key.parent_message_uuid": 1 });
  });

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
        {
          type: "reasoning",
          text: "Rye holds more.",
          native: { summaries: [{ summary: "Comparing." }] },
        },
        { type: "reasoning" },
        { type: "text", text: "Yes.", citations: [{ url: "https://example.com/rye" }] },
        {
          type: "unknown",
          recordType: "block/voice_note",
          native: { type: "voice_note", title: "x" },
        },
      ],
      native: { token_budget: [{ remaining: 4096 }] },
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
      {
        type: "file",
        name: "rye.csv",
        mediaType: "text/csv",
        from: "upload",
        text: "a,b",
        native: { file_size: 9 },
      },
      { type: "file", from: "upload", text: "pasted", native: { file_type: "txt" } },
      { type: "file", name: "empty.pdf", mediaType: "application/pdf", from: "upload", missing },
      { type: "file", name: "crumb.jpg", from: "upload", missing, native: { file_uuid: "f1" } },
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

test("fields that are not known are kept, and named", async () => {
  const { records, ...session } = await readOne(
    [
      message(1, "human", "Rye?", {
        futureOfMessage: "kept 1",
        files: [{ futureOfFile: "kept 2" }],
      }),
      message(2, "assistant", [
        { type: "text", text: "Yes.", futureOfText: "kept 3", flags: null },
        { type: "tool_use", id: "t", name: "search", input: { any: 1 }, futureOfCall: "kept 4" },
        { type: "tool_result", tool_use_id: "t", content: [], futureOfResult: "kept 5" },
        { type: "future", any: "kept 6" },
      ]),
    ],
    { futureOfConversation: "kept 7", summary: "Rye." },
  );
  expect(records.unknownFields).toEqual({
    "block-key.futureOfText": 1,
    "call-key.futureOfCall": 1,
    "conversation-key.futureOfConversation": 1,
    "message-key.futureOfFile": 1,
    "message-key.futureOfMessage": 1,
    "result-key.futureOfResult": 1,
  });
  const text = JSON.stringify(session);
  for (const kept of [1, 2, 3, 4, 5, 6, 7]) expect(text).toContain(`"kept ${kept}"`);
});
