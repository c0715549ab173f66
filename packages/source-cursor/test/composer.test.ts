import type { JsonObject } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { composerHead } from "../src/parse/composer/composer-data.js";
import { readTab } from "../src/parse/composer/read-composer.js";
import { bubbleRows, contextWith, readInline, readRows, textsOf } from "./support/composer.js";

const prompt = (text: string, id = "u"): JsonObject => ({ type: 1, bubbleId: id, text });
const answer = (text: string, id = "a"): JsonObject => ({ type: 2, bubbleId: id, text });
const start = Date.UTC(2026, 0, 5, 9);

describe("the title", () => {
  test("is Cursor's", () => {
    const session = readInline({ name: "Cart page", conversation: [prompt("Add a cart")] });
    expect(session).toMatchObject({ title: "Cart page", titleFrom: "generated" });
  });

  test("is the prompt's where Cursor's is no more than its first ten words", () => {
    const text = "Put a green line under the names of walks that are full.";
    const data = { name: "Put a green line under the names of walks that" };
    const conversation = [prompt(text)];
    const whole = { title: text.slice(0, -1), titleFrom: "first-message" };
    expect(readInline({ ...data, conversation })).toMatchObject(whole);
    expect(composerHead({ ...data, conversation }).title).toBe(whole.title);
    const rows = bubbleRows({ u: prompt(text) });
    const headers = [{ bubbleId: "u", type: 1 }];
    const read = readRows({ ...data, fullConversationHeadersOnly: headers }, rows);
    expect(read.session).toMatchObject(whole);
    const other = readInline({ ...data, conversation: [prompt("Underline the full walks")] });
    expect(other).toMatchObject({ title: data.name, titleFrom: "generated" });
  });

  test("is the first sentence of the first prompt, without what Cursor wrapped around it", () => {
    const text = "<user_query>\nAdd a cart\nwith a total\n</user_query>";
    const data = { name: " ", subtitle: "cart.ts", conversation: [prompt(text)] };
    expect(readInline(data)).toMatchObject({
      title: "Add a cart with a total",
      titleFrom: "first-message",
    });
    expect(composerHead(data).title).toBe("Add a cart with a total");
    expect(composerHead(data)).not.toHaveProperty("titleFrom");
  });

  test("is cut at a word", () => {
    const { title = "" } = readInline({ conversation: [prompt("word ".repeat(600))] });
    expect(title).toBe(`${"word ".repeat(200).trim()}…`);
  });

  test("is absent when there is nothing to take it from", () => {
    const session = readInline({ conversation: [answer("hello")] });
    expect(session.title).toBeUndefined();
    expect(session.titleFrom).toBeUndefined();
  });
});

