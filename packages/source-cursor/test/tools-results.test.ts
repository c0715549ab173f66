import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { JsonObject, ToolCall } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { callIn, stored, textOf } from "./support/tool-calls.js";

const root = "/home/mira/shop";
const uuid = "0123abcd-0000-4000-8000-00000000feed";

describe("status", () => {
  test.each<[string, JsonObject, ToolCall["status"]]>([
    ["completed", { status: "completed", result: '{"contents":"x"}' }, "completed"],
    ["cancelled", { status: "cancelled" }, "cancelled"],
    ["error", { status: "error" }, "failed"],
    ["loading", { status: "loading" }, "pending"],
    ["none, with a result", { result: '{"contents":"x"}' }, "completed"],
    ["none at all", {}, "unknown"],
    ["error of the editor", { status: "completed", additionalData: { status: "error" } }, "failed"],
    [
      "pending in the editor only",
      { status: "completed", additionalData: { status: "pending" } },
      "completed",
    ],
    ["rejected by the user", { status: "completed", userDecision: "rejected" }, "rejected"],
    [
      "rejected, told by the editor",
      { status: "cancelled", additionalData: { userDecision: "rejected" } },
      "rejected",
    ],
    [
      "rejected in a review",
      { status: "loading", additionalData: { reviewData: { status: "Rejected" } } },
      "rejected",
    ],
    ["rejected result", { status: "completed", result: '{"rejected":true}' }, "rejected"],
    ["accepted", { status: "completed", userDecision: "accepted" }, "completed"],
    ["failed result", { status: "completed", result: '{"isError":true}' }, "failed"],
    ["failure", { status: "completed", result: '{"failure":{"exitCode":2}}' }, "failed"],
    ["error in the result", { status: "completed", result: '{"error":"gone"}' }, "failed"],
    ["cancelled with an error", { status: "cancelled", error: "stopped" }, "cancelled"],
  ])("%s", (_, data, status) => {
    expect(callIn({ name: "read_file", ...data })?.status).toBe(status);
  });

  test("the message of an error is the result", () => {
    const error = JSON.stringify({
      clientVisibleErrorMessage: "Error",
      modelVisibleErrorMessage: "There is no such file",
    });
    expect(callIn({ name: "read_file", status: "error", error })).toMatchObject({
      status: "failed",
      result: { content: [{ type: "text", text: "There is no such file" }], isError: true },
    });
    expect(textOf(callIn({ name: "read_file", error: "plain words" }))).toBe("plain words");
  });
});

describe("where the result is", () => {
  const seen = { content: [{ type: "text" as const, text: "export {};" }] };
  const agentResult = (id: string) => (id === "call-1" ? seen : undefined);
  const binary = Buffer.from(toolMessage(40, "export default 1;")).toString("base64");

  test("in the call", () => {
    const data = stored("read_file", {}, { contents: "a" }, { toolCallBinary: binary });
    expect(textOf(callIn(data, { agentResult }))).toBe("a");
  });

  test("with the agent's messages, beside a stub in the call", () => {
    const data = stored("read_file_v2", {}, { totalLinesInFile: 114 }, { toolCallBinary: binary });
    expect(callIn(data, { agentResult })?.result).toEqual({
      content: seen.content,
      output: { totalLinesInFile: 114 },
      isError: false,
    });
  });

  test("in the binary form, when there is nothing else", () => {
    const data = stored("read_file_v2", { path: "a" }, undefined, { toolCallBinary: binary });
    expect(callIn(data)?.result).toEqual({
      content: [{ type: "text", text: "export default 1;" }],
      isError: false,
    });
    expect(textOf(callIn({ ...data, result: '{"totalLinesInFile":1}' }))).toBe("export default 1;");
  });

  test("in the numbers that the editor kept of a search", () => {
    const additionalData = { totalMatches: 3, topFiles: ["a.ts"], isPruned: true };
    expect(callIn(stored("grep", {}, undefined, { additionalData }))).toMatchObject({
      result: { output: { totalMatches: 3, topFiles: ["a.ts"] } },
      native: { isPruned: true },
    });
  });

  test("nowhere but as a stub, or nowhere", () => {
    expect(callIn(stored("read_file_v2", {}, { totalLinesInFile: 114 }))?.result).toEqual({
      content: [],
      output: { totalLinesInFile: 114 },
      isError: false,
    });
    expect(callIn(stored("read_file", {}))).not.toHaveProperty("result");
    expect(callIn({ ...stored("read_file", {}), result: "" })).not.toHaveProperty("result");
  });

  test("other calls do not ask for the agent's messages", () => {
    const agentResult = () => expect.fail("asked");
    const data = stored("run_terminal_cmd", {}, { output: "", exitCode: 0 });
    expect(callIn(data, { agentResult })?.result).toEqual({
      content: [],
      isError: false,
      exitCode: 0,
    });
  });
});

