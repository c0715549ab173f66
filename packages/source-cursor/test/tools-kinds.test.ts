import type { Json, JsonObject } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { toolCall } from "../src/parse/tools/tool-call.js";
import { callIn, stored, textOf } from "./support/tool-calls.js";

const root = "/home/mira/shop";

/** [name, arguments of the model, arguments of the editor, result, what the call says] */
type Row = [string, JsonObject, JsonObject | undefined, Json | undefined, object];

const rows: Row[] = [
  [
    "read_file",
    { target_file: "src/cart.ts", start_line_one_indexed: 12 },
    { relativeWorkspacePath: "src/cart.ts", startLineOneIndexed: 12 },
    { contents: "export {};\n", totalLinesInFile: 1 },
    { kind: "read", locations: [{ path: "src/cart.ts", line: 12 }] },
  ],
  [
    "read_file_v2",
    { path: "src/cart.ts", offset: -5 },
    { targetFile: "src/cart.ts", effectiveUri: `file://${root}/src/cart%20one.ts` },
    { contents: "x" },
    { kind: "read", locations: [{ path: `${root}/src/cart one.ts` }] },
  ],
  [
    "read_lints",
    { paths: ["src/a.ts", "src/b.ts"] },
    undefined,
    {},
    { kind: "read", locations: [{ path: "src/a.ts" }, { path: "src/b.ts" }] },
  ],
  [
    "run_terminal_cmd",
    { command: "npm test", explanation: "run the tests", is_background: false },
    { command: "npm test", requireUserApproval: true },
    { output: "ok\n", exitCode: 0 },
    { kind: "execute", command: "npm test" },
  ],
  ["Terminal", { command: "npm test" }, {}, {}, { kind: "execute", command: "npm test" }],
  [
    "run_terminal_command_v2",
    { command: "npm test", description: "Runs the tests", working_directory: `${root}/api` },
    { command: "npm test", cwd: `${root}/api` },
    { output: "1 failed\n", exitCodeV2: 1, exitCode: 0 },
    {
      kind: "execute",
      command: "npm test",
      title: "Runs the tests",
      cwd: `${root}/api`,
      status: "failed",
      result: { content: [{ type: "text", text: "1 failed\n" }], isError: true, exitCode: 1 },
    },
  ],
  [
    "grep_search",
    { query: "total", include_pattern: "*.ts" },
    { query: "total", includePattern: "*.ts" },
    { internal: { results: [] } },
    { kind: "search", query: "total" },
  ],
  [
    "ripgrep_raw_search",
    { pattern: "total", path: "src" },
    { pattern: "total", path: `${root}/src` },
    { success: { workspaceResults: {} } },
    { kind: "search", query: "total", locations: [{ path: `${root}/src` }] },
  ],
  [
    "glob_file_search",
    { glob_pattern: "**/*.ts", target_directory: "src" },
    { globPattern: "**/*.ts", targetDirectory: `${root}/src` },
    { directories: [] },
    { kind: "search", query: "**/*.ts", locations: [{ path: `${root}/src` }] },
  ],
  [
    "list_dir",
    { relative_workspace_path: "src" },
    { directoryPath: "src" },
    { files: [] },
    { kind: "search", locations: [{ path: "src" }] },
  ],
  [
    "codebase_search",
    { query: "where are prices rounded", target_directories: ["src"] },
    undefined,
    { codeResults: [] },
    { kind: "search", query: "where are prices rounded", locations: [{ path: "src" }] },
  ],
  [
    "web_search",
    { search_term: "rounding of money", explanation: "look it up" },
    { searchTerm: "rounding of money" },
    { references: [] },
    { kind: "fetch", query: "rounding of money" },
  ],
  [
    "web_fetch",
    { url: "https://shop.example/docs" },
    undefined,
    { markdown: "# Docs" },
    { kind: "fetch", url: "https://shop.example/docs" },
  ],
  [
    "delete_file",
    { target_file: "src/old.ts", explanation: "unused" },
    { relativeWorkspacePath: "src/old.ts" },
    { fileDeletedSuccessfully: true },
    { kind: "delete", edits: [{ path: "src/old.ts", kind: "delete" }] },
  ],
  [
    "task_v2",
    { description: "Review the cart", prompt: "Look for rounding errors", subagent_type: "x" },
    { description: "Review the cart", prompt: "Look for rounding errors", name: "general" },
    { agentId: "child-1" },
    {
      kind: "task",
      title: "Review the cart",
      task: "Look for rounding errors",
      subagent: "child-1",
      result: { content: [], isError: false },
    },
  ],
  [
    "create_plan",
    { name: "Cart", plan: "# Plan\n", todos: [{ id: "a", content: "Round" }] },
    undefined,
    { planUri: "file:///home/mira/.cursor/plans/cart.plan.md" },
    {
      kind: "plan",
      title: "Cart",
      text: "# Plan\n",
      todos: [{ text: "Round", status: "pending" }],
    },
  ],
  ["switch_mode", { target_mode_id: "plan" }, undefined, undefined, { kind: "other" }],
  ["polish_shoes", { shoes: 2 }, undefined, { shine: 0.5 }, { kind: "other" }],
];

