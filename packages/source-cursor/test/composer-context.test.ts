import type { JsonObject } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { bubbleRows, partsOf, readInline, readRows } from "./support/composer.js";

const uri = (path: string): JsonObject => ({ $mid: 1, fsPath: path, scheme: "file" });
const prompt = (fields: JsonObject): JsonObject => ({
  type: 1,
  bubbleId: "u",
  text: "hi",
  ...fields,
});
const filesOf = (fields: JsonObject) => partsOf(prompt(fields)).slice(1);

describe("what was put beside a prompt", () => {
  test("is named where its content is not stored", () => {
    const context = {
      fileSelections: [{ uri: uri("/home/mira/shop/cart.ts"), isCurrentFile: true }],
      folderSelections: [{ uri: uri("/home/mira/shop/src") }],
      selectedDocs: [{ docId: "d", name: "Vue", url: "https://docs.example/vue" }],
      externalLinks: [{ url: "https://shop.example/", uuid: "1" }],
      cursorRules: [{ filename: ".cursor/rules/style.mdc" }],
    };
    expect(filesOf({ context })).toEqual([
      {
        type: "file",
        name: "cart.ts",
        path: "/home/mira/shop/cart.ts",
        missing: "not stored",
        from: "mention",
        native: { isCurrentFile: true },
      },
      {
        type: "file",
        mediaType: "inode/directory",
        name: "src",
        path: "/home/mira/shop/src",
        missing: "not stored",
        from: "mention",
      },
      {
        type: "file",
        name: "style.mdc",
        path: ".cursor/rules/style.mdc",
        missing: "not stored",
        from: "mention",
      },
      {
        type: "file",
        name: "Vue",
        url: "https://docs.example/vue",
        missing: "not stored",
        from: "mention",
        native: { docId: "d" },
      },
      {
        type: "file",
        url: "https://shop.example/",
        missing: "not stored",
        from: "mention",
        native: { uuid: "1" },
      },
    ]);
  });

  test("is shown where it is; the file is not named once more", () => {
    const file = uri("/home/mira/shop/cart.ts");
    const context = {
      fileSelections: [{ uri: file }],
      selections: [
        {
          uri: file,
          text: "```ts\nadd();\n```",
          rawText: "add();",
          range: { selectionStartLineNumber: 9, positionLineNumber: 7 },
        },
      ],
      terminalSelections: [{ text: "npm ERR!" }],
      notepads: [{ name: "ideas", text: "a cart" }],
    };
    expect(filesOf({ context })).toEqual([
      {
        type: "file",
        name: "cart.ts",
        path: "/home/mira/shop/cart.ts",
        range: { start: 7, end: 9 },
        text: "add();",
        from: "selection",
      },
      { type: "file", name: "terminal", text: "npm ERR!", from: "selection" },
      { type: "file", name: "ideas", text: "a cart", from: "mention" },
    ]);
  });

  test("is shown from the chunks of the bubble", () => {
    const attachedCodeChunks = [
      { relativeWorkspacePath: "src/cart.ts", startLineNumber: 4, lines: ["a", "b"] },
    ];
    expect(filesOf({ attachedCodeChunks })).toEqual([
      {
        type: "file",
        name: "cart.ts",
        path: "src/cart.ts",
        range: { start: 4, end: 5 },
        text: "a\nb",
        from: "mention",
      },
    ]);
  });

  test("that is no file is kept under Cursor's names", () => {
    const context = {
      selectedCommits: [{ sha: "abc", message: "Add cart" }],
      selectedPullRequests: [],
      mentions: { usesCodebase: [{}], gitDiff: [], fileSelections: {} },
    };
    const { messages } = readInline({ conversation: [prompt({ context })] });
    expect(messages[0]?.native).toEqual({
      context: { selectedCommits: [{ sha: "abc", message: "Add cart" }], usesCodebase: true },
    });
  });

  test("is that of the composer only where bubbles have none", () => {
    const context = { fileSelections: [{ uri: uri("/home/mira/shop/cart.ts") }] };
    const read = (bubble: JsonObject) =>
      readInline({ context, conversation: [prompt(bubble)] }).messages[0]?.parts.length;
    expect(read({})).toBe(2);
    expect(read({ context: { fileSelections: [] } })).toBe(1);
  });

  test("is no message of its own when only an open file is named", () => {
    const context = { fileSelections: [{ uri: uri("/home/mira/shop/cart.ts") }] };
    const { messages, records } = readInline({ conversation: [prompt({ text: "", context })] });
    expect(messages).toEqual([]);
    expect(records).toEqual({ read: 1, kept: 0, skipped: { empty: 1 } });
  });
});

