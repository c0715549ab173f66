import { type JsonObject, present } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { bubbleRows, partsOf, readInline, readRows, textsOf } from "./support/composer.js";

const user = (fields: JsonObject): JsonObject => ({ type: 1, bubbleId: "u", ...fields });
const assistant = (fields: JsonObject): JsonObject => ({ type: 2, bubbleId: "a", ...fields });

describe("the text of a prompt", () => {
  test.each([
    ["text", { text: "hi", richText: "rich", rawText: "raw" }, "hi"],
    ["the editor's state", { text: "", richText: "rich", rawText: "raw" }, "rich"],
    ["the raw text", { text: " ", rawText: "raw", content: "content" }, "raw"],
    ["the content", { content: "content", initText: "init" }, "content"],
    ["the first state", { initText: "init" }, "init"],
  ])("is taken from %s", (_, fields, text) => {
    expect(partsOf(user(fields))).toEqual([{ type: "text", text }]);
  });

  test("is what the person wrote; what Cursor added is marked", () => {
    const text = "<user_info>\nOS: linux\n</user_info>\n<user_query>\nAdd a cart\n</user_query>";
    expect(partsOf(user({ text }))).toEqual([
      { type: "text", text: "OS: linux", synthetic: "context" },
      { type: "text", text: "Add a cart" },
    ]);
  });

  test("that Cursor wrote alone makes the message synthetic", () => {
    const text = "<system_reminder>\nSave often\n</system_reminder>";
    const { messages } = readInline({ conversation: [user({ text })] });
    expect(messages).toMatchObject([{ role: "user", synthetic: "reminder" }]);
  });
});

describe("an answer", () => {
  test("is thought, text, call and notice, in this order", () => {
    const parts = partsOf(
      assistant({
        text: "Reading.",
        thinking: { text: "Where is it?", signature: "c2VjcmV0" },
        toolFormerData: {
          name: "read_file",
          toolCallId: "t1",
          status: "completed",
          params: '{"targetFile":"/home/mira/shop/cart.ts"}',
          result: '{"contents":"export {};"}',
        },
        errorDetails: { message: "stream ended" },
      }),
    );
    expect(parts.map(({ type }) => type)).toEqual(["reasoning", "text", "tool-call", "notice"]);
    expect(parts[0]).toMatchObject({ text: "Where is it?", signature: "c2VjcmV0" });
  });

  test("has its model, or the one the prompt asked for; prompts have none", () => {
    const { messages, model } = readInline({
      modelConfig: { modelName: "other" },
      conversation: [
        user({ text: "hi", modelInfo: { modelName: "asked" } }),
        assistant({ text: "one" }),
        assistant({ text: "two", bubbleId: "b", modelInfo: { modelName: "default" } }),
      ],
    });
    expect(messages.map((message) => message.model)).toEqual([undefined, "asked", "default"]);
    expect(model).toBe("default");
  });

  test.each([
    [1, "ask"],
    [2, "agent"],
    [5, "plan"],
    ["chat", "ask"],
    ["debug", "debug"],
    [99, undefined],
  ])("in mode %s is in mode %s", (unifiedMode, mode) => {
    const { messages } = readInline({ conversation: [assistant({ text: "one", unifiedMode })] });
    expect(messages[0]?.mode).toBe(mode);
  });

  test("has its tokens, unless they are zero", () => {
    const usageOf = (tokenCount: JsonObject) =>
      readInline({ conversation: [assistant({ text: "one", tokenCount })] }).messages[0]?.usage;
    expect(usageOf({ inputTokens: 12, outputTokens: 0 })).toEqual({ inputTokens: 12 });
    expect(usageOf({ inputTokens: 0, outputTokens: 0 })).toBeUndefined();
  });
});

describe("a thought", () => {
  test.each([
    ["a text", { thinking: "hm" }, [{ type: "reasoning", text: "hm" }]],
    ["an object", { thinking: { text: "hm" } }, [{ type: "reasoning", text: "hm" }]],
    [
      "a list",
      { thinking: { text: "" }, allThinkingBlocks: [{ thinking: "h" }, { text: "m" }] },
      [
        { type: "reasoning", text: "h" },
        { type: "reasoning", text: "m" },
      ],
    ],
    [
      "a redacted one",
      { thinking: { text: "", redactedThinking: "x" } },
      [{ type: "reasoning", redacted: true, encrypted: "x" }],
    ],
    [
      "a signature",
      { thinking: { text: "", signature: "x" } },
      [{ type: "reasoning", signature: "x" }],
    ],
    ["a duration", { capabilityType: 30, thinkingDurationMs: 900 }, [{ type: "reasoning" }]],
  ])("can be %s", (_, fields, parts) => {
    expect(partsOf(assistant(fields))).toEqual(parts);
  });
});