describe("calls of the editor", () => {
  test.each(rows)("%s", (name, rawArgs, params, result, expected) => {
    const data = stored(name, rawArgs, result, params ? { params: JSON.stringify(params) } : {});
    expect(callIn(data)).toMatchObject({
      type: "tool-call",
      id: "call-1",
      name,
      input: rawArgs,
      status: "completed",
      ...expected,
    });
  });

  test("arguments of the editor stand in for those of the model", () => {
    const call = callIn({ name: "read_file", params: { targetFile: "a.ts" }, status: "completed" });
    expect(call).toMatchObject({ input: { targetFile: "a.ts" }, locations: [{ path: "a.ts" }] });
  });

  test("arguments that are no JSON are kept", () => {
    const call = callIn({
      name: "run_terminal_cmd",
      rawArgs: '{"command": "npm te',
      params: '{"command": "npm test"}',
    });
    expect(call).toMatchObject({
      rawInput: '{"command": "npm te',
      input: { command: "npm test" },
      command: "npm test",
    });
  });

  test("a number names the tool when nothing else does", () => {
    expect(callIn({ tool: 5, params: '{"targetFile":"a.ts"}' })).toMatchObject({
      name: "read_file",
      kind: "read",
    });
    expect(callIn({ tool: 5, name: "list_dir_v2", params: "{}" })?.name).toBe("list_dir_v2");
  });

  test("a call that left only an error status is none", () => {
    expect(callIn({ additionalData: { status: "error" } })).toBeUndefined();
    expect(callIn({ tool: 0, rawArgs: "", result: "{}" })).toBeUndefined();
    expect(callIn({ error: "no such tool" })).toMatchObject({ name: "unknown", status: "failed" });
  });

  test("a call without an id gets one from its bubble", () => {
    expect(callIn({ name: "read_file", toolCallId: "" })?.id).toBe("cursor-b1");
    expect(callIn({ name: "read_file", toolCallId: "call_a\nfc_b" })?.id).toBe("call_a\nfc_b");
  });

  test("times are those of the call", () => {
    const data = stored("read_file", {}, undefined, {
      additionalData: { startedAtMs: 1_790_000_000_000 },
      completedAtMs: 1_790_000_001_500,
    });
    expect(callIn(data)).toMatchObject({
      startedAt: "2026-09-21T14:13:20.000Z",
      completedAt: "2026-09-21T14:13:21.500Z",
    });
  });

  test("what has no field of its own stays, and what others hold does not", () => {
    const data = stored("task_v2", { prompt: "Look" }, undefined, {
      modelCallId: "m1",
      additionalData: {
        subagentComposerId: "child-2",
        supersededSubagentComposerIds: ["child-1"],
        composerData: "{}",
      },
    });
    expect(callIn(data)).toMatchObject({
      subagent: "child-2",
      native: { modelCallId: "m1", supersededSubagentComposerIds: ["child-1"] },
    });
    expect(JSON.stringify(callIn(data))).not.toContain('composerData"');
  });
});

