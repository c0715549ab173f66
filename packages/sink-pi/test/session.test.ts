import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Part, type Session, sessions } from "@chatexport/core";
import source from "@chatexport/source-pi";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, onTestFinished, test } from "vitest";
import { testSamples } from "../../../tests/fixtures/tool-samples.js";
import { doneCall, linesIn, renderedBy } from "../../../tests/fixtures/tool-sessions.js";
import pi, { sessionIdOf } from "../src/index.js";

async function rendering(session: Session) {
  const { text, reported } = await renderedBy(pi(), session);
  return { text, lines: linesIn(text), reported };
}

/** The session as the source reads it from a file of pi. */
async function readBack(text: string): Promise<Session | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-pi-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "2026-01-31T10-00-00-000Z_0.jsonl");
  writeFileSync(path, text);
  for await (const { session } of sessions([source({ roots: [path] })])) return session;
  return undefined;
}

testSamples({
  fixtures: join(import.meta.dirname, "../fixtures"),
  keepsBranches: true,
  code: "session-changes",
  render: rendering,
  readBack,
  idOf: sessionIdOf,
});

test.each([
  ["a command", doneCall({ kind: "execute", command: "ls" }), "bash", { command: "ls" }],
  [
    "a read",
    doneCall({ kind: "read", locations: [{ path: "a.ts", line: 3 }] }),
    "read",
    { path: "a.ts", offset: 3 },
  ],
  [
    "an edit by its texts",
    doneCall({
      kind: "edit",
      edits: [{ path: "a.ts", kind: "update", before: "one\n", after: "two\n" }],
    }),
    "edit",
    { path: "a.ts", edits: [{ oldText: "one\n", newText: "two\n" }] },
  ],
  [
    "a new file",
    doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "create", after: "one\n" }] }),
    "write",
    { path: "a.ts", content: "one\n" },
  ],
])("%s of another tool is a call of pi, with its result next", async (_, part, name, input) => {
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const { lines } = await rendering(session);
  const [, , made, result] = lines.map(({ message }) => message);
  expect(made.content).toEqual([
    { type: "toolCall", id: expect.any(String), name, arguments: input },
  ]);
  expect(result).toMatchObject({
    ...{ role: "toolResult", toolCallId: made.content[0].id, toolName: name, isError: false },
    content: [{ type: "text", text: "done" }],
  });
});

test.each([
  ["elsewhere", doneCall({ kind: "execute", command: "ls", cwd: "/tmp" })],
  ["that deletes", doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "delete" }] })],
])("a call %s is text for the model", async (_, part) => {
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const { lines, reported } = await rendering(session);
  expect(lines.at(-2)).toMatchObject({ type: "custom_message", display: true });
  expect(reported[0]?.message).toContain("1 tool call became text");
});

test("a command that a person typed in pi has no arguments, and is a call of pi again", async () => {
  const typed = doneCall({ kind: "execute", name: "bash", command: "ls" });
  const session = sessionOf([{ id: "p", role: "user", parts: [typed] }]);
  const { lines } = await rendering({ ...session, source: "pi" });
  expect(lines[1]?.message.content).toMatchObject([{ name: "bash", arguments: { command: "ls" } }]);
});

test("a call whose arguments the store did not keep tells what is known of it", async () => {
  const asked = doneCall({ kind: "search", query: "needle", locations: [{ path: "src" }] });
  const session = sessionOf([{ id: "m", role: "assistant", parts: [asked] }]);
  const { text } = await rendering(session);
  const words = JSON.stringify({ query: "needle", locations: [{ path: "src" }] });
  expect(text).toContain(JSON.stringify(`Its arguments: ${words}`).slice(1, -1));
});

test("reasoning, a summary, a notice, a title and a branch have places of their own", async () => {
  const parts: Part[] = [{ type: "reasoning", text: "Hm.", signature: "s" }];
  const session: Session = {
    ...sessionOf([
      prompt("p", "Hello."),
      { id: "m", role: "assistant", parts },
      { id: "c", role: "system", parts: [{ type: "compaction", summary: "They greeted." }] },
      { id: "n", role: "system", parts: [{ type: "notice", level: "warning", text: "Slow." }] },
      answer("a", "Go on."),
    ]),
    ...{ title: "Greetings", titleFrom: "generated" },
    branches: [
      { id: "b", forkedFrom: "m", reason: "rewind", messages: [prompt("b1", "No, this.")] },
    ],
  };
  const { lines } = await rendering(session);
  const [, , thought, compaction, notice, last, left, name] = lines;
  expect(thought.message.content).toEqual([{ type: "thinking", thinking: "Hm." }]);
  expect([left.parentId, compaction.parentId]).toEqual([thought.id, thought.id]);
  expect(compaction).toMatchObject({ summary: "They greeted.", firstKeptEntryId: compaction.id });
  expect(notice).toMatchObject({ type: "custom", data: { level: "warning", text: "Slow." } });
  expect(name).toMatchObject({ type: "session_info", name: "Greetings", parentId: last.id });
});
