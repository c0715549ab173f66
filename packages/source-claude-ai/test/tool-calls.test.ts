import type { Session } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { message, readOne } from "./export.js";

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
        native: { mcp_server_url: "https://loaf.example.com/mcp" },
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
