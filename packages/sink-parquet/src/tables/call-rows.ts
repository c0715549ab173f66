import type { FileLocation, Todo, ToolCall } from "@chatexport/core";
import { type Columns, count, flag, json, list, text, time } from "./column.js";
import { type MessageRow, messageKeys } from "./message-rows.js";
import { resultText } from "./part-rows.js";

/** A call of a tool. */
export interface CallRow extends MessageRow {
  call: ToolCall;
}

/** The table `tool_calls`: a row for each call, with its result. */
export const callColumns: Columns<CallRow> = {
  ...messageKeys,
  call_id: text("Its id", ({ call }) => call.id),
  name: text("The tool, as it calls itself", ({ call }) => call.name),
  kind: text(
    "What the tool does: `execute`, `edit`, `delete`, `move`, `read`, `search`, `fetch`, `plan`, `question`, `task`, `think` or `other`",
    ({ call }) => call.kind,
  ),
  title: text("The line that the tool showed for it", ({ call }) => call.title),
  server: text("The MCP server that offers the tool", ({ call }) => call.server),
  cwd: text("Where it ran, unless that is the session's directory", ({ call }) => call.cwd),
  status: text(
    "`pending`, `completed`, `failed`, `cancelled`, `rejected` or `unknown`",
    ({ call }) => call.status,
  ),
  rejected_by: text("Who refused it: `user`, `rule` or `hook`", ({ call }) => call.rejectedBy),
  started_at: time("When it began", ({ call }) => call.startedAt),
  completed_at: time("When it ended", ({ call }) => call.completedAt),
  input: json("Arguments", ({ call }) => call.input),
  raw_input: text("Arguments that were not JSON", ({ call }) => call.rawInput),
  command: text("Of `execute`: the command", ({ call }) =>
    call.kind === "execute" ? call.command : undefined,
  ),
  query: text("Of `search` and `fetch`: the query", ({ call }) =>
    call.kind === "search" || call.kind === "fetch" ? call.query : undefined,
  ),
  url: text("Of `fetch`: the URL", ({ call }) => (call.kind === "fetch" ? call.url : undefined)),
  task: text("Of `task`: what the sub-agent was told", ({ call }) =>
    call.kind === "task" ? call.task : undefined,
  ),
  started_agent_id: text("Of `task`: the sub-agent", ({ call }) =>
    call.kind === "task" ? call.subagent : undefined,
  ),
  plan: text("Of `plan`: a plan in prose", ({ call }) =>
    call.kind === "plan" ? call.text : undefined,
  ),
  todos: list<CallRow, Todo>(
    "Of `plan`: the list as it stands after the call",
    ({ call }) => (call.kind === "plan" ? call.todos : undefined),
    {
      text: text("What is to be done", ({ text }) => text),
      status: text("`pending`, `in-progress`, `completed` or `cancelled`", ({ status }) => status),
    },
  ),
  locations: list<CallRow, FileLocation>(
    "Of `read` and `search`: where it looked",
    ({ call }) => (call.kind === "read" || call.kind === "search" ? call.locations : undefined),
    {
      path: text("File or folder", ({ path }) => path),
      line: count("Line, counted from 1", ({ line }) => line),
    },
  ),
  questions: json("Of `question`: questions with their answers", ({ call }) =>
    call.kind === "question" ? call.questions : undefined,
  ),
  result: text(
    "What the tool returned to the model, as text; its images are in `parts`",
    ({ call }) => call.result && resultText(call.result.content),
  ),
  output: json(
    "What the tool returned, where the store keeps it separately",
    ({ call }) => call.result?.output,
  ),
  is_error: flag("The result is an error", ({ call }) => call.result?.isError),
  exit_code: count("Exit code of a command", ({ call }) => call.result?.exitCode),
  is_truncated: flag("The tool or the store cut the result", ({ call }) => call.result?.truncated),
  full_output_path: text(
    "Where the tool put the whole output",
    (row) => row.call.result?.fullOutputPath,
  ),
  native: json("Data of the tool that have no column", ({ call }) => call.native),
  result_native: json(
    "Data of the tool about the result that have no column",
    ({ call }) => call.result?.native,
  ),
};