describe("todo lists", () => {
  const before = [
    { id: "1", content: "Round", status: "in_progress" },
    { id: "2", content: "Test", status: "pending" },
  ];
  const changes = [
    { id: "1", status: "completed" },
    { id: "3", content: "Ship", status: "TODO_STATUS_CANCELLED" },
  ];

  test("the list of the result is the list after the call", () => {
    const final = [{ id: "1", content: "Round", status: "completed" }];
    const data = {
      ...stored("todo_write", { merge: true, todos: changes }),
      result: { success: true, finalTodos: final, initialTodos: before },
    };
    expect(callIn(data)).toMatchObject({
      kind: "plan",
      todos: [{ text: "Round", status: "completed" }],
      result: { content: [], isError: false },
    });
    expect(callIn(data)?.result?.output).toBeUndefined();
  });

  test("without it, changes are made to the list before", () => {
    const data = stored("todo_write", { merge: true, todos: changes }, { initialTodos: before });
    expect(callIn(data)).toMatchObject({
      todos: [
        { text: "Round", status: "completed" },
        { text: "Test", status: "pending" },
        { text: "Ship", status: "cancelled" },
      ],
    });
  });

  test("a list that does not merge is the whole list", () => {
    expect(toolCall({ id: "1", name: "TodoWrite", input: { todos: before } })).toMatchObject({
      kind: "plan",
      todos: [
        { text: "Round", status: "in-progress" },
        { text: "Test", status: "pending" },
      ],
    });
  });
});

describe("questions", () => {
  const questions = [
    {
      id: "rounding",
      prompt: "How should prices be rounded?",
      options: [
        { id: "up", label: "Up" },
        { id: "half", label: "Half to even" },
      ],
      allow_multiple: true,
    },
  ];
  const asked = {
    text: "How should prices be rounded?",
    options: [{ label: "Up" }, { label: "Half to even" }],
    multiple: true,
  };

  test.each<[string, JsonObject, string[] | undefined]>([
    ["none", {}, undefined],
    ["ids by question", { answers: { rounding: ["half"] } }, ["Half to even"]],
    [
      "a list",
      { answers: [{ questionId: "rounding", selectedOptionIds: ["up"], freeformText: "at last" }] },
      ["Up", "at last"],
    ],
    ["a text", { answers: { rounding: "as you like" } }, ["as you like"]],
  ])("answers: %s", (_, result, answers) => {
    const call = callIn(stored("ask_question", { questions }, result));
    expect(call).toMatchObject({ kind: "question" });
    expect(call?.kind === "question" && call.questions).toEqual([
      { ...asked, ...(answers && { answers }) },
    ]);
  });
});

describe("tools of MCP servers", () => {
  const input = { title: "Prices", labels: ["bug"] };
  const content = [
    { type: "text", text: "created" },
    { type: "image", data: "aGk=", mimeType: "image/png" },
  ];
  const result = { result: JSON.stringify({ content, isError: false }) };
  const shown = {
    kind: "other",
    input,
    result: {
      content: [
        { type: "text", text: "created" },
        { type: "file", mediaType: "image/png", data: "aGk=", from: "tool" },
      ],
      isError: false,
    },
  };
  const tools = [
    { name: "create_issue", parameters: JSON.stringify(input), serverName: "tracker" },
  ];

  test.each<[string, JsonObject, object]>([
    [
      "one wrapped by the editor only",
      stored("mcp-tracker-create_issue", input, result, { params: { tools } }),
      { name: "mcp-tracker-create_issue", server: "tracker" },
    ],
    [
      "one without the model's own arguments",
      { ...stored("mcp", {}, result), rawArgs: "", params: JSON.stringify({ tools }) },
      { name: "create_issue", server: "tracker" },
    ],
    [
      "one wrapped by the model",
      stored(
        "call_mcp_tool",
        { server: "tracker", toolName: "create_issue", arguments: input },
        result,
      ),
      { name: "create_issue", server: "tracker" },
    ],
    [
      "one whose server is only in the name",
      stored("mcp_tracker_create", input, result),
      { name: "mcp_tracker_create", server: "tracker" },
    ],
  ])("%s", (_, data, expected) => {
    expect(callIn(data)).toMatchObject({ ...shown, ...expected });
    expect(callIn(data)?.result?.output).toBeUndefined();
  });

  test("a server is not guessed from a name that can be cut in several ways", () => {
    expect(callIn(stored("mcp_my_tracker_create_issue", input))).not.toHaveProperty("server");
  });

  test("is not what Cursor's own tools are of, whose names begin like it", () => {
    const call = callIn(stored("mcp_create_plan", { name: "Tidy up", overview: "Two steps." }));
    expect(call).toMatchObject({ kind: "plan", title: "Tidy up", text: "Two steps." });
    expect(call).not.toHaveProperty("server");
    const page = callIn(stored("mcp_web_fetch", { url: "https://example.org/" }));
    expect(page).toMatchObject({ kind: "fetch", url: "https://example.org/" });
  });

  test("an error of the server is one of the call", () => {
    const failed = { result: JSON.stringify({ content: [content[0]], isError: true }) };
    expect(callIn(stored("mcp-tracker-create", input, failed))).toMatchObject({
      status: "failed",
      result: { isError: true },
    });
  });
});

