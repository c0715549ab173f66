import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Part, type Session, sessions } from "@chatexport/core";
import source from "@chatexport/source-copilot";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, onTestFinished, test } from "vitest";
import { testSamples } from "../../../tests/fixtures/tool-samples.js";
import { doneCall, linesIn, renderedBy } from "../../../tests/fixtures/tool-sessions.js";
import copilot, { sessionIdOf, workspaceText } from "../src/index.js";

async function rendering(session: Session) {
  const { text, reported } = await renderedBy(copilot(), session);
  return { text, lines: linesIn(text), reported };
}

/** The session as the source reads it from the store of Copilot CLI. */
async function readBack(session: Session, text: string): Promise<Session | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-copilot-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "events.jsonl"), text);
  writeFileSync(
    join(folder, "workspace.yaml"),
    workspaceText({ ...session, id: sessionIdOf(session) }),
  );
  for await (const { session } of sessions([source({ roots: [folder] })])) return session;
  return undefined;
}

testSamples({
  fixtures: join(import.meta.dirname, "../fixtures"),
  code: "event-changes",
  render: rendering,
  readBack: (text, session) => readBack(session, text),
  idOf: sessionIdOf,
});

test.each([
  [
    "a command",
    doneCall({ kind: "execute", command: "ls", title: "List" }),
    "bash",
    { command: "ls", description: "List" },
  ],
  [
    "a read",
    doneCall({ kind: "read", locations: [{ path: "a.ts", line: 3 }] }),
    "view",
    { path: "a.ts", view_range: [3, -1] },
  ],
  [
    "an edit by its texts",
    doneCall({
      kind: "edit",
      edits: [{ path: "a.ts", kind: "update", before: "one\n", after: "two\n" }],
    }),
    "edit",
    { path: "a.ts", old_str: "one\n", new_str: "two\n" },
  ],
  [
    "a new file",
    doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "create", after: "one\n" }] }),
    "create",
    { path: "a.ts", file_text: "one\n" },
  ],
  [
    "a page",
    doneCall({ kind: "fetch", url: "https://shop.example/" }),
    "web_fetch",
    { url: "https://shop.example/" },
  ],
])("%s of another tool is a call of Copilot CLI, with its result", async (_, part, name, input) => {
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const [, , made, start, end] = (await rendering(session)).lines.map(({ data }) => data);
  const { toolCallId } = made.toolRequests[0];
  expect(made.toolRequests).toEqual([{ toolCallId, name, arguments: input, type: "function" }]);
  expect(start).toEqual({ toolCallId, toolName: name, arguments: input });
  expect(end).toEqual({ toolCallId, success: true, result: { content: "done" } });
});

test.each([
  ["elsewhere", doneCall({ kind: "execute", command: "ls", cwd: "/tmp" })],
  ["that deletes", doneCall({ kind: "edit", edits: [{ path: "a.ts", kind: "delete" }] })],
])("a call %s is text for the model", async (_, part) => {
  const session = sessionOf([prompt("p", "Do it."), { id: "m", role: "assistant", parts: [part] }]);
  const { lines, reported } = await rendering(session);
  expect(lines.at(-1)).toMatchObject({ type: "user.message", data: { source: "system" } });
  expect(reported[0]?.message).toContain("1 tool call became text");
});

test("reasoning, a failed call, a summary and a notice have places of their own", async () => {
  const failed = doneCall({
    ...{ kind: "execute", command: "ls", status: "failed" },
    result: { content: [{ type: "text", text: "no" }], isError: true },
  });
  const parts: Part[] = [{ type: "reasoning", text: "Hm.", signature: "s" }, failed];
  const { lines } = await rendering(
    sessionOf([
      prompt("p", "Hello."),
      { id: "m", role: "assistant", parts },
      { id: "c", role: "system", parts: [{ type: "compaction", summary: "They greeted." }] },
      { id: "n", role: "system", parts: [{ type: "notice", level: "warning", text: "Slow." }] },
      answer("a", "Go on."),
    ]),
  );
  const [, , thought, , end, compaction, notice] = lines.map(({ data }) => data);
  expect(thought.reasoningText).toBe("Hm.");
  expect(end).toMatchObject({ success: false, error: { message: "no" } });
  expect(compaction).toEqual({ success: true, summaryContent: "They greeted." });
  expect(notice).toEqual({ warningType: "notification", message: "Slow." });
  const ids = lines.map(({ id }) => id);
  expect(lines.map(({ parentId }) => parentId)).toEqual([null, ...ids.slice(0, -1)]);
});

test("an image that a tool gave back follows the results: the client sends no other one again", async () => {
  const image: Part = { type: "file", mediaType: "image/png", data: "iVBORw0KGgo=", from: "tool" };
  const part = doneCall({
    ...{ kind: "read", locations: [{ path: "a.png" }] },
    result: { content: [image], isError: false },
  });
  const session = sessionOf([prompt("p", "Look."), { id: "m", role: "assistant", parts: [part] }]);
  const { lines } = await rendering(session);
  expect(lines.at(-2).data.result).toEqual({ content: "An image, which follows." });
  expect(lines.at(-1).data).toMatchObject({
    attachments: [{ type: "blob", mimeType: "image/png", data: "iVBORw0KGgo=" }],
    source: "system",
  });
});

test("the title stands beside the events, and says who gave it", async () => {
  const session: Session = {
    ...sessionOf([prompt("p", "Hello.")]),
    ...{ cwd: "/work/a: b", title: 'Say "hello"', titleFrom: "user" },
  };
  const back = await readBack(session, (await rendering(session)).text);
  expect(back).toMatchObject({ cwd: "/work/a: b", title: 'Say "hello"', titleFrom: "user" });
});
