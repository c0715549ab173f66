import { contextFor, type JsonObject, type Session } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import claude from "@chatexport/sink-claude";
import codex from "@chatexport/sink-codex";
import { hostileStrings, sampleSessions } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { compareCalls, textsOf } from "../../agents/claude/given-back.mjs";
import { messageFaults } from "../../agents/mock/messages-rules.mjs";
import { inputFaults } from "../../agents/mock/responses-rules.mjs";
import { compare } from "../../agents/resume.mjs";

/** The messages that a client makes of a transcript: what follows the last compaction. */
async function sentOf(session: Session) {
  const context = contextFor({ report: () => {} }, {});
  let text = "";
  const sink = claude({ reasoning: "text" });
  for await (const piece of sink.render(session, { ...context, asset: async () => undefined }))
    text += String(piece);
  const records = text
    .split("\n")
    .slice(0, -1)
    .map((line): JsonObject => JSON.parse(line));
  const boundary = records.findLastIndex(({ subtype }) => subtype === "compact_boundary");
  return records.slice(boundary + 1).flatMap(({ message }) => {
    const { role, content } = objectOf(message) ?? {};
    return content === undefined ? [] : [{ role: textOf(role) ?? "", content: content as never }];
  });
}

test.each(sampleSessions().map((session) => [session.id, session] as const))(
  "the API takes what is written of the sample %s",
  async (_, session) => {
    const sent = await sentOf(session);
    const isEmpty = sent.length === 0;
    expect(messageFaults(sent)).toEqual(isEmpty ? ["there is no message"] : []);
  },
);

test.each(hostileStrings)("the API takes %j wherever it stands", async (hostile) => {
  const parts: Session["messages"][number]["parts"] = [
    { type: "text", text: hostile },
    { type: "reasoning", text: hostile, signature: hostile },
    { type: "tool-call", id: hostile, name: hostile, kind: "other", status: "completed" },
    {
      type: "tool-call",
      id: hostile,
      name: "x",
      kind: "execute",
      command: hostile,
      status: "unknown",
    },
    { type: "file", from: "upload", mediaType: hostile, data: hostile },
  ];
  const session: Session = {
    ...{ schemaVersion: 1, id: hostile, source: "claude", format: "demo", origin: {} },
    ...{ records: { read: 1, kept: 1 } },
    messages: [
      { id: hostile, role: "assistant", parts },
      { id: hostile, role: "user", parts },
    ],
  };
  expect(messageFaults(await sentOf(session))).toEqual([]);
  expect(messageFaults(await sentOf({ ...session, source: "demo" }))).toEqual([]);
});

test("what is not sent, or at another place, is missed", () => {
  const said = [
    { role: "user", text: "One?" },
    { role: "assistant", text: "Two. " },
    { role: "user", text: "Three?" },
  ];
  const [one, two, three] = said.map(({ role, text }) => ({
    role,
    content: [{ type: "text", text: `${text}\n` }],
  }));
  expect(compare(said, textsOf([one, two, three] as never))).toEqual({ missing: [], found: 3 });
  for (const sent of [
    [one, three],
    [two, one, three],
    [one, three, two],
  ])
    expect(compare(said, textsOf(sent as never)).missing).toHaveLength(1);
});

test("a call that is not sent is missed, unless a compaction hides it", () => {
  const call = (id: string) => ({ role: "assistant", content: [{ type: "tool_use", id }] });
  const text = { role: "user", content: "Please." };
  const records = [
    ...[{ message: call("old") }, { type: "system", subtype: "compact_boundary" }],
    ...[{ message: text }, { message: call("one") }, { message: call("two") }],
  ];
  const transcript = `${records.map((record) => JSON.stringify(record)).join("\n")}\n`;
  const all = compareCalls(transcript, [text, call("one"), call("two")]);
  expect(all).toEqual({ lost: [], calls: 2 });
  const half = compareCalls(transcript, [text, call("two")]);
  expect(half).toEqual({ lost: ["the call one is not sent"], calls: 1 });
});

test("the Responses API takes what is written of the samples", async () => {
  for (const session of sampleSessions()) {
    const context = contextFor({ report: () => {} }, {});
    let text = "";
    for await (const piece of codex().render(session, { ...context, asset: async () => undefined }))
      text += String(piece);
    const records = text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    const items = records.flatMap(({ type, payload }) =>
      type === "response_item" ? [payload] : [],
    );
    expect(inputFaults(items), session.id).toEqual([]);
  }
});

test.each([
  [
    "the call c has no output",
    [{ type: "function_call", name: "x", arguments: "{}", call_id: "c" }],
  ],
  [
    "an output of c, which was not called before",
    [{ type: "function_call_output", call_id: "c", output: "" }],
  ],
  [
    "item 0: output_text of the user",
    [{ type: "message", role: "user", content: [{ type: "output_text", text: "x" }] }],
  ],
  ["item 0: it is empty", [{ type: "message", role: "user", content: [] }]],
  ["item 0: reasoning without its encrypted content", [{ type: "reasoning", summary: [] }]],
])("the rules of the Responses API say: %s", (fault, items) => {
  expect(inputFaults(items)).toEqual([fault]);
});