describe("a time", () => {
  const at = (fields: JsonObject, header: JsonObject = {}) =>
    readRows(
      { fullConversationHeadersOnly: [{ bubbleId: "a", type: 2, ...header }] },
      bubbleRows({ a: { type: 2, text: "one", ...fields } }),
    ).session.messages[0]?.createdAt;
  const ms = Date.UTC(2026, 0, 5, 9);

  test.each([
    ["startedAtMs", { startedAtMs: ms, createdAt: "2020-01-01T00:00:00.000Z" }],
    ["an ISO time", { createdAt: "2026-01-05T10:00:00+01:00" }],
    ["milliseconds", { createdAt: ms }],
    ["digits", { createdAt: String(ms) }],
    ["seconds", { timestamp: ms / 1000 }],
    ["the sending", { timingInfo: { clientStartTime: 12.5, clientRpcSendTime: ms + 0.25 } }],
    ["the end", { timingInfo: { clientRpcSendTime: 0, clientSettleTime: 0, clientEndTime: ms } }],
    ["the start", { timingInfo: { clientStartTime: ms, clientRpcSendTime: 0 } }],
  ])("is read from %s", (_, fields) => {
    expect(at(fields)).toBe("2026-01-05T09:00:00.000Z");
  });

  test("of the header counts where the bubble has none", () => {
    expect(at({}, { createdAt: "2026-01-05T09:00:00.000Z" })).toBe("2026-01-05T09:00:00.000Z");
  });

  test("that is none stays absent", () => {
    expect(at({ createdAt: "yesterday", timingInfo: { clientStartTime: 532 } })).toBeUndefined();
    expect(at({ createdAt: 1e300 })).toBeUndefined();
  });

  test("of a prompt without one is that of its answer, and says so", () => {
    const { messages } = readInline({
      conversation: [
        user({ text: "hi" }),
        assistant({ text: "one", createdAt: ms }),
        user({ text: "unanswered", bubbleId: "u2" }),
      ],
    });
    expect(messages.map(({ createdAt, createdAtFrom }) => [createdAt, createdAtFrom])).toEqual([
      ["2026-01-05T09:00:00.000Z", "inferred"],
      ["2026-01-05T09:00:00.000Z", undefined],
      [undefined, undefined],
    ]);
  });
});

describe("a notice", () => {
  test("tells an error in the words that the user saw, with its code", () => {
    const error = JSON.stringify({
      error: "ERROR_RATE_LIMITED",
      details: { title: "Too many requests", detail: "Wait a minute." },
    });
    const errorDetails = JSON.stringify({ message: "resource exhausted", error });
    const { messages } = readInline({ conversation: [assistant({ errorDetails })] });
    expect(messages).toMatchObject([
      {
        role: "system",
        parts: [
          {
            type: "notice",
            level: "error",
            text: "Too many requests: Wait a minute.",
            code: "ERROR_RATE_LIMITED",
          },
        ],
      },
    ]);
  });

  test("tells an error that is only text", () => {
    expect(partsOf(assistant({ errorDetails: "Premature close" }))).toEqual([
      { type: "notice", level: "error", text: "Premature close" },
    ]);
  });
});

