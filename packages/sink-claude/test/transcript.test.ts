import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  contextFor,
  type Diagnostic,
  type FilePart,
  type JsonObject,
  type Session,
  type ToolCall,
} from "@chatexport/core";
import { parseSession } from "@chatexport/source-claude/parse-session";
import { describe, expect, test } from "vitest";
import claude, { type TranscriptOptions } from "../src/index.js";

const fixtures = join(import.meta.dirname, "../fixtures");

function sessionIn(name: string): Session {
  return JSON.parse(readFileSync(join(fixtures, name, "session.json"), "utf8"));
}

async function rendering(session: Session, options: TranscriptOptions = {}) {
  const reported: Diagnostic[] = [];
  const context = contextFor({ report: (diagnostic) => reported.push(diagnostic) }, {});
  let text = "";
  const sink = claude(options);
  for await (const piece of sink.render(session, { ...context, asset: async () => undefined }))
    text += String(piece);
  const records = text
    .split("\n")
    .slice(0, -1)
    .map((line): JsonObject => JSON.parse(line));
  return { text, records, reported };
}

/** The words of people and models on the active branch, without the tool's additions. */
function saidIn({ messages }: Session): string[] {
  return messages.flatMap(({ role, synthetic, parts }) =>
    parts.flatMap((part) =>
      part.type === "text" && !part.synthetic && !synthetic && role !== "system" && part.text.trim()
        ? `${role}: ${part.text}`
        : [],
    ),
  );
}

describe.each(readdirSync(fixtures))("the session %s", (name) => {
  const session = sessionIn(name);

  test("becomes the transcript that is expected", async () => {
    const { records, reported } = await rendering(session);
    await expect(`${JSON.stringify({ records, reported }, null, 2)}\n`).toMatchFileSnapshot(
      join(fixtures, name, "expected.json"),
    );
  });

  test("is read back with all that was said, in order", async () => {
    const { text } = await rendering(session);
    const back = parseSession(text);
    expect(saidIn(back)).toEqual(saidIn(session));
    expect(back.records.malformed ?? 0).toBe(0);
    expect(back.records.unknown).toBeUndefined();
    expect(back.records.unknownFields).toBeUndefined();
  });

  test("is a chain of records, each with an id of its own", async () => {
    const { records } = await rendering(session);
    const chained = records.filter((record) => "uuid" in record);
    expect(new Set(chained.map(({ uuid }) => uuid)).size).toBe(chained.length);
    const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
    let before: unknown = null;
    for (const record of chained) {
      expect(record.uuid).toMatch(uuid);
      expect(record.sessionId).toMatch(uuid);
      expect(record.logicalParentUuid ?? record.parentUuid).toBe(before);
      before = record.uuid;
    }
  });
});

test("a call without a result gets one that says so, and one of a sub-agent its last answer", async () => {
  const { text } = await rendering(sessionIn("calls"));
  const calls = parseSession(text).messages.flatMap(({ parts }) =>
    parts.filter((part) => part.type === "tool-call"),
  );
  const result = (command: string) => {
    const call = calls.find((each) => each.kind === "execute" && each.command === command);
    return call?.result?.content;
  };
  expect(result("sleep 9")).toEqual([
    { type: "text", text: "The call was cancelled. No result of this call was recorded." },
  ]);
  expect(result("npm test")).toEqual([{ type: "text", text: "1 test failed" }]);
  const agent = calls.find(({ name }) => name === "Agent");
  expect(agent?.result?.content).toEqual([{ type: "text", text: "All are lit." }]);
});

test("a call that was refused says so, also where its result is empty", async () => {
  const call: ToolCall = {
    ...{ type: "tool-call", id: "push", name: "Shell", kind: "execute", command: "git push" },
    ...{ status: "rejected", result: { content: [], isError: false } },
  };
  const messages: Session["messages"] = [
    { id: "p", role: "user", parts: [{ type: "text", text: "Push it." }] },
    { id: "a", role: "assistant", parts: [call] },
  ];
  const { text } = await rendering({ ...sessionIn("files"), messages });
  expect(text).toContain(
    '"content":"The call was rejected. The tool gave nothing back.","is_error":true',
  );
});

test("reasoning of others becomes text when that is asked for", async () => {
  const { text, reported } = await rendering(sessionIn("conversation"), { reasoning: "text" });
  expect(text).toContain("[Reasoning]\\nThe table knows.");
  expect(text).not.toContain('"type":"thinking"');
  expect(reported[0]?.message).toContain("1 piece of reasoning became text");
});

test.each([
  ["too large", `iVBORw0KGgo${"A".repeat(5 * 1024 * 1024)}`],
  ["cut off in the middle", "iVBORw0KGgo…"],
  ["of another kind", "Qk0="],
])("an image that is %s for the API becomes text", async (_, data) => {
  const file: FilePart = { type: "file", from: "upload", name: "sea.png", data };
  const messages: Session["messages"] = [{ id: "p", role: "user", parts: [file] }];
  const { text, reported } = await rendering({ ...sessionIn("files"), messages });
  expect(text).toContain("[file sea.png]");
  expect(text.length).toBeLessThan(2000);
  expect(reported[0]?.message).toContain("1 file became text");
});

test("a conversation that begins with an answer begins with a note", async () => {
  const messages: Session["messages"] = [
    { id: "n", role: "system", parts: [{ type: "notice", level: "info", text: "Warm." }] },
    { id: "a", role: "assistant", parts: [{ type: "text", text: "Hello." }] },
  ];
  const { records } = await rendering({ ...sessionIn("files"), messages });
  expect(records.map(({ type }) => type)).toEqual(["system", "user", "assistant"]);
  expect(records[1]).toMatchObject({
    isMeta: true,
    message: { content: "What was asked before was not recorded." },
  });
});

test("half a character does not reach the API", async () => {
  const messages: Session["messages"] = [
    { id: "p", role: "user", parts: [{ type: "text", text: "a \ud83d b" }] },
  ];
  const { records } = await rendering({ ...sessionIn("files"), messages });
  expect(records[0]?.message).toEqual({ role: "user", content: "a \ufffd b" });
});

test("a command of the user is theirs, and the last prompt names the session", async () => {
  const messages: Session["messages"] = [
    { id: "c", role: "user", parts: [{ type: "text", text: "/init", synthetic: "command" }] },
    { id: "a", role: "assistant", parts: [{ type: "text", text: "Done." }] },
    { id: "p", role: "user", parts: [{ type: "text", text: `Thanks. ${"Really! ".repeat(99)}` }] },
  ];
  const { records } = await rendering({ ...sessionIn("files"), messages });
  expect(records[0]).not.toHaveProperty("isMeta");
  expect(records[0]?.message).toEqual({ role: "user", content: "/init" });
  const last = records.at(-1);
  expect(last).toMatchObject({ type: "last-prompt", leafUuid: records.at(-2)?.uuid });
  expect(last?.lastPrompt).toMatch(/^Thanks\. .{192}$/);
});

test("an unknown option is refused", () => {
  expect(() => claude({ reasoning: "some" as never })).toThrow(TypeError);
});