test("an image that was made is part of the result", () => {
  const data = stored(
    "generate_image",
    { description: "A logo" },
    { filePath: `${root}/assets/logo.png` },
  );
  expect(callIn(data)?.result?.content).toEqual([
    {
      type: "file",
      mediaType: "image/png",
      name: "logo.png",
      path: `${root}/assets/logo.png`,
      from: "tool",
    },
  ]);
});

describe("calls in the agent's own messages", () => {
  test.each<[string, JsonObject, object]>([
    [
      "Read",
      { path: `${root}/a.ts`, offset: 3 },
      { locations: [{ path: `${root}/a.ts`, line: 3 }] },
    ],
    ["Grep", { pattern: "total", path: root }, { kind: "search", query: "total" }],
    ["Glob", { glob_pattern: "*.ts" }, { kind: "search", query: "*.ts" }],
    ["LS", { path: root }, { kind: "search", locations: [{ path: root }] }],
    ["Shell", { command: "ls", description: "Lists" }, { command: "ls", title: "Lists" }],
    ["WebFetch", { url: "https://shop.example" }, { kind: "fetch", url: "https://shop.example" }],
    ["Delete", { path: "a.ts" }, { kind: "delete", edits: [{ path: "a.ts", kind: "delete" }] }],
    ["Subagent", { prompt: "Look" }, { kind: "task", task: "Look" }],
    [
      "CallMcpTool",
      { server: "s", toolName: "t", arguments: { a: 1 } },
      { name: "t", server: "s" },
    ],
    ["updateCurrentStep", { step: 2 }, { kind: "other", input: { step: 2 } }],
  ])("%s", (name, input, expected) => {
    expect(toolCall({ id: "1", name, input })).toMatchObject({ status: "unknown", ...expected });
  });

  test("the kept result tells exit code and failure", () => {
    const call = toolCall({
      id: "1",
      name: "Shell",
      input: { command: "npm test" },
      result: {
        content: [{ type: "text", text: "1 failed" }],
        output: { isError: true, output: { failure: { exitCode: 1, executionTime: 120 } } },
      },
    });
    expect(call).toMatchObject({
      status: "failed",
      result: {
        content: [{ type: "text", text: "1 failed" }],
        output: { output: { failure: { executionTime: 120 } } },
        isError: true,
        exitCode: 1,
      },
    });
    expect(textOf(call)).toBe("1 failed");
  });

  test("the output does not repeat what the model saw, however short", () => {
    const result = {
      content: [{ type: "text" as const, text: "a.ts" }],
      output: { output: "a.ts", exitCode: 0, endedReason: "exit" },
    };
    expect(toolCall({ id: "1", name: "Shell", result }).result).toEqual({
      content: result.content,
      output: { endedReason: "exit" },
      isError: false,
      exitCode: 0,
    });
  });

  test("what the store says of the ending stands", () => {
    expect(toolCall({ id: "1", name: "Read", status: "cancelled" }).status).toBe("cancelled");
    const result = { content: [], isError: true };
    expect(toolCall({ id: "1", name: "Read", result }).status).toBe("failed");
    expect(toolCall({ id: "1", name: "Read", result: { content: [] } }).status).toBe("completed");
  });
});
