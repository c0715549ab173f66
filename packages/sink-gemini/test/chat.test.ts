import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Part, type Session, sessions } from "@chatexport/core";
import source from "@chatexport/source-gemini";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, onTestFinished, test } from "vitest";
import { testSamples } from "../../../tests/fixtures/tool-samples.js";
import { doneCall, linesIn, renderedBy, saidIn } from "../../../tests/fixtures/tool-sessions.js";
import gemini, { sessionIdOf } from "../src/index.js";

async function rendering(session: Session) {
  const { text, reported } = await renderedBy(gemini(), session);
  return { text, lines: linesIn(text), reported };
}

/** The session as the source reads it from a file of Gemini CLI. */
async function readBack(text: string): Promise<Session | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-gemini-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "session-2026-01-31T10-00-0.jsonl");
  writeFileSync(path, text);
  for await (const { session } of sessions([source({ roots: [path] })])) return session;
  return undefined;
}

testSamples({
  fixtures: join(import.meta.dirname, "../fixtures"),
  keepsBranches: true,
  code: "chat-changes",
  render: rendering,
  readBack,
  idOf: sessionIdOf,
});

test.each([
  [
    "a command",
    doneCall({ kind: "execute", command: "ls" }),
    "run_shell_command",
    { command: "ls" },
  ],
  [
    "a command elsewhere",
    doneCall({ kind: "execute", command: "ls", cwd: "/tmp", title: "Lists" }),
    "run_shell_command",
    { command: "ls", dir_path: "/tmp", description: "Lists" },
  ],
  [
    "a read",
    doneCall({ kind: "read", locations: [{ path: "a.ts", line: 3 }] }),
    "read_file",
    { file_path: "a.ts", start_line: 3 },
  ],
  [
    "an edit by its texts",
    doneCall({
      kind: "edit",
      edits: [{ path: "a.ts", kind: "update", before: "one\n", after: "two\n" }],
    }),
    "replace",
    { file_path: "a.ts", old_string: "one\n", new_string: "two\n" },
  ],
  [
    "a new file",
    doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "create", after: "one\n" }] }),
    "write_file",
    { file_path: "a.ts", content: "one\n" },
  ],
  [
    "a page",
    doneCall({ kind: "fetch", url: "https://a.example/", query: "Tides?" }),
    "web_fetch",
    { prompt: "Tides?\nhttps://a.example/" },
  ],
  [
    "a search",
    doneCall({ kind: "fetch", query: "tides" }),
    "google_web_search",
    { query: "tides" },
  ],
])("%s of another tool is a call of Gemini CLI with its result", async (_, part, name, args) => {
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const { lines } = await rendering(session);
  const [made] = lines[2].toolCalls;
  expect(made).toMatchObject({ name, args, status: "success", resultDisplay: "done" });
  const response = { output: "done" };
  expect(made.result).toEqual([{ functionResponse: { id: made.id, name, response } }]);
});

test("a call that deletes is text for the model, which people do not see as a prompt", async () => {
  const part = doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "delete" }] });
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const { lines, reported, text } = await rendering(session);
  expect(lines.at(-1)).toMatchObject({ type: "user", displayContent: [{ text: " " }] });
  expect(reported[0]?.message).toContain("1 tool call became text");
  const back = await readBack(text);
  expect(back?.messages.at(-1)).toMatchObject({ role: "user", synthetic: "context" });
});

test.each(["/review the code", "?", "<session_context> is what?"])(
  "%s is sent to the model, and shown as it was typed",
  async (typed) => {
    const { lines } = await rendering(sessionOf([prompt("p", typed)]));
    const { content, displayContent } = lines.at(-1);
    expect(displayContent).toEqual([{ text: typed }]);
    expect(content).toEqual([{ text: "The user typed:\n" }, { text: typed }]);
  },
);

