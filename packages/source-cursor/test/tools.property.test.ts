import type { JsonObject } from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toolCall } from "../src/parse/tools/tool-call.js";
import { callIn } from "./support/tool-calls.js";

/** Names under which readers look for something, with values of any shape or of the shapes they know. */
const key = fc.constantFrom(
  ...["output", "result", "success", "failure", "content", "contents", "error", "rejected"],
  ...["diff", "chunks", "diffString", "oldStart", "lines", "type", "precomputedDiff", "codeblock"],
  ...["workspaceResults", "matches", "files", "directories", "directoryTreeRoot", "childrenDirs"],
  ...["references", "codeResults", "internal", "results", "todos", "finalTodos", "status", "range"],
  ...["path", "uri", "command", "edits", "patch", "tools", "questions", "options", "answers"],
  ...["parameters", "arguments", "toolName", "server", "id", "text", "isError", "exitCode"],
  ...["beforeContentId", "afterContentId", "old_string", "new_string", "__proto__", "constructor"],
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(
      fc.string(),
      fc.constantFrom("{", "[]", '{"output":1}', "*** Add File: a\n+b", "@@ -1 +1 @@\n-a", ""),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.dictionary(key, tie("json"), { maxKeys: 5 }),
    fc.array(tie("json"), { maxLength: 4 }),
    tie("json").map((value) => JSON.stringify(value)),
  ),
}));
const name = fc.constantFrom(
  ...["read_file", "edit_file_v2", "apply_patch", "delete_file", "run_terminal_cmd", "grep"],
  ...["todo_write", "create_plan", "ask_question", "task_v2", "mcp", "mcp-a-b", "call_mcp_tool"],
  ...["generate_image", "web_search", "new_tool"],
);
const call = fc.record(
  {
    name: fc.oneof({ weight: 5, arbitrary: name }, json),
    tool: fc.oneof(fc.integer({ min: 0, max: 60 }), json),
    toolCallId: fc.oneof(fc.string(), json),
    status: fc.oneof(fc.constantFrom("completed", "error", "cancelled", "loading"), json),
    rawArgs: json,
    params: json,
    result: json,
    error: json,
    additionalData: json,
    userDecision: json,
    toolCallBinary: fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64")),
      json,
    ),
    startedAtMs: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), json),
  },
  { requiredKeys: [] },
);

test("a call of any shape gives a call that survives a round trip, or none", () => {
  fc.assert(
    fc.property(call, fc.boolean(), (data, isFound) => {
      const stored = JSON.parse(JSON.stringify(data)) as JsonObject;
      const result = isFound ? { content: [], output: stored.result ?? null } : undefined;
      const read = callIn(stored, { agentResult: () => result });
      if (read) expect(JSON.parse(JSON.stringify(read))).toEqual(read);
    }),
  );
});

test("a call of the agent of any shape gives a call that survives a round trip", () => {
  fc.assert(
    fc.property(name, json, json, fc.boolean(), (tool, input, output, isError) => {
      const stored = JSON.parse(JSON.stringify({ input, output })) as JsonObject;
      const result = { content: [], output: stored.output ?? null, isError };
      const read = toolCall({ id: "1", name: tool, input: stored.input ?? null, result });
      expect(JSON.parse(JSON.stringify(read))).toEqual(read);
    }),
  );
});
