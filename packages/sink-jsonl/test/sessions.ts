import {
  type Json,
  type Message,
  type Session,
  schemaVersion,
  type ToolCall,
} from "@chatexport/core";

const input: Json = { "any key": [1, null, "two"] };
const call = {
  type: "tool-call" as const,
  id: "c1",
  name: "Tool",
  input,
  status: "completed" as const,
};

const calls: ToolCall[] = [
  {
    ...call,
    kind: "execute",
    command: "ls",
    title: "List",
    cwd: "/tmp",
    startedAt: "2026-11-20T10:00:00.000Z",
    completedAt: "2026-11-20T10:00:01.5Z",
    result: {
      content: [
        { type: "text", text: "a\u2028b\ud800\u0000" },
        { type: "file", mediaType: "image/png", data: "AAAA", from: "tool" },
      ],
      output: { stdout: "a" },
      isError: true,
      exitCode: -1,
      truncated: true,
      fullOutputPath: "/tmp/out",
    },
  },
  {
    ...call,
    kind: "edit",
    edits: [
      {
        path: "a.ts",
        kind: "move",
        newPath: "b.ts",
        range: { start: 1, end: 2 },
        hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-a", "+b"] }],
        before: "a",
        after: "b",
      },
    ],
  },
  { ...call, kind: "read", locations: [{ path: "a.ts", line: 3 }] },
  { ...call, kind: "search", query: "x", locations: [{ path: "." }] },
  { ...call, kind: "fetch", url: "https://example.com", query: "what" },
  {
    ...call,
    kind: "plan",
    todos: [{ text: "one", status: "in-progress" }],
    text: "# Plan",
    native: { extra: true },
  },
  {
    ...call,
    kind: "question",
    questions: [
      {
        header: "H",
        text: "Which?",
        options: [{ label: "A", description: "first" }, { label: "B" }],
        multiple: true,
        answers: ["A"],
      },
    ],
  },
  { ...call, kind: "task", subagent: "child", task: "do" },
  { ...call, kind: "other", server: "tracker", rawInput: "*** patch" },
];

const everyPart: Message = {
  native: { "first in the source": 1 },
  parts: [
    { type: "text", text: "hello", synthetic: "context" },
    { type: "reasoning", text: "hm", redacted: true },
    ...calls,
    { type: "tool-result", toolCallId: "lost", result: { content: [], isError: false } },
    {
      type: "file",
      name: "a.txt",
      path: "/a.txt",
      range: { start: 1, end: 2 },
      url: "https://example.com/a.txt",
      text: "a",
      missing: "no longer there",
      from: "selection",
    },
    { type: "edit", edits: [{ path: "a", kind: "delete" }], status: "accepted" },
    { type: "compaction", summary: "s", trigger: "auto", tokensBefore: 2, tokensAfter: 1 },
    { type: "notice", level: "warning", text: "careful", code: "c" },
    { type: "unknown", recordType: "x", native: [{ y: null }] },
  ],
  id: "m2",
  parentId: "m1",
  role: "assistant",
  createdAt: "2026-11-20T10:00:00Z",
  createdAtFrom: "inferred",
  model: "model-a",
  mode: "plan",
  cwd: "/elsewhere",
  usage: {
    inputTokens: 3,
    outputTokens: 2,
    cacheReadTokens: 1,
    cacheWriteTokens: 0,
    reasoningTokens: 1,
    cost: { amount: 0.25, currency: "USD" },
  },
  stopReason: "end_turn",
  copiedFrom: { sessionId: "other", messageId: "m0" },
  synthetic: "context",
  origin: { path: "/store", at: "key:1" },
};

function child(id: string, subagents?: Session[]): Session {
  return {
    schemaVersion,
    id,
    source: "stub",
    format: "stub/memory",
    parent: { sessionId: "parent", relation: "subagent", toolCallId: "c1" },
    messages: [{ id: "only", role: "user", parts: [] }],
    ...(subagents && { subagents }),
    records: { read: 1, kept: 1 },
    origin: {},
  };
}

/** A session with every field of the model, its keys not in the model's order. */
export const everything: Session = {
  native: { tool: "stub" },
  origin: { path: "/store", at: 7 },
  records: { read: 6, kept: 2, skipped: { progress: 1 }, unknown: { x: 2 }, malformed: 1 },
  usage: { inputTokens: 1 },
  attachments: [{ type: "file", name: "plan.md", text: "# Plan", from: "tool" }],
  subagents: [child("a", [child("a/b")]), child("c")],
  branches: [
    {
      id: "b1",
      forkedFrom: "m1",
      reason: "rewind",
      messages: [{ id: "b1", role: "user", parts: [{ type: "text", text: "other" }] }],
    },
    { id: "b2", reason: "orphan", messages: [] },
  ],
  messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "go" }] }, everyPart],
  parent: { sessionId: "before", relation: "continuation" },
  archived: true,
  model: "model-a",
  git: { branch: "main", commit: "abc", remote: "https://example.com/r.git" },
  project: { name: "shop", path: "/shop", uri: "vscode-remote://x/shop", remote: "r" },
  cwd: "/shop",
  updatedAt: "2026-11-20T10:00:02.000Z",
  startedAt: "2026-11-20T10:00:00.000Z",
  titleFrom: "user",
  title: "Everything",
  format: "stub/memory",
  source: "stub",
  id: "parent",
  schemaVersion,
};
