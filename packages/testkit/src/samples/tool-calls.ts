import type { FileEdit, Message, Session, ToolCall } from "@chatexport/core";
import { answer, prompt, ran, resultOf, said, sessionOf } from "./builders.js";

/** A session in which each kind of tool is called, with each outcome that a call can have. */
export function toolCalls(): Session {
  return sessionOf(
    [
      prompt("ask", "Make the last boat show again, and tell me what you did."),
      answer("look", ...lookingCalls()),
      answer("change", ...changingCalls()),
      answer("talk", ...talkingCalls()),
      outcomes(),
      answer("end", "The last boat shows again."),
    ],
    { id: "b81e-tools", title: "Show the last boat", titleFrom: "user", cwd: "/home/kim/ferries" },
  );
}

function lookingCalls(): ToolCall[] {
  return [
    {
      ...call("read-1", "View"),
      kind: "read",
      locations: [{ path: "/home/kim/ferries/src/boats.js", line: 12 }],
      input: { path: "/home/kim/ferries/src/boats.js", from: 12 },
      result: resultOf("export function boats() {\n  return rows.filter(isShown);\n}"),
    },
    {
      ...call("search-1", "Grep"),
      kind: "search",
      query: "isShown\\(",
      locations: [{ path: "/home/kim/ferries/src" }],
      input: { pattern: "isShown\\(" },
      result: resultOf("src/boats.js", "src/rows.js"),
    },
    {
      ...call("fetch-1", "Fetch"),
      kind: "fetch",
      url: "https://ferries.example/timetable?day=saturday&all=1",
      query: "When does the last boat leave?",
      input: { url: "https://ferries.example/timetable?day=saturday&all=1" },
      result: resultOf("At 23:10, from the *north* pier."),
    },
    {
      ...call("think-1", "Think"),
      kind: "think",
      input: { thought: "Is the harbour in another time zone?" },
    },
    {
      ...call("other-1", "tides"),
      kind: "other",
      title: "High tide today",
      server: "weather",
      input: { place: "north pier", days: [1, 2], "in metres": true, note: null },
      result: { content: [], output: { high: ["05:12", "17:40"] }, isError: false },
      native: { durationMs: 350 },
    },
  ];
}

function changingCalls(): ToolCall[] {
  return [
    ran("npm test -- boats", "not ok 1 - the last boat\n# fail 1", {
      id: "run-1",
      title: "Run the tests of boats",
      cwd: "/home/kim/ferries/test",
      input: { command: "npm test -- boats", timeout: 60 },
      status: "failed",
      startedAt: "2026-03-01T00:10:00Z",
      completedAt: "2026-03-01T00:10:02.5Z",
      result: {
        content: [said("not ok 1 - the last boat\n# fail 1")],
        output: { stdout: "not ok 1 - the last boat\n# fail 1", stderr: "" },
        isError: true,
        exitCode: 1,
        truncated: true,
        fullOutputPath: "/tmp/run-1.log",
      },
    }),
    { ...call("edit-1", "Edit"), kind: "edit", edits: [update, create], input: { all: false } },
    { ...call("delete-1", "Delete"), kind: "delete", edits: [remove] },
    { ...call("move-1", "Move"), kind: "move", edits: [move] },
    { ...call("patch-1", "Patch"), kind: "edit", rawInput: "*** Begin of a patch\n-old\n+new" },
  ];
}

const update: FileEdit = {
  path: "/home/kim/ferries/src/boats.js",
  kind: "update",
  range: { start: 12, end: 13 },
  hunks: [
    {
      oldStart: 12,
      oldLines: 2,
      newStart: 12,
      newLines: 2,
      lines: ["-  return boat.arrives > boat.leaves;", "+  return minutes(boat) > 0;", " }"],
    },
  ],
  before: "  return boat.arrives > boat.leaves;\n}\n",
  after: "  return minutes(boat) > 0;\n}\n",
};
const create: FileEdit = {
  path: "/home/kim/ferries/src/minutes.js",
  kind: "create",
  after: "export const minutes = () => 55;\n",
};
const remove: FileEdit = {
  path: "/home/kim/ferries/src/old.js",
  kind: "delete",
  before: "export {};\n",
};
const move: FileEdit = {
  path: "/home/kim/ferries/rows.csv",
  kind: "move",
  newPath: "/home/kim/ferries/data/rows.csv",
};

function talkingCalls(): ToolCall[] {
  return [
    {
      ...call("plan-1", "Todos"),
      kind: "plan",
      text: "# Plan\n\nFirst the *test*, then the code.",
      todos: [
        { text: "Write a test", status: "completed" },
        { text: "Count minutes", status: "in-progress" },
        { text: "Tell the harbour", status: "pending" },
        { text: "Rewrite everything", status: "cancelled" },
      ],
    },
    {
      ...call("question-1", "Ask"),
      kind: "question",
      questions: [
        {
          header: "Pier",
          text: "Which piers shall it show?",
          options: [{ label: "North", description: "by the lighthouse" }, { label: "South" }],
          multiple: true,
          answers: ["North", "South"],
        },
        { text: "Anything else?" },
      ],
    },
    {
      ...call("task-1", "Agent"),
      kind: "task",
      task: "Count the boats of a day.",
      subagent: "nobody",
    },
  ];
}

/** A message with a call for each of the outcomes that no other call has. */
function outcomes(): Message {
  return answer(
    "outcomes",
    ...(["user", "rule", "hook"] as const).map(
      (rejectedBy): ToolCall => ({
        ...call(`run-${rejectedBy}`, "Shell"),
        kind: "execute",
        command: "make install",
        status: "rejected",
        rejectedBy,
      }),
    ),
    ...(["pending", "cancelled", "unknown"] as const).map(
      (status): ToolCall => ({
        ...call(`run-${status}`, "Shell"),
        kind: "execute",
        command: "make install",
        status,
      }),
    ),
  );
}

function call(id: string, name: string) {
  return { type: "tool-call", id, name, status: "completed" } as const;
}
