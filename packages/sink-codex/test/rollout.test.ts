import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Session, sessions } from "@chatexport/core";
import source from "@chatexport/source-codex";
import { answer, prompt, ran, sessionOf } from "@chatexport/testkit";
import { expect, onTestFinished, test } from "vitest";
import { testSamples } from "../../../tests/fixtures/tool-samples.js";
import { doneCall, linesIn, renderedBy } from "../../../tests/fixtures/tool-sessions.js";
import codex, { type RolloutOptions, threadIdOf } from "../src/index.js";

async function rendering(session: Session, options: RolloutOptions = {}) {
  const { text, reported } = await renderedBy(codex(options), session);
  return { text, lines: linesIn(text), reported };
}

/** The session as the source reads it from a rollout. */
async function readBack(text: string): Promise<Session | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-rollout-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "rollout-2026-01-31T10-00-00-0.jsonl");
  writeFileSync(path, text);
  for await (const { session } of sessions([source({ roots: [path] })])) return session;
  return undefined;
}

testSamples({
  fixtures: join(import.meta.dirname, "../fixtures"),
  code: "rollout-changes",
  render: rendering,
  readBack,
  idOf: threadIdOf,
});

test.each([
  [
    "a command",
    doneCall({ kind: "execute", command: "ls" }),
    { type: "function_call", name: "exec_command", arguments: '{"cmd":"ls"}' },
  ],
  [
    "an edit by its texts",
    doneCall({
      kind: "edit",
      edits: [{ path: "a.ts", kind: "update", before: "one\n", after: "two\n" }],
    }),
    {
      type: "custom_tool_call",
      name: "apply_patch",
      input: "*** Begin Patch\n*** Update File: a.ts\n@@\n-one\n+two\n*** End Patch",
    },
  ],
  [
    "a new file",
    doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "create", after: "one\ntwo\n" }] }),
    {
      type: "custom_tool_call",
      input: "*** Begin Patch\n*** Add File: a.ts\n+one\n+two\n*** End Patch",
    },
  ],
  [
    "a file that goes",
    doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "delete" }] }),
    { type: "custom_tool_call", input: "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch" },
  ],
])("%s of another tool is a call of Codex, with its output next", async (_, part, expected) => {
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const { lines } = await rendering(session);
  const items = lines.flatMap(({ type, payload }) => (type === "response_item" ? [payload] : []));
  expect(items[1]).toMatchObject(expected);
  expect(items[2]).toMatchObject({ call_id: items[1].call_id, output: "done" });
  expect(items[2].type).toBe(`${items[1].type}_output`);
});

test("a summary takes the place of what was before", async () => {
  const compaction = { type: "compaction", summary: "They greeted." } as const;
  const session = sessionOf([
    prompt("p", "Hello."),
    { id: "c", role: "system", parts: [compaction] },
    answer("a", "Go on."),
  ]);
  const { lines } = await rendering(session);
  const { payload } = lines.find(({ type }) => type === "compacted");
  expect(payload.message).toBe("They greeted.");
  expect(payload.replacement_history).toEqual([
    { type: "message", role: "user", content: [{ type: "input_text", text: "They greeted." }] },
  ]);
});

test("a compaction without a summary and a document are counted", async () => {
  const compaction = { type: "compaction" } as const;
  const document = {
    type: "file",
    from: "upload",
    path: "plan.pdf",
    data: "JVBERi0xLjQK",
  } as const;
  const session = sessionOf([
    { ...prompt("p", "Read it."), parts: [{ type: "text", text: "Read it." }, document] },
    { id: "c", role: "system", parts: [compaction] },
  ]);
  const { lines, reported } = await rendering(session);
  expect(lines.map(({ type }) => type)).not.toContain("compacted");
  expect(reported.map(({ message }) => message)).toEqual([
    "A rollout of Codex has no place for all of it: 1 compaction without a summary was left out, 1 file became text.",
  ]);
});

test("times never go back, and are there where the session has none", async () => {
  const messages = [prompt("p", "One"), answer("a", "Two")].map((message, index) => ({
    ...message,
    createdAt: `2026-01-3${1 - index}T10:00:00.000Z`,
  }));
  const { lines } = await rendering(sessionOf(messages));
  const times = lines.map(({ timestamp }) => timestamp);
  expect(times).toEqual([...times].sort());
  const { createdAt: _, ...timeless } = prompt("p", "One");
  const { startedAt: __, updatedAt: ___, ...session } = sessionOf([timeless]);
  expect((await rendering(session)).lines[0].timestamp).toBe("1970-01-01T00:00:00.000Z");
});

test("reasoning is left out and counted, or a part of the answer", async () => {
  const thought = { type: "reasoning", text: "Hm.", signature: "s" } as const;
  const session = sessionOf([
    prompt("p", "Why?"),
    { id: "m", role: "assistant", parts: [thought, ran("ls", "a.ts")] },
  ]);
  const { text, reported } = await rendering(session);
  expect(text).not.toContain("Hm.");
  expect(reported[0]?.message).toContain("1 piece of reasoning was left out");
  expect((await rendering(session, { reasoning: "text" })).text).toContain("[Reasoning]\\nHm.");
  expect(() => codex({ reasoning: "all" as never })).toThrow(TypeError);
});