describe("a call", () => {
  const data = {
    name: "read_file",
    toolCallId: "t1",
    status: "completed",
    params: '{"targetFile":"cart.ts"}',
    result: '{"contents":"export {};"}',
  };

  test.each([
    ["an object", { a: data }],
    ["JSON in a string", JSON.stringify({ a: data })],
    ["JSON in JSON", JSON.stringify({ a: JSON.stringify(data) })],
  ])("lies on the composer as %s (0.45)", (_, bubbleDataMap) => {
    const session = readInline({
      capabilities: [{ type: 30 }, { type: 15, data: { bubbleDataMap } }],
      conversation: [assistant({ capabilityType: 15, text: "" })],
    });
    expect(session.messages).toMatchObject([
      { role: "assistant", parts: [{ type: "tool-call", id: "t1", name: "read_file" }] },
    ]);
  });

  test("lies in toolResults of old bubbles", () => {
    const toolResults = [{ toolName: "list_dir", args: { directoryPath: "." }, result: "cart.ts" }];
    expect(partsOf(assistant({ toolResults }))).toMatchObject([
      { type: "tool-call", id: "a-1", name: "list_dir", status: "completed" },
    ]);
  });

  test("in a bubble of the user is the agent's", () => {
    const { messages } = readInline({ conversation: [user({ text: "", toolFormerData: data })] });
    expect(messages).toMatchObject([{ role: "assistant", parts: [{ type: "tool-call" }] }]);
  });

  test("finds the texts of a file in rows of their own", () => {
    const edit = {
      name: "edit_file_v2",
      toolCallId: "t1",
      status: "completed",
      params: '{"relativeWorkspacePath":"cart.ts"}',
      result: JSON.stringify({
        beforeContentId: "composer.content.b",
        afterContentId: "composer.content.a",
      }),
    };
    const { session } = readRows(
      { fullConversationHeadersOnly: [{ bubbleId: "a", type: 2 }] },
      {
        ...bubbleRows({ a: assistant({ toolFormerData: edit }) }),
        "composer.content.b": "one\n",
        "composer.content.a": Buffer.from("two\n"),
      },
    );
    expect(session.messages[0]?.parts).toMatchObject([
      { kind: "edit", edits: [{ path: "cart.ts" }] },
    ]);
    expect(JSON.stringify(session.messages[0]?.parts)).toContain("two");
  });

  const child = {
    composerId: "child",
    conversation: [
      { type: 1, bubbleId: "x", text: "Look around" },
      { type: 2, bubbleId: "y", text: "Done" },
    ],
  };
  const task = {
    name: "task",
    toolCallId: "t9",
    status: "completed",
    params: '{"description":"look","prompt":"Look around"}',
    additionalData: { composerData: JSON.stringify(child) },
  };
  const headers = { fullConversationHeadersOnly: [{ bubbleId: "a", type: 2 }] };

  test("of a task keeps the sub-agent's JSON where its conversation has another name", () => {
    const { conversation: turns, ...named } = child;
    const additionalData = { composerData: JSON.stringify({ ...named, turns }) };
    const rows = bubbleRows({ a: assistant({ toolFormerData: { ...task, additionalData } }) });
    const { session } = readRows(headers, rows);
    expect(JSON.stringify(session.messages)).toContain("Look around");
    expect(session.records.unknownFields).toEqual({ "additional-key.composerData": 1 });
  });

  test("of a task holds the sub-agent", () => {
    const rows = bubbleRows({ a: assistant({ toolFormerData: task }) });
    const { session } = readRows(headers, rows);
    expect(session.subagents).toMatchObject([
      {
        id: "child",
        parent: { sessionId: "c1", relation: "subagent", toolCallId: "t9" },
        records: { read: 2, kept: 2 },
        origin: { at: "bubbleId:c1:a" },
      },
    ]);
    expect(textsOf(session.subagents?.[0]?.messages ?? [])).toEqual(["Look around", "Done"]);
    expect(session.messages[0]?.parts[0]).toMatchObject({ kind: "task", subagent: "child" });
  });

  test("of a task does not hold a sub-agent that has rows of its own", () => {
    const rows = bubbleRows({ a: assistant({ toolFormerData: task }) });
    const { session } = readRows(headers, { ...rows, "bubbleId:child:x": { type: 1, text: "x" } });
    expect(session.subagents).toBeUndefined();
  });
});

