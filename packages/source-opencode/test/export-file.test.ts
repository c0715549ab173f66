import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Diagnostic, type Session, sessions, tallyAddsUp } from "@chatexport/core";
import { expect, onTestFinished, test } from "vitest";
import opencode from "../src/index.js";

const info = {
  ...{ id: "ses_tide", slug: "tide", projectID: "global", directory: "/home/kim/tide" },
  ...{
    title: "Tides",
    version: "1.18.33",
    time: { created: 1783783320000, updated: 1783783330000 },
  },
};
const ids = { sessionID: "ses_tide", messageID: "msg_2" };
const messages = [
  {
    info: { id: "msg_2", sessionID: "ses_tide", role: "user", time: { created: 1783783320000 } },
    parts: [{ ...ids, id: "prt_2", type: "text", text: "When is low tide?" }],
  },
  {
    info: {
      ...{ id: "msg_1", sessionID: "ses_tide", role: "assistant", parentID: "msg_2" },
      ...{ modelID: "moon", providerID: "sea", time: { created: 1783783330000 } },
    },
    parts: [
      { ...ids, messageID: "msg_1", id: "prt_9", type: "text", text: "At six" },
      { ...ids, messageID: "msg_1", id: "prt_1", type: "text", text: "or at eighteen." },
    ],
  },
];

/** The sessions in a file, and what is reported of it. */
async function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-opencode-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "tide.json");
  writeFileSync(path, text);
  const reported: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void reported.push(diagnostic);
  const found: Session[] = [];
  for await (const { session } of sessions([opencode({ roots: [path] })], { report }))
    if (session) found.push(session);
  return { found, reported, path };
}

test.each([
  ["as OpenCode prints it", JSON.stringify({ info, messages }, null, 2)],
  ["in one line", JSON.stringify({ info, messages })],
])("an export %s is a session, in the order of the file", async (_, text) => {
  const { found, path } = await read(text);
  const [session] = found;
  expect(session).toMatchObject({
    ...{ id: "ses_tide", source: "opencode", format: "opencode/export", title: "Tides" },
    ...{ cwd: "/home/kim/tide", startedAt: "2026-07-11T15:22:00.000Z", model: "moon" },
    origin: { path },
  });
  const texts = session?.messages.flatMap(({ parts }) =>
    parts.map((part) => (part.type === "text" ? part.text : part.type)),
  );
  expect(texts).toEqual(["When is low tide?", "At six", "or at eighteen."]);
  expect(session && tallyAddsUp(session.records)).toBe(true);
  expect(session?.records).toMatchObject({ read: 6, kept: 6 });
});

test("what is no record is told, and costs nothing else", async () => {
  const { found, reported } = await read(JSON.stringify({ info, messages: [7, ...messages] }));
  expect(found[0]?.messages).toHaveLength(2);
  expect(found[0]?.records).toMatchObject({ read: 7, malformed: 1 });
  expect(reported.map(({ code }) => code)).toContain("malformed-row");
});

test.each(["", '{"info":', '{"info":{},"messages":[]}', '{"info":[],"messages":{}}'])(
  "%s is no session",
  async (text) => {
    expect((await read(text)).found).toEqual([]);
  },
);