describe("the session", () => {
  test("has the times of the composer, or those of its messages", () => {
    const conversation = [{ ...prompt("hi"), createdAt: start + 2000 }];
    const times = { createdAt: start, lastUpdatedAt: start + 1000 };
    expect(readInline({ ...times, conversation })).toMatchObject({
      startedAt: "2026-01-05T09:00:00.000Z",
      updatedAt: "2026-01-05T09:00:02.000Z",
    });
    expect(readInline({ conversation })).toMatchObject({
      startedAt: "2026-01-05T09:00:02.000Z",
      updatedAt: "2026-01-05T09:00:02.000Z",
    });
    expect(readInline({ conversation: [prompt("hi")] })).not.toHaveProperty("startedAt");
  });

  test("has what is not known, but no keys", () => {
    const session = readInline({
      _v: 16,
      status: "completed",
      isAgentic: true,
      contextTokensUsed: 1200,
      totalLinesAdded: 0,
      usageData: { default: { costInCents: 4, amount: 1 } },
      blobEncryptionKey: "key-one",
      speculativeSummarizationEncryptionKey: { 0: 1 },
      modelConfig: { modelName: "default", maxMode: false, apiKey: "key-two" },
      hasLoaded: true,
      somethingNew: { deep: true, accessToken: "key-three" },
      conversation: [prompt("hi")],
    });
    expect(session.native).toEqual({
      _v: 16,
      status: "completed",
      isAgentic: true,
      contextTokensUsed: 1200,
      usageData: { default: { costInCents: 4, amount: 1 } },
      modelConfig: { modelName: "default" },
      somethingNew: { deep: true },
    });
    expect(session.usage).toBeUndefined();
  });

  test.each([30, 3000])("has no key that lies %i levels deep", (levels) => {
    let nested: JsonObject = { accessToken: "key-four" };
    for (let level = 0; level < levels; level++) nested = { nested };
    const { native } = readInline({ nested, conversation: [prompt("hi")] });
    expect(native).toHaveProperty("nested");
    expect(JSON.stringify(native)).not.toContain("key-four");
  });

  test("has state of the repository, folder, archive and parent", () => {
    const session = readInline({
      isArchived: true,
      createdOnBranch: "main",
      subagentInfo: { parentComposerId: "p1", toolCallId: "t1", prompt: "not listed" },
      conversation: [{ ...prompt("hi"), workspaceUris: ["file:///home/mira/my%20shop"] }],
    });
    expect(session).toMatchObject({
      archived: true,
      git: { branch: "main" },
      cwd: "/home/mira/my shop",
      parent: { sessionId: "p1", relation: "subagent", toolCallId: "t1" },
      native: { subagentInfo: { parentComposerId: "p1", toolCallId: "t1" } },
    });
  });

  test("does not take Cursor's own folder for that of the user", () => {
    const workspaceProjectDir = "/home/mira/.cursor/projects/home-mira-shop";
    const session = readInline({ conversation: [{ ...prompt("hi"), workspaceProjectDir }] });
    expect(session.cwd).toBeUndefined();
  });

  test("has todos unless a call shows them", () => {
    const todos = [{ id: "1", content: "Write a test", status: "pending" }];
    const call = {
      name: "todo_write",
      toolCallId: "t1",
      status: "completed",
      params: JSON.stringify({ todos }),
    };
    const withCall = { ...answer(""), toolFormerData: call };
    expect(readInline({ todos, conversation: [answer("hi")] }).native?.todos).toEqual(todos);
    expect(readInline({ todos, conversation: [withCall] }).native?.todos).toBeUndefined();
  });

  test("without messages is still one, with what was typed and not sent", () => {
    const { session, diagnostics } = readRows({ isDraft: true, text: "unfinished" }, {});
    expect(session).toMatchObject({
      id: "c1",
      messages: [],
      attachments: [{ type: "file", name: "Draft, not sent", text: "unfinished", from: "tool" }],
      records: { read: 1, kept: 1 },
      native: { isDraft: true },
    });
    expect(session.native).not.toHaveProperty("draft");
    expect(diagnostics).toEqual([]);
  });

  test("with messages has what stands in the input box in its native data", () => {
    const { attachments, native } = readInline({ text: "next", conversation: [answer("hi")] });
    expect(native?.draft).toBe("next");
    expect(attachments).toBeUndefined();
  });
});

describe("a summary of older messages", () => {
  const conversation = [prompt("one", "b1"), answer("two", "b2"), prompt("three", "b3")];
  const summary = { summary: "A cart was added.", truncationLastBubbleIdInclusive: "b2" };

  test("stands behind the last message that it replaces", () => {
    const { messages, native } = readInline({
      conversation,
      latestConversationSummary: { summary, lastBubbleId: "b3" },
    });
    expect(messages.map(({ id }) => id)).toEqual(["b1", "b2", "b2/summary", "b3"]);
    expect(messages[2]).toMatchObject({
      role: "system",
      parts: [{ type: "compaction", summary: "A cart was added." }],
    });
    expect(native).toBeUndefined();
  });

  test("may name the message by its id on the server", () => {
    const { session } = readRows(
      {
        fullConversationHeadersOnly: [
          { bubbleId: "b1", type: 1 },
          { bubbleId: "b2", type: 2, serverBubbleId: "s2" },
          { bubbleId: "b3", type: 1 },
        ],
        latestConversationSummary: { summary: "A cart was added.", lastBubbleId: "s2" },
      },
      bubbleRows(Object.fromEntries(conversation.map((bubble) => [bubble.bubbleId, bubble]))),
    );
    expect(session.messages.map(({ id }) => id)).toEqual(["b1", "b2", "b2/summary", "b3"]);
  });

  test("is with the session where its place is not known", () => {
    const { messages, native } = readInline({
      conversation,
      latestConversationSummary: { summary: { ...summary, truncationLastBubbleIdInclusive: "" } },
    });
    expect(messages.map(({ id }) => id)).toEqual(["b1", "b2", "b3"]);
    expect(native).toEqual({ latestConversationSummary: "A cart was added." });
  });

  test("on a bubble stands there, once", () => {
    const bubble = { ...answer("", "b4"), conversationSummary: JSON.stringify(summary) };
    const { messages } = readInline({
      conversation: [...conversation, bubble],
      latestConversationSummary: { summary, lastBubbleId: "b3" },
    });
    expect(messages.map(({ id, role }) => [id, role])).toEqual([
      ["b1", "user"],
      ["b2", "assistant"],
      ["b3", "user"],
      ["b4", "system"],
    ]);
  });
});