describe("an image", () => {
  const png = Buffer.from("89504e470d0a1a0a00", "hex");
  const data = png.toString("base64");

  test.each([
    ["base64", data],
    ["a data URL", `data:image/png;base64,${data}`],
    ["a list of bytes", [...png]],
    ["bytes by position", Object.fromEntries([...png].entries())],
    ["a buffer", { type: "Buffer", data: [...png] }],
  ])("lies in the bubble as %s", (_, content) => {
    expect(filesOf({ images: [{ uuid: "i", data: content }] })).toEqual([
      { type: "file", mediaType: "image/png", data, from: "upload", native: { uuid: "i" } },
    ]);
  });

  test("lies in a file, and is shown once", () => {
    const image = { uuid: "i", path: "/home/mira/.cursor/images/shot.jpg" };
    const bubble = prompt({ images: [image], context: { selectedImages: [image] } });
    const session = readInline({ conversation: [bubble] }, { [image.path]: png });
    expect(session.messages[0]?.parts.slice(1)).toEqual([
      {
        type: "file",
        mediaType: "image/png",
        name: "shot.jpg",
        path: image.path,
        data,
        from: "upload",
        native: { uuid: "i" },
      },
    ]);
  });

  test("is no other file of Cursor's, whatever a path says", () => {
    const image = { uuid: "i", path: "/home/mira/.cursor/mcp.png" };
    const session = readInline(
      { conversation: [prompt({ images: [image] })] },
      { [image.path]: Buffer.from('{"token":"…"}') },
    );
    expect(session.messages[0]?.parts.slice(1)).toMatchObject([{ missing: "not an image" }]);
    expect(JSON.stringify(session)).not.toContain("data");
  });

  test("that is gone says so", () => {
    expect(filesOf({ images: [{ path: "/home/mira/shot.webp" }, { uuid: "lost" }] })).toEqual([
      {
        type: "file",
        mediaType: "image/webp",
        name: "shot.webp",
        path: "/home/mira/shot.webp",
        missing: "not found",
        from: "upload",
      },
      { type: "file", missing: "not stored", from: "upload", native: { uuid: "lost" } },
    ]);
  });
});

describe("what Cursor sent with a prompt", () => {
  const headers = { fullConversationHeadersOnly: [{ bubbleId: "u", type: 1 }] };
  const row = {
    projectLayouts: [JSON.stringify({ rootPath: "/home/mira/shop", content: "a long list" })],
    cursorRules: [],
    gitStatusRaw: "On branch main",
    terminalFiles: [],
    unheardOf: "x",
  };
  const content = {
    gitStatusRaw: "On branch main",
    unheardOf: "x",
    projectLayouts: ["/home/mira/shop"],
  };

  test("is on the prompt, by the id of its bubble or request", () => {
    for (const id of ["u", "r1"]) {
      const { session } = readRows(headers, {
        ...bubbleRows({ u: prompt({ requestId: "r1" }) }),
        [`messageRequestContext:c1:${id}`]: row,
      });
      expect(session.messages[0]?.native).toEqual({ requestId: "r1", requestContext: content });
      expect(session.records).toEqual({ read: 3, kept: 3 });
    }
  });

  test("has of a layout the root, and what is not known", () => {
    const layout = { directoryTreeRoot: { absPath: "/srv" }, later: "Sweep" };
    const { session } = readRows(headers, {
      ...bubbleRows({ u: prompt({}) }),
      "messageRequestContext:c1:u": { projectLayouts: [layout] },
    });
    const projectLayouts = [{ root: "/srv", later: "Sweep" }];
    expect(session.messages[0]?.native).toEqual({ requestContext: { projectLayouts } });
  });

  test("is with the conversation when its prompt is not there", () => {
    const { session } = readRows(headers, {
      ...bubbleRows({ u: prompt({}) }),
      "messageRequestContext:c1:other": row,
      "messageRequestContext:c1:empty": { terminalFiles: [] },
      "messageRequestContext:c1:broken": "{",
    });
    expect(session.native?.requestContexts).toEqual([{ id: "other", ...content }]);
    expect(session.records).toEqual({ read: 5, kept: 3, skipped: { empty: 1 }, malformed: 1 });
    expect(session.messages.at(-1)?.parts.at(-1)).toMatchObject({
      text: expect.stringContaining("gitStatusRaw: On branch main"),
      synthetic: "context",
    });
  });

  test("is shown behind the prompt, in full detail", () => {
    const { session } = readRows(headers, {
      ...bubbleRows({ u: prompt({ relevantFiles: ["a.ts"] }) }),
      "messageRequestContext:c1:u": row,
    });
    expect(session.messages[0]?.parts.at(-1)).toEqual({
      type: "text",
      text: "gitStatusRaw: On branch main\nunheardOf: x\nprojectLayouts:\n  - /home/mira/shop\nrelevantFiles:\n  - a.ts",
      synthetic: "context",
    });
  });
});

describe("what Cursor keeps about a conversation", () => {
  const conversation = [{ type: 1, text: "Add a cart" }];

  test("is shown behind it, in full detail", () => {
    const { messages } = readInline({
      conversation,
      unifiedMode: "agent",
      totalLinesAdded: 12,
      totalLinesRemoved: 0,
      todos: [{ content: "Add a test", status: "pending" }],
      text: "Not sent yet",
    });
    expect(messages[0]?.parts.slice(1)).toEqual([
      {
        type: "text",
        text: "unifiedMode: agent\ntodos:\n  -\n    content: Add a test\n    status: pending\ntotalLinesAdded: 12\ndraft: Not sent yet",
        synthetic: "context",
      },
    ]);
  });

  test("is nothing when it is only the mode", () => {
    const { messages, native } = readInline({ conversation, unifiedMode: "agent" });
    expect(messages[0]?.parts).toHaveLength(1);
    expect(native).toMatchObject({ unifiedMode: "agent" });
  });

  test("makes no conversation of one in which nothing was said", () => {
    expect(readInline({ conversation: [], unifiedMode: "agent" }).messages).toEqual([]);
  });

  test("may be nested as deep as it likes", () => {
    const deep = JSON.parse(`${"[".repeat(5000)}1${"]".repeat(5000)}`);
    expect(readInline({ conversation, todos: [deep] }).messages[0]?.parts).toHaveLength(2);
  });
});
