import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Part, type Session, sessions } from "@chatexport/core";
import source from "@chatexport/source-opencode";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, onTestFinished, test } from "vitest";
import { testSamples } from "../../../tests/fixtures/tool-samples.js";
import { doneCall, renderedBy } from "../../../tests/fixtures/tool-sessions.js";
import opencode, { sessionIdOf } from "../src/index.js";

async function rendering(session: Session) {
  const { text, reported } = await renderedBy(opencode(), session);
  return { text, document: JSON.parse(text), reported };
}

/** The session as the source reads it from files of OpenCode, which hold the same as its import. */
async function readBack(text: string): Promise<Session | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-opencode-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, content: object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  };
  const { info, messages } = JSON.parse(text);
  write(`session/global/${info.id}.json`, info);
  for (const message of messages) {
    write(`message/${info.id}/${message.info.id}.json`, message.info);
    for (const part of message.parts) write(`part/${message.info.id}/${part.id}.json`, part);
  }
  for await (const { session } of sessions([source({ roots: [folder] })])) return session;
  return undefined;
}

testSamples({
  fixtures: join(import.meta.dirname, "../fixtures"),
  extension: "json",
  code: "import-changes",
  render: rendering,
  readBack,
  idOf: sessionIdOf,
});

test.each([
  ["a command", doneCall({ kind: "execute", command: "ls" }), "bash", { command: "ls" }],
  [
    "a command elsewhere",
    doneCall({ kind: "execute", command: "ls", cwd: "/tmp", title: "Lists" }),
    "bash",
    { command: "ls", workdir: "/tmp", description: "Lists" },
  ],
  [
    "a read",
    doneCall({ kind: "read", locations: [{ path: "a.ts", line: 3 }] }),
    "read",
    { filePath: "a.ts", offset: 3 },
  ],
  [
    "an edit by its texts",
    doneCall({
      kind: "edit",
      edits: [{ path: "a.ts", kind: "update", before: "one\n", after: "two\n" }],
    }),
    "edit",
    { filePath: "a.ts", oldString: "one\n", newString: "two\n" },
  ],
  [
    "a new file",
    doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "create", after: "one\n" }] }),
    "write",
    { filePath: "a.ts", content: "one\n" },
  ],
  [
    "a page",
    doneCall({ kind: "fetch", url: "https://a.example/" }),
    "webfetch",
    { url: "https://a.example/" },
  ],
])("%s of another tool is a call of OpenCode with its result", async (_, part, tool, input) => {
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const { document } = await rendering(session);
  const [{ parts }] = document.messages.slice(1);
  const state = { status: "completed", input, output: "done" };
  expect(parts).toMatchObject([{ type: "tool", tool, callID: "c1", state }]);
});

test("a call that failed has its error, and one that deletes is text for the model alone", async () => {
  const result = { content: [{ type: "text" as const, text: "no" }], isError: true };
  const deletion = doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "delete" }] });
  const session = sessionOf([
    prompt("p", "Do it."),
    {
      ...{ id: "m", role: "assistant" },
      parts: [doneCall({ kind: "execute", command: "ls", status: "failed", result }), deletion],
    },
  ]);
  const { document, reported } = await rendering(session);
  const [, failed, told] = document.messages;
  expect(failed.parts[0].state).toMatchObject({ status: "error", error: "no" });
  expect(told.info.role).toBe("user");
  expect(told.parts[0]).toMatchObject({ type: "text", synthetic: true });
  expect(reported[0]?.message).toContain("1 tool call became text");
});

test("ids ascend, before all of OpenCode's own, and times never go back", async () => {
  const session = sessionOf([
    { ...prompt("p", "Hello."), createdAt: "2026-03-01T10:00:00.000Z" },
    { ...answer("a", "Yes."), createdAt: "2026-03-01T09:00:00.000Z" },
    prompt("q", "And?"),
  ]);
  const { document } = await rendering(session);
  const infos = document.messages.map(({ info }: { info: unknown }) => info);
  const ids: string[] = infos.map(({ id }: { id: string }) => id);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => id < "msg_000001")).toBe(true);
  const times = infos.map(({ time }: { time: { created: number } }) => time.created);
  expect(times).toEqual([1772359200000, 1772359200000, 1772359200000]);
  expect(infos[1].parentID).toBe(ids[0]);
});

test("an answer to nothing, a summary and notices have places of their own", async () => {
  const parts: Part[] = [{ type: "reasoning", text: "Hm." }];
  const session: Session = {
    ...sessionOf([
      { id: "m", role: "assistant", parts },
      { id: "c", role: "system", parts: [{ type: "compaction", summary: "They greeted." }] },
      { id: "n", role: "system", parts: [{ type: "notice", level: "warning", text: "Slow." }] },
      { id: "e", role: "system", parts: [{ type: "notice", level: "error", text: "Over." }] },
      answer("a", "Go on."),
    ]),
    ...{ title: "Greetings", titleFrom: "generated" },
  };
  const { document, text } = await rendering(session);
  expect(document.info.title).toBe("Greetings");
  const [start, thought, asked, summary, slow, over] = document.messages;
  expect(start.parts).toMatchObject([{ synthetic: true }]);
  expect(thought.parts).toMatchObject([{ type: "reasoning", text: "Hm." }]);
  expect(asked.parts).toMatchObject([{ type: "compaction", auto: false }]);
  expect(summary.info).toMatchObject({ summary: true, finish: "stop", parentID: asked.info.id });
  expect(slow.parts).toMatchObject([{ type: "retry", error: { data: { message: "Slow." } } }]);
  expect(over.info.error).toMatchObject({ data: { message: "Over." } });
  const back = await readBack(text);
  const read = back?.messages.flatMap((message) => message.parts) ?? [];
  expect(read).toContainEqual(
    expect.objectContaining({ type: "compaction", summary: "They greeted." }),
  );
  expect(read.filter(({ type }) => type === "notice")).toHaveLength(2);
});

test("a session of OpenCode becomes another one, so that an import adds nothing to it", () => {
  const id = "ses_dfb9d2fcdffe1kByoWl2gXTQHK";
  const stored = { source: "opencode", format: "opencode/sqlite" };
  const other = sessionIdOf({ id, ...stored });
  expect(other).toMatch(/^ses_[\da-f]{26}$/);
  expect(sessionIdOf({ id: other, ...stored })).not.toBe(other);
  expect(sessionIdOf({ ...stored, id: other, format: "opencode/export" })).toBe(other);
  expect(sessionIdOf({ id: other, source: "cursor", format: "cursor/bubbles" })).toBe(other);
});