describe("commands in binary form", () => {
  test("success", () => {
    const writer = new BinaryWriter();
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).fork();
    text(writer, 1, "npm test");
    text(writer, 2, root);
    writer.join();
    writer.tag(2, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).fork();
    text(writer, 1, "npm test");
    text(writer, 5, "out\n");
    text(writer, 6, "warning\n");
    writer.join().join().join();
    expect(callIn(shell(writer))).toMatchObject({
      status: "completed",
      kind: "execute",
      command: "npm test",
      cwd: root,
      input: { command: "npm test", cwd: root },
      result: {
        content: [{ type: "text", text: "out\n\nwarning\n" }],
        isError: false,
        exitCode: 0,
      },
    });
  });

  test("failure, with the streams as one", () => {
    const writer = new BinaryWriter();
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(2, WireType.LengthDelimited).fork();
    writer.tag(2, WireType.LengthDelimited).fork();
    writer.tag(3, WireType.Varint).int32(2);
    text(writer, 5, "out");
    text(writer, 10, "\u001b[31mboth\u001b[0m");
    writer.join().join().join();
    expect(callIn(shell(writer))).toMatchObject({
      status: "failed",
      result: {
        content: [{ type: "text", text: "\u001b[31mboth\u001b[0m" }],
        isError: true,
        exitCode: 2,
      },
    });
  });

  test("bytes that are no message", () => {
    const data = { name: "grep", toolCallBinary: "bm90IGEgbWVzc2FnZQ==" };
    expect(callIn(data)).not.toHaveProperty("result");
    expect(callIn({ name: "grep", toolCallBinary: "%%%" })).not.toHaveProperty("result");
  });

  function shell(writer: BinaryWriter): JsonObject {
    const toolCallBinary = Buffer.from(writer.finish()).toString("base64");
    return { name: "run_terminal_command_v2", toolCallId: "call-1", toolCallBinary };
  }
});