describe("the head of a composer", () => {
  test("tells what listing needs", () => {
    expect(
      composerHead({
        name: "Cart page",
        createdAt: start,
        lastUpdatedAt: start + 1000,
        isArchived: true,
        isDraft: true,
        createdOnBranch: "main",
        parentComposerId: "p1",
        subagentComposerIds: ["s1", "s2"],
        subComposerIds: ["s2", "n1"],
        conversationState: "~CgA=",
        fullConversationHeadersOnly: [{ bubbleId: "a", type: 1 }],
      }),
    ).toEqual({
      title: "Cart page",
      titleFrom: "generated",
      startedAt: "2026-01-05T09:00:00.000Z",
      updatedAt: "2026-01-05T09:00:01.000Z",
      archived: true,
      draft: true,
      branch: "main",
      parent: { sessionId: "p1", relation: "subagent" },
      children: ["s1", "s2", "n1"],
      inlineCount: 0,
      listsBubbles: true,
    });
  });

  test("knows the first prompt from the list of bubbles, and an empty state", () => {
    const head = composerHead({
      conversationState: "~",
      fullConversationHeadersOnly: [
        { bubbleId: "a", type: 1, grouping: { textPreview: "Add a cart\nplease" } },
      ],
    });
    expect(head).toMatchObject({ title: "Add a cart please" });
  });
});

describe("a tab of the old chat pane", () => {
  const tab = {
    tabId: "tab-1",
    chatTitle: "Why does it fail",
    lastSendTime: start,
    bubbles: [
      {
        type: "user",
        id: "b1",
        text: "Why does it fail?",
        selections: [{ text: "f();" }],
        image: null,
      },
      { type: "ai", id: "b2", rawText: "Because.", modelType: "gpt-4", suggestedDiffs: [] },
      {
        type: "user",
        id: "b3",
        text: "",
        fileSelections: [{ uri: { fsPath: "/home/mira/a.ts" } }],
      },
    ],
  };
  const origin = { path: "/home/mira/ws/state.vscdb", at: "chatdata" };

  test("is a session of its own", () => {
    const session = readTab(tab, origin, contextWith());
    expect(session).toMatchObject({
      id: "tab-1",
      format: "cursor/tabs",
      title: "Why does it fail",
      titleFrom: "generated",
      updatedAt: "2026-01-05T09:00:00.000Z",
      model: "gpt-4",
      records: { read: 3, kept: 2, skipped: { empty: 1 } },
      origin,
    });
    expect(session).not.toHaveProperty("startedAt");
    expect(session.messages).toEqual([
      {
        id: "b1",
        role: "user",
        parts: [
          { type: "text", text: "Why does it fail?" },
          { type: "file", text: "f();", from: "selection" },
        ],
      },
      { id: "b2", role: "assistant", model: "gpt-4", parts: [{ type: "text", text: "Because." }] },
    ]);
  });

  test("may have the names of other tools", () => {
    const session = readTab(
      { id: "t", title: "Other", timestamp: start, bubbles: [{ type: 2, message: "hello" }] },
      origin,
      contextWith(),
    );
    expect(session).toMatchObject({ id: "t", title: "Other" });
    expect(textsOf(session.messages)).toEqual(["hello"]);
  });

  test("may be broken in any place", () => {
    const session = readTab(
      { tabId: "t", bubbles: [null, 7, { type: "ai" }] },
      origin,
      contextWith(),
    );
    expect(session.messages).toEqual([]);
    expect(session.records).toEqual({
      read: 3,
      kept: 0,
      skipped: { empty: 1, null: 1 },
      malformed: 1,
    });
  });
});
