import type { Session } from "@chatexport/core";
import { sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import redactor from "../src/index.js";
import { random } from "./secrets.js";
import { call, masked, sessionWith } from "./session.js";

const token = `gh${"p"}_${random(36)}`;
const mask = "[redacted: github-token]";
const context = { report() {}, signal: new AbortController().signal };

/** A session with every field of the model; each string that may be free text is a secret. */
function fullSession(id: string, text: string): Session {
  const origin = { path: text, at: id };
  const edit = {
    path: text,
    kind: "move" as const,
    newPath: text,
    range: { start: 1, end: 2 },
    hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${text}`] }],
    before: text,
    after: text,
  };
  const usage = { inputTokens: 1, cost: { amount: 1, currency: text } };
  const result = {
    content: [{ type: "text" as const, text }],
    output: { [text]: [text, 1, null, true] },
    isError: false,
    exitCode: 0,
    truncated: true,
    fullOutputPath: text,
    native: { [text]: text },
  };
  const native = { [text]: [text] };
  const citation = { url: text, title: text, text, native };
  const base = {
    id,
    name: text,
    title: text,
    cwd: text,
    server: text,
    input: { [text]: text },
    rawInput: text,
    status: "completed" as const,
    startedAt: id,
    completedAt: id,
    result,
    native: { list: [[text]] },
  };
  const file = {
    type: "file" as const,
    mediaType: text,
    name: text,
    path: text,
    range: { start: 1 },
    url: text,
    data: id,
    text,
    missing: text,
    from: "tool" as const,
    native,
  };
  const question = {
    header: text,
    text,
    options: [{ label: text, description: text }],
    multiple: true,
    answers: [text],
  };
  const message = {
    id,
    parentId: id,
    role: "assistant" as const,
    createdAt: id,
    completedAt: id,
    model: text,
    provider: text,
    effort: text,
    responseId: id,
    toolVersion: text,
    fragments: [{ id, createdAt: id }],
    mode: text,
    cwd: text,
    usage,
    stopReason: text,
    copiedFrom: { sessionId: id, messageId: id },
    synthetic: "hook" as const,
    origin,
    native: { [text]: { deep: text } },
  };
  const locations = [{ path: text, line: 1 }];
  return {
    schemaVersion: 1,
    id,
    source: id,
    format: text,
    title: text,
    titleFrom: "user",
    startedAt: id,
    updatedAt: id,
    cwd: text,
    project: { name: text, path: text, uri: text, remote: text },
    git: { branch: text, commit: id, remote: text },
    model: text,
    toolVersion: text,
    archived: true,
    parent: { sessionId: id, relation: "fork", toolCallId: id },
    purpose: "warm-up",
    messages: [
      {
        ...message,
        parts: [
          { type: "text", text, synthetic: "hook", citations: [citation], native },
          { type: "reasoning", text, redacted: true, encrypted: id, signature: id, native },
          { type: "tool-call", kind: "execute", command: text, ...base },
          { type: "tool-call", kind: "edit", edits: [edit], ...base },
          { type: "tool-call", kind: "read", locations, ...base },
          { type: "tool-call", kind: "search", query: text, locations, ...base },
          { type: "tool-call", kind: "fetch", url: text, query: text, ...base },
          { type: "tool-call", kind: "plan", todos: [{ text, status: "pending" }], text, ...base },
          { type: "tool-call", kind: "question", questions: [question], ...base },
          { type: "tool-call", kind: "task", subagent: id, task: text, ...base },
          { type: "tool-result", toolCallId: id, result, native },
          file,
          { type: "edit", edits: [edit], status: "accepted", native },
          { type: "compaction", summary: text, trigger: "auto", tokensBefore: 2, native },
          { type: "notice", level: "info", text, code: text, native },
          { type: "unknown", recordType: text, native: text },
        ],
      },
    ],
    branches: [{ id, forkedFrom: id, reason: "edit", messages: [{ ...message, parts: [] }] }],
    attachments: [file],
    usage,
    records: {
      read: 1,
      kept: 0,
      skipped: {},
      unknown: { [text]: 1 },
      unknownFields: { [text]: 1 },
    },
    origin,
    native: { [text]: text },
  };
}

function family(id: string, text: string): Session {
  return { ...fullSession(id, text), subagents: [fullSession(id, text)] };
}

test("masks all text and leaves ids, words of fixed sets, times and base64", async () => {
  const other = `gh${"o"}_${random(37)}`;
  expect(await masked(family(other, token))).toEqual(family(other, mask));
});

test("a field that the model does not have is masked, too", async () => {
  const session = { ...sessionOf([]), later: { note: token } };
  expect(await masked(session)).toEqual({ ...session, later: { note: mask } });
  const part = { type: "later", note: token };
  expect(await masked(sessionWith(part as never))).toEqual(
    sessionWith({ type: "later", note: mask } as never),
  );
});

test("a session without secrets is returned as it is", async () => {
  const session = family("id", "nothing to hide");
  expect(await masked(session)).toBe(session);
});

test("what does not change is shared", async () => {
  const session = sessionOf([
    { id: "1", role: "user", parts: [{ type: "text", text: token }] },
    { id: "2", role: "user", parts: [{ type: "text", text: "nothing" }] },
  ]);
  const before = structuredClone(session);
  const result = await masked(session);
  expect(session).toEqual(before);
  expect(result.messages[0]).not.toBe(session.messages[0]);
  expect(result.messages[1]).toBe(session.messages[1]);
  expect(result.records).toBe(session.records);
});

test("keys that are the same when masked stay apart", async () => {
  const input = { [token]: 1, [`${token.slice(0, -1)}x`]: 2, plain: 3 };
  const result = await masked(sessionWith(call({ input })));
  expect(result).toEqual(sessionWith(call({ input: { [mask]: 1, [`${mask} (2)`]: 2, plain: 3 } })));
  expect(await masked(result)).toBe(result);
});

test("a key named __proto__ stays a key", async () => {
  const input = JSON.parse(`{"__proto__": {"a": "${token}"}, "${token}": 1}`);
  const result = await masked(sessionWith(call({ input })));
  expect(JSON.stringify(result)).toContain(`{"__proto__":{"a":"${mask}"},"${mask}":1}`);
});

test("counts distinct secrets and places, over all sessions", async () => {
  const { session, texts, counts } = redactor();
  expect(counts()).toEqual([]);
  await texts([token, "nothing"]);
  await session(sessionWith({ type: "text", text: `${token} ${token}` }), context);
  await session(sessionWith({ type: "text", text: `password: "hunter2"` }), context);
  await session(sessionWith({ type: "text", text: `${token.slice(0, -1)}x` }), context);
  expect(counts()).toEqual([
    { rule: "github-token", secrets: 2, places: 3 },
    { rule: "password", secrets: 1, places: 1 },
  ]);
});

test("a session of 100,000 strings", async () => {
  const parts = Array.from({ length: 100_000 }, (_, at) => ({
    type: "text" as const,
    text: at % 1000 === 0 ? `${at} ${token}` : `${at} Lorem ipsum dolor sit amet`,
  }));
  const { session, counts } = redactor();
  const result = await session(sessionWith(...parts), context);
  expect(counts()).toEqual([{ rule: "github-token", secrets: 1, places: 100 }]);
  expect(result.messages[0]?.parts[5000]).toEqual({ type: "text", text: `5000 ${mask}` });
});

test("texts are masked with what sessions gave away before, sessions are not", async () => {
  const { session, texts } = redactor();
  const secret = "h0rse_battery.42";
  const folder = "-home-h0rse-battery-42";
  await session(sessionWith({ type: "text", text: `password: "${secret}"` }), context);
  expect(await texts([secret, folder])).toEqual([
    "[redacted: password]",
    "-home-[redacted: password]",
  ]);
  const other = sessionWith({ type: "text", text: secret });
  expect(await session(other, context)).toBe(other);
});