describe("results to read", () => {
  test.each<[string, string, JsonObject, string]>([
    [
      "matches with their context",
      "ripgrep_raw_search",
      {
        success: {
          pattern: "total",
          outputMode: "content",
          workspaceResults: {
            [root]: {
              content: {
                matches: [
                  {
                    file: "src/cart.ts",
                    matches: [
                      { lineNumber: 6, content: "// the sum\n", isContextLine: true },
                      { lineNumber: 7, content: "const total = 0;" },
                    ],
                  },
                ],
                totalMatchedLines: 1,
              },
            },
          },
        },
      },
      "src/cart.ts-6- // the sum\nsrc/cart.ts:7: const total = 0;",
    ],
    [
      "files with matches",
      "grep",
      { success: { workspaceResults: { [root]: { files: { files: ["a.ts", "b.ts"] } } } } },
      "a.ts\nb.ts",
    ],
    [
      "counts of matches",
      "grep",
      { workspaceResults: { [root]: { count: { counts: [{ file: "a.ts", count: 3 }] } } } },
      "a.ts: 3",
    ],
    [
      "matches of 2025",
      "grep_search",
      {
        internal: {
          results: [
            {
              resource: `file://${root}/a.ts`,
              results: [{ match: { previewText: "total\n", ranges: { startLineNumber: 4 } } }],
            },
          ],
        },
      },
      `${root}/a.ts:5: total`,
    ],
    [
      "a folder",
      "list_dir",
      { files: [{ name: "src", isDirectory: true }, { name: "a.ts" }] },
      "src/\na.ts",
    ],
    [
      "a tree of folders",
      "list_dir_v2",
      {
        directoryTreeRoot: {
          absPath: root,
          childrenDirs: [{ absPath: `${root}/src`, childrenFiles: [{ name: "a.ts" }] }],
          childrenFiles: [{ name: "package.json" }],
        },
      },
      `${root}/\n  src/\n    a.ts\n  package.json`,
    ],
    [
      "files by folder",
      "glob_file_search",
      { directories: [{ absPath: root, files: [{ relPath: "src/a.ts" }] }] },
      `${root}/src/a.ts`,
    ],
    [
      "pages",
      "web_search",
      {
        references: [
          { title: "Rounding", url: "https://shop.example/a", chunk: "Half to even." },
          { title: "Money", url: "https://shop.example/b" },
        ],
      },
      "Rounding\nhttps://shop.example/a\nHalf to even.\n\nMoney\nhttps://shop.example/b",
    ],
    [
      "pieces of code",
      "codebase_search",
      {
        codeResults: [
          {
            codeBlock: {
              relativeWorkspacePath: "src/a.ts",
              range: { startPosition: { line: 3 }, endPosition: { line: 4 } },
              contents: "a();\nb();",
            },
          },
        ],
      },
      "src/a.ts:3-4\na();\nb();",
    ],
    ["a page", "web_fetch", { markdown: "# Docs" }, "# Docs"],
    ["a text for the model", "reapply", { resultForModel: "Applied." }, "Applied."],
    ["a text of JSON", "run_terminal_cmd", { output: '{"output":"x"}' }, '{"output":"x"}'],
    ["something new", "read_file", { pages: ["one"] }, '{\n  "pages": [\n    "one"\n  ]\n}'],
  ])("%s", (_, name, result, expected) => {
    expect(textOf(callIn(stored(name, {}, result)))).toBe(expected);
  });

  test("nesting without end", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"result":', "}"],
      ['{"files":', "}"],
    ] as const) {
      const result = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      expect(callIn({ name: "read_file", result })).toMatchObject({ status: "completed" });
    }
  });

  test("plain words", () => {
    expect(textOf(callIn({ name: "fetch_rules", result: "no rules" }))).toBe("no rules");
  });

  test("the output does not repeat the text", () => {
    const long = "a line of the file\n".repeat(20);
    const data = stored("read_file", {}, { contents: long, copy: long, totalLinesInFile: 20 });
    expect(callIn(data)?.result).toEqual({
      content: [{ type: "text", text: long }],
      output: { totalLinesInFile: 20 },
      isError: false,
    });
  });

  test("the output of an unknown tool is as it is", () => {
    const result = { shine: 0.5, colours: ["black", null], note: "" };
    expect(callIn(stored("polish_shoes", {}, result))?.result).toEqual({
      content: [],
      output: result,
      isError: false,
    });
  });

  test("a file that holds the whole output is named", () => {
    const path = `/home/mira/.cursor/projects/home-mira-shop/agent-tools/${uuid}.txt`;
    const output = `…\nFull output in \`${path}\`.`;
    expect(callIn(stored("run_terminal_cmd", {}, { output }))?.result).toMatchObject({
      truncated: true,
      fullOutputPath: path,
    });
    const mention = `see agent-tools/${uuid}.txt`;
    expect(callIn(stored("run_terminal_cmd", {}, { output: mention }))?.result).not.toHaveProperty(
      "fullOutputPath",
    );
  });

  test("a file that is only mentioned is looked for no longer than the text is", () => {
    const mention = `${"x".repeat(500)}agent-tools/${uuid}.txt `;
    const output = mention.repeat(20_000);
    expect(callIn(stored("run_terminal_cmd", {}, { output }))?.result).not.toHaveProperty(
      "fullOutputPath",
    );
  });

  test("a result that was cut says so", () => {
    const result = { output: "…", outputTruncated: true };
    expect(callIn(stored("run_terminal_cmd", {}, result))?.result?.truncated).toBe(true);
  });
});

/** A call of some tool: its path in the arguments and again in the result, beside a text. */
function toolMessage(kind: number, result: string): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(kind, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).fork();
  text(writer, 1, `${root}/src/a.ts`);
  writer.join();
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).fork();
  text(writer, 1, `${root}/src/a.ts`);
  text(writer, 2, result);
  writer.tag(3, WireType.Varint).int32(114);
  return writer.join().join().join().finish();
}

function text(writer: BinaryWriter, field: number, value: string) {
  writer.tag(field, WireType.LengthDelimited).string(value);
}
