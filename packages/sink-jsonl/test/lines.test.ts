import { readFileSync } from "node:fs";
import type { Message, Session } from "@chatexport/core";
import { sampleSessions } from "@chatexport/testkit";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import jsonl from "../src/index.js";
import { everything } from "./sessions.js";

const schema = JSON.parse(readFileSync(new URL("../schema.json", import.meta.url), "utf8"));
const isLine = new Ajv2020({ allowUnionTypes: true }).compile(schema);

type Line =
  | { type: "session"; depth?: number; session: Session }
  | { type: "message"; branch?: string; message: Message }
  | { type: "end"; messages: number };

async function linesOf(session: Session): Promise<string[]> {
  const context = { report: () => {}, signal: new AbortController().signal };
  const pieces: Uint8Array[] = [];
  for await (const piece of jsonl().render(session, { ...context, asset: async () => undefined }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces)
    .toString()
    .split(/(?<=\n)/);
}

/** Puts a session together again as docs/model.md says, from its own lines to its end. */
function sessionFrom(lines: Line[]): Session {
  const open: Session[] = [];
  for (const line of lines) {
    const current = open.at(-1);
    if (line.type === "session") {
      const branches = line.session.branches?.map((branch) => ({ ...branch, messages: [] }));
      open.push({ ...line.session, messages: [], ...(branches && { branches }) });
    }
    if (line.type === "message") {
      const branch = current?.branches?.find(({ id }) => id === line.branch);
      (branch ?? current)?.messages.push(line.message);
    }
    if (line.type === "end" && open.length > 1) {
      const done = open.pop();
      const parent = open.at(-1);
      if (parent && done) parent.subagents = [...(parent.subagents ?? []), done];
    }
  }
  const [session] = open;
  if (!session) throw new Error("no session line");
  return session;
}

const sessions = [everything, ...sampleSessions()].map((session) => ({ session }));

test.each(sessions)("nothing of $session.title is lost", async ({ session }) => {
  const lines = (await linesOf(session)).map((line): Line => JSON.parse(line));
  expect(sessionFrom(lines)).toEqual(JSON.parse(JSON.stringify(session)));
});

test.each(sessions)(
  "each line of $session.title is as the published schema says",
  async ({ session }) => {
    for (const line of await linesOf(session)) {
      isLine(JSON.parse(line));
      expect(isLine.errors, line.slice(0, 200)).toBeNull();
    }
  },
);

test("the schema refuses what is not in the model", () => {
  const line = { type: "message", message: { id: "m", role: "robot", parts: [] } };
  expect(isLine(line)).toBe(false);
  expect(isLine({ type: "end", messages: -1 })).toBe(false);
});

test("lines come in the order header, messages, branches, sub-agents, end", async () => {
  const lines = (await linesOf(everything)).map((line): Line => JSON.parse(line));
  const shown = lines.map((line) => {
    if (line.type === "session") return `session ${line.session.id} ${line.depth ?? 0}`;
    if (line.type === "message") return `message ${line.message.id} ${line.branch ?? ""}`.trim();
    return `end ${line.messages}`;
  });
  expect(shown).toEqual([
    "session parent 0",
    "message m1",
    "message m2",
    "message b1 b1",
    "session a 1",
    "message only",
    "session a/b 2",
    "message only",
    "end 1",
    "end 1",
    "session c 1",
    "message only",
    "end 1",
    "end 3",
  ]);
});

test("the order of keys does not depend on the source", async () => {
  const [header, , message] = await linesOf(everything);
  expect(header).toMatch(
    /^\{"type":"session","schemaVersion":1,"session":\{"schemaVersion":1,"id":/,
  );
  expect(message).toMatch(/^\{"type":"message","message":\{"id":"m2","parentId":"m1","role":/);
  expect(message?.endsWith('"native":{"first in the source":1}}}\n')).toBe(true);
});

test("each line is one line, whatever the texts hold", async () => {
  for (const line of await linesOf(everything)) expect(line.indexOf("\n")).toBe(line.length - 1);
});
