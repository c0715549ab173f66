import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  contextFor,
  type Diagnostic,
  type Session,
  sessions,
  type ToolCall,
} from "@chatexport/core";
import source from "@chatexport/source-codex";
import { answer, prompt, ran, sampleSessions, sessionOf } from "@chatexport/testkit";
import { expect, onTestFinished, test } from "vitest";
import codex, { type RolloutOptions, threadIdOf } from "../src/index.js";

async function rendering(session: Session, options: RolloutOptions = {}) {
  const reported: Diagnostic[] = [];
  const context = contextFor({ report: (diagnostic) => reported.push(diagnostic) }, {});
  let text = "";
  for await (const piece of codex(options).render(session, {
    ...context,
    asset: async () => undefined,
  }))
    text += String(piece);
  const lines = text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { text, lines, reported };
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

/** The words of people and models on the active branch, without the tool's additions. */
function saidIn({ messages }: Session): string[] {
  return messages.flatMap(({ role, synthetic, parts }) =>
    parts.flatMap((part) => {
      if (part.type !== "text" || role === "system" || part.text.trim() === "") return [];
      // A command such as /review is what its user typed.
      const isSaid = [synthetic, part.synthetic].every((each) => !each || each === "command");
      return isSaid ? `${role}: ${part.text}` : [];
    }),
  );
}

const samples = sampleSessions().map((session) => [session.id, session] as const);

// After a change: npx vitest run packages/sink-codex -u
test.each(samples.filter(([id]) => !/long|empty/.test(id)))(
  "the sample %s is the rollout that is expected",
  async (id, session) => {
    const { text, reported } = await rendering(session);
    const path = join(import.meta.dirname, "../fixtures", `${id}.jsonl`);
    await expect(text).toMatchFileSnapshot(path);
    expect((await rendering(session)).text).toBe(text);
    for (const { code } of reported) expect(code).toBe("rollout-changes");
  },
);

test.each(samples)(
  "the sample %s is read back with all that was said, in order",
  async (_, session) => {
    const { text } = await rendering(session);
    const back = await readBack(text);
    if (saidIn(session).length === 0) return;
    expect(back && saidIn(back)).toEqual(saidIn(session));
    expect(back?.id).toBe(threadIdOf(session));
  },
);

function call(fields: Partial<ToolCall> & Pick<ToolCall, "kind">): ToolCall {
  const result = { content: [{ type: "text", text: "done" }] };
  return {
    type: "tool-call",
    id: "c1",
    name: "x",
    status: "completed",
    result,
    ...fields,
  } as ToolCall;
}

test.each([
  [
    "a command",
    call({ kind: "execute", command: "ls" }),
    { type: "function_call", name: "exec_command", arguments: '{"cmd":"ls"}' },
  ],
  [
    "an edit by its texts",
    call({
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
    call({ kind: "edit", edits: [{ path: "a.ts", kind: "create", after: "one\ntwo\n" }] }),
    {
      type: "custom_tool_call",
      input: "*** Begin Patch\n*** Add File: a.ts\n+one\n+two\n*** End Patch",
    },
  ],
  [
    "a file that goes",
    call({ kind: "edit", edits: [{ path: "a.ts", kind: "delete" }] }),
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