test("an image that Google's API takes stays one, in a prompt and in a result", async () => {
  const image = { type: "file", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
  const parts: Part[] = [doneCall({ kind: "read", locations: [{ path: "a.png" }] })];
  const session = sessionOf([
    { id: "p", role: "user", parts: [{ ...image, from: "upload" }] },
    { id: "m", role: "assistant", parts },
  ]);
  for (const part of parts)
    if (part.type === "tool-call" && part.result)
      part.result.content = [
        { ...image, from: "tool" },
        { ...image, data: "R0lGOD==", from: "tool" },
      ];
  const { lines, reported } = await rendering(session);
  const inlineData = { mimeType: "image/png", data: image.data };
  expect(lines[1].content).toEqual([{ inlineData }]);
  expect(lines[2].toolCalls[0].result.slice(1)).toEqual([{ inlineData }]);
  expect(reported[0]?.message).toContain("1 file became text");
});

test("a summary begins anew, and a branch is rewound where it left", async () => {
  const session: Session = {
    ...sessionOf([
      prompt("p", "Hello."),
      { id: "m", role: "assistant", parts: [{ type: "reasoning", text: "Hm." }] },
      { id: "c", role: "system", parts: [{ type: "compaction", summary: "They greeted." }] },
      { id: "n", role: "system", parts: [{ type: "notice", level: "warning", text: "Slow." }] },
      answer("a", "Go on."),
    ]),
    ...{ title: "Greetings", titleFrom: "generated" },
    branches: [
      { id: "b", forkedFrom: "m", reason: "rewind", messages: [prompt("b1", "No, this.")] },
      { id: "d", forkedFrom: "b1", reason: "rewind", messages: [prompt("d1", "Or that.")] },
      { id: "e", reason: "edit", messages: [prompt("e1", "Good day.")] },
    ],
  };
  const { lines, text } = await rendering(session);
  const [header, edited, , , thought, left, deeper, back, again, summed, notice] = lines;
  expect(header).toMatchObject({ summary: "Greetings", kind: "main" });
  expect(lines[2]).toEqual({ $rewindTo: edited.id });
  expect(thought.thoughts).toMatchObject([{ description: "Hm." }]);
  expect([back, again]).toEqual([{ $rewindTo: deeper.id }, { $rewindTo: left.id }]);
  expect(summed.$set.messages).toMatchObject([
    { type: "user", content: [{ text: "<state_snapshot>\nThey greeted.\n</state_snapshot>" }] },
    { type: "gemini" },
  ]);
  expect(notice).toMatchObject({ type: "warning", content: "Slow." });
  const read = await readBack(text);
  expect(read?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "system",
    "assistant",
    "system",
    "assistant",
  ]);
  expect(read?.branches?.map(({ forkedFrom }) => forkedFrom)).toEqual([
    undefined,
    left.id,
    thought.id,
  ]);
});

test("branches that leave each other are not lost", async () => {
  const session: Session = {
    ...sessionOf([prompt("p", "Hello.")]),
    branches: [
      { id: "b", forkedFrom: "c1", reason: "rewind", messages: [prompt("b1", "One.")] },
      { id: "c", forkedFrom: "b1", reason: "rewind", messages: [prompt("c1", "Two.")] },
    ],
  };
  const read = await readBack((await rendering(session)).text);
  expect(read?.branches?.flatMap(({ messages }) => saidIn(messages)).sort()).toEqual([
    "user: One.",
    "user: Two.",
  ]);
});

test("an id that begins with a clock becomes another one", () => {
  const id = "019a8e4c-7d20-7c31-9b5e-2f6a4d8c0b17";
  expect(sessionIdOf({ id, source: "codex" })).not.toContain("019a8e4c");
  expect(sessionIdOf({ id, source: "gemini" })).toBe(id);
  const random = "451bccac-0e3d-4cf7-ade0-fa05d3434feb";
  expect(sessionIdOf({ id: random, source: "cursor" })).toBe(random);
});