describe("code", () => {
  const uri = { fsPath: "/home/mira/shop/cart.ts", external: "file:///home/mira/shop/cart.ts" };
  const content = "export const cart = [];";
  const codeBlockData = {
    [uri.external]: [{ uri, version: 0, content, languageId: "typescript", status: "rejected" }],
  };
  const codeBlocks = [{ uri, version: 0, codeBlockIdx: 0 }];

  test("that the text shows is not repeated; its fate is noted", () => {
    const text = `Like this:\n\`\`\`typescript:cart.ts\n${content}\n\`\`\``;
    const { messages } = readInline({
      codeBlockData,
      conversation: [assistant({ text, codeBlocks })],
    });
    expect(messages[0]?.parts).toEqual([{ type: "text", text }]);
    expect(messages[0]?.native).toEqual({
      codeBlocks: [{ path: "/home/mira/shop/cart.ts", status: "rejected" }],
    });
  });

  test("for a file that the text does not show is an edit", () => {
    expect(partsOf(assistant({ text: "Done.", codeBlocks }), { codeBlockData })).toEqual([
      { type: "text", text: "Done." },
      {
        type: "edit",
        edits: [{ path: "/home/mira/shop/cart.ts", kind: "update", after: content }],
        status: "rejected",
      },
    ]);
  });

  test("without a file is fenced, whatever it holds", () => {
    const codeBlocks = [{ content: "```\ninner\n```", languageId: "md" }];
    expect(partsOf(assistant({ text: "So:", codeBlocks }))).toEqual([
      { type: "text", text: "So:" },
      { type: "text", text: "````md\n```\ninner\n```\n````" },
    ]);
  });

  test("that was suggested is a proposal", () => {
    const parts = partsOf(
      assistant({
        text: "Two changes.",
        assistantSuggestedDiffs: [{ filePath: "a.ts", oldContent: "a", newContent: "b" }],
        suggestedCodeBlocks: [{ filePath: "b.ts", code: "c", startLine: 3, endLine: 4 }],
      }),
    );
    expect(parts.slice(1)).toEqual([
      {
        type: "edit",
        edits: [{ path: "b.ts", kind: "update", range: { start: 3, end: 4 }, after: "c" }],
      },
      { type: "edit", edits: [{ path: "a.ts", kind: "update", before: "a", after: "b" }] },
    ]);
  });

  describe("in rows of changes", () => {
    const changes = [
      { original: { startLineNumber: 2, endLineNumberExclusive: 3 }, modified: ["B", "BB"] },
      { original: { startLineNumber: 4, endLineNumberExclusive: 4 }, modified: ["D"] },
    ];
    const read = (data: JsonObject, bubble: JsonObject = {}) =>
      readRows(
        {
          fullConversationHeadersOnly: [{ bubbleId: "a", type: 2 }],
          codeBlockData: {
            [uri.external]: { k: { uri, bubbleId: "a", diffId: "d1", status: "accepted" } },
          },
          ...data,
        },
        {
          ...bubbleRows({ a: assistant({ text: "Done.", ...bubble }) }),
          "codeBlockDiff:c1:d1": { newModelDiffWrtV0: changes, originalModelDiffWrtV0: [] },
        },
      ).session;

    test("is hunks where the first version of the file is known", () => {
      const session = read({
        originalFileStates: { [uri.external]: { content: "a\nb\nc\nd" } },
      });
      expect(session.messages[0]?.parts[1]).toEqual({
        type: "edit",
        status: "accepted",
        edits: [
          {
            path: "/home/mira/shop/cart.ts",
            kind: "update",
            hunks: [
              { oldStart: 2, oldLines: 1, newStart: 2, newLines: 2, lines: ["-b", "+B", "+BB"] },
              { oldStart: 3, oldLines: 0, newStart: 5, newLines: 1, lines: ["+D"] },
            ],
          },
        ],
      });
      expect(session.records).toEqual({ read: 3, kept: 3 });
    });

    test("is a range where it is not", () => {
      const part = read({}).messages[0]?.parts[1];
      expect(part).toMatchObject({
        edits: [
          { hunks: [{ lines: ["+D"] }] },
          { range: { start: 2, end: 2 }, after: "B\nBB", kind: "update" },
        ],
      });
    });

    test("of an unknown file stays with the conversation", () => {
      const session = read({ codeBlockData: {} });
      const kept = [{ diffId: "d1", newModelDiffWrtV0: changes }];
      expect(session.native?.codeBlockDiffs).toEqual(kept);
      expect(session.records).toEqual({ read: 3, kept: 3 });
      // Documents show it in full detail, and searches find it.
      const last = session.messages.at(-1)?.parts.at(-1);
      expect(last).toMatchObject({ type: "text", synthetic: "context" });
      expect(textsOf(session.messages).at(-1)).toContain("- BB\n");
    });

    test("has what Cursor says of the user's own changes, and fields that are new", () => {
      const { session } = readRows(
        {
          codeBlockData: { [uri.external]: { k: { uri, bubbleId: "a", diffId: "d1" } } },
        },
        {
          ...bubbleRows({ a: assistant({ text: "Done." }) }),
          "codeBlockDiff:c1:d1": {
            newModelDiffWrtV0: changes,
            originalModelDiffWrtV0: changes,
            filePath: "cart.ts",
            command: "",
          },
        },
      );
      expect(session.messages[0]?.parts).toHaveLength(2);
      expect(session.messages[0]?.native?.codeBlockDiffs).toEqual([
        { diffId: "d1", path: uri.fsPath, originalModelDiffWrtV0: changes, filePath: "cart.ts" },
      ]);
    });

    test.each([
      [["accepted", "accepted"], "completed", "accepted"],
      [["rejected"], undefined, "rejected"],
      [["accepted", "rejected"], "completed", "proposed"],
      [["rejected"], "accepted", "accepted"],
    ])("fates %j of hunks decide on a block that is %s: %s", (words, status, expected) => {
      const row = { fates: words.map((fate) => ({ fate, addedLines: ["B"] })) };
      const block: JsonObject = present({
        uri,
        bubbleId: "a",
        codeblockId: "k",
        content: "B",
        status,
      });
      const { session } = readRows(
        { codeBlockData: { [uri.external]: { k: block } } },
        {
          ...bubbleRows({ a: assistant({ text: "", codeBlocks: [{ uri, codeblockId: "k" }] }) }),
          "codeBlockPartialInlineDiffFates:c1:k": row,
        },
      );
      expect(session.messages[0]?.parts[0]).toMatchObject({ type: "edit", status: expected });
      expect(session.native?.codeBlockPartialInlineDiffFates).toEqual({ k: row });
      expect(session.records).toEqual({ read: 3, kept: 3 });
    });

    test("whose hunks met several fates says how many, and so does a call", () => {
      const fates = (...words: string[]) => ({ fates: words.map((fate) => ({ fate })) });
      const call = { name: "edit_file", additionalData: { codeblockId: "c" } };
      const { session } = readRows(
        {},
        {
          ...bubbleRows({
            a: assistant({ text: "A block", codeBlocks: [{ codeblockId: "k" }] }),
            b: assistant({ text: "Another", codeBlocks: [{ codeblockId: "l" }] }),
            c: assistant({ toolFormerData: call, codeBlocks: [{ codeblockId: "c" }] }),
          }),
          "codeBlockPartialInlineDiffFates:c1:k": fates("accepted", "rejected", "accepted"),
          "codeBlockPartialInlineDiffFates:c1:l": fates("accepted"),
          "codeBlockPartialInlineDiffFates:c1:c": fates("accepted"),
        },
      );
      expect(session.messages.map(({ native }) => native?.diffFates)).toEqual([
        { accepted: 2, rejected: 1 },
        undefined,
        { accepted: 1 },
      ]);
      expect(session.messages[0]?.parts.at(-1)).toMatchObject({
        text: "diffFates:\n  accepted: 2\n  rejected: 1",
        synthetic: "context",
      });
    });

    test("is kept and not shown again where the call shows its edit", () => {
      const result = {
        diff: {
          chunks: [{ diffString: "-b\n+B", oldStart: 2, newStart: 2, oldLines: 1, newLines: 1 }],
        },
      };
      const session = read(
        {},
        {
          toolFormerData: {
            name: "edit_file",
            toolCallId: "t1",
            status: "completed",
            params: '{"relativeWorkspacePath":"cart.ts"}',
            result: JSON.stringify(result),
          },
        },
      );
      expect(session.messages[0]?.parts.map(({ type }) => type)).toEqual(["text", "tool-call"]);
      expect(session.messages[0]?.native?.codeBlockDiffs).toEqual([
        { diffId: "d1", path: uri.fsPath, newModelDiffWrtV0: changes },
      ]);
      expect(session.records).toEqual({ read: 3, kept: 3 });
    });
  });
});

describe("facts without a field", () => {
  test("are on the message under Cursor's names", () => {
    const { session } = readRows(
      {
        fullConversationHeadersOnly: [
          { bubbleId: "a", type: 2, grouping: { isRenderable: false, turnDurationMs: 400 } },
        ],
      },
      bubbleRows({
        a: assistant({
          text: "one",
          requestId: "r1",
          thinkingDurationMs: 30,
          relevantFiles: [],
          supportedTools: [1, 2],
          somethingNew: ["kept", { password: "CANARY" }],
        }),
      }),
    );
    expect(session.messages[0]?.native).toEqual({
      requestId: "r1",
      thinkingDurationMs: 30,
      somethingNew: ["kept", {}],
      hidden: true,
      turnDurationMs: 400,
    });
  });
});
