import { join } from "node:path";
import { type Message, type Part, type Session, tallyAddsUp } from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listTranscripts } from "../src/list/list-transcripts.js";
import { readTranscript } from "../src/parse/agent/read-transcript.js";
import { testContext } from "./support/agent.js";
import { folderWith } from "./support/folder.js";

const id = "7a1c2f3e-0b4d-4c5e-8f6a-000000000001";

const line = (role: string, ...content: object[]) =>
  `${JSON.stringify({ role, message: { content } })}\n`;
const text = (text: string) => ({ type: "text", text });
const prompt = (words: string) => line("user", text(`<user_query>\n${words}\n</user_query>`));

/** Reads the transcript that a file with this content is. */
function read(content: string | Uint8Array, name = `${id}.jsonl`, context = testContext()) {
  const root = folderWith({ [name]: content });
  const [copy] = listTranscripts(join(root, name), context);
  if (!copy) throw new Error("the file is no transcript");
  const session = readTranscript(copy, context);
  expect(session.records).toSatisfy(tallyAddsUp);
  return session;
}

function partsOf({ messages }: Session): Part[] {
  return messages.flatMap(({ parts }) => parts);
}

test("flat, nested and in the folder of the conversation that started it", () => {
  const root = folderWith({
    [`home-mira-shop/agent-transcripts/${id}/${id}.jsonl`]: prompt("One"),
    [`home-mira-shop/agent-transcripts/${id}/subagents/child.jsonl`]: prompt("Two"),
    "home-mira-shop/agent-transcripts/flat.txt": "user:\nThree\n",
    "home-mira-shop/agent-transcripts/old.json": '[{"role":"user","text":"Four"}]',
    "home-mira-shop/terminals/1.txt": "user:\nno transcript\n",
    "empty-window/agent-transcripts/flat.jsonl": prompt("Five"),
    "agent-transcripts/loose.jsonl": prompt("Six"),
  });
  const folderOf = (slug: string) => (slug === "home-mira-shop" ? "/home/mira/shop" : undefined);
  const context = testContext();
  const copies = listTranscripts(root, context, folderOf);
  const shop = { project: { name: "shop", path: "/home/mira/shop" }, cwd: "/home/mira/shop" };
  expect(copies).toHaveLength(6);
  expect(copies).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id, format: "cursor/transcript-jsonl", title: "One", ...shop }),
      expect.objectContaining({
        id: "child",
        parent: { sessionId: id, relation: "subagent" },
        ...shop,
      }),
      expect.objectContaining({ id: "flat", format: "cursor/transcript-txt", ...shop }),
      expect.objectContaining({ id: "old", format: "cursor/transcript-json", ...shop }),
      expect.objectContaining({ id: "flat", format: "cursor/transcript-jsonl", title: "Five" }),
      expect.objectContaining({ id: "loose", title: "Six" }),
    ]),
  );
  expect(copies.find(({ title }) => title === "Five")).not.toHaveProperty("project");
  expect(context.reported).toEqual([]);
});

test("a slug of no known folder is only a name", () => {
  const root = folderWith({ "home-mira-shop/agent-transcripts/a.jsonl": prompt("One") });
  const projects = listTranscripts(join(root, "home-mira-shop"), testContext());
  expect(projects).toMatchObject([{ project: { name: "home-mira-shop" }, projectInferred: true }]);
  expect(projects[0]).not.toHaveProperty("cwd");
});

test("what another tool wrote is left out, and named only when it was asked for", () => {
  const foreign = JSON.stringify({
    type: "user",
    sessionId: "s",
    uuid: "u",
    parentUuid: null,
    message: { role: "user", content: "Hi" },
  });
  // As agents do that put a head before the messages.
  const entries = [
    { type: "session", version: 3, id: "s", cwd: "/home/mira/shop" },
    { type: "message", id: "m", message: { role: "user", content: "Hi" } },
  ];
  const root = folderWith({
    "a/claude.jsonl": foreign,
    "a/notes.txt": "Buy milk\n",
    "a/agent.jsonl": entries.map((entry) => JSON.stringify(entry)).join("\n"),
    // A role with what is said beside it, and a list whose first element has a title before any role.
    "a/roles.jsonl": '{"role":"user","content":"Hi"}\n',
    "a/export.json": '[{"title":"Jars","messages":[{"role":"user","content":"Hi"}]}]',
  });
  const context = testContext();
  expect(listTranscripts(root, context)).toEqual([]);
  expect(context.reported).toEqual([]);
  expect(listTranscripts(join(root, "a/claude.jsonl"), context)).toEqual([]);
  expect(context.reported).toMatchObject([{ severity: "info", code: "foreign-file" }]);
});

test("a transcript whose first line looks like that of another tool is read", () => {
  const damaged = '{"content":"user","message":{"content":[{"type":"text","text":"Hi"}]}}\n';
  const root = folderWith({ "a/agent-transcripts/a.jsonl": `${damaged}${prompt("One")}` });
  expect(listTranscripts(root, testContext())).toMatchObject([{ id: "a", title: "One" }]);
});

test("what is of a tool that nothing reads is named", () => {
  const session = '{"type":"session","version":3,"id":"i1","cwd":"/home/mira/shop"}\n';
  const said = {
    type: "message",
    message: { role: "user", content: [{ type: "text", text: "Hi" }] },
  };
  const root = folderWith({ "a.jsonl": session + JSON.stringify(said) });
  const context = testContext();
  expect(listTranscripts(join(root, "a.jsonl"), context)).toEqual([]);
  expect(context.reported).toMatchObject([{ severity: "info", code: "other-tool" }]);
});

test("a file without a character is reported; a place that does not exist is not", () => {
  const root = folderWith({ "agent-transcripts/a.jsonl": "\n", "agent-transcripts/b.jsonl": "" });
  const context = testContext();
  expect(listTranscripts(root, context)).toEqual([]);
  expect(context.reported.map(({ code }) => code)).toEqual([
    "empty-transcript",
    "empty-transcript",
  ]);
  expect(listTranscripts(join(root, "nowhere"), context)).toEqual([]);
  expect(context.reported).toHaveLength(2);
});

test("the content tells the format, whatever the ending", () => {
  const root = folderWith({
    "a.txt": prompt("One"),
    "b.jsonl": "assistant:\nTwo\n",
    "c.jsonl": `\ufeff [ {"role": "assistant", "text": "Three"} ]`,
  });
  expect(listTranscripts(root, testContext()).map(({ format }) => format)).toEqual([
    "cursor/transcript-jsonl",
    "cursor/transcript-txt",
    "cursor/transcript-json",
  ]);
});

test("a first line longer than what listing reads is recognised", () => {
  const session = read(prompt("x".repeat(100_000)) + line("assistant", text("Done.")));
  expect(session.messages).toHaveLength(2);
});

test("JSON lines: messages, calls, reasoning that was left out, ends of turns", () => {
  const session = read(
    prompt("Add a cart") +
      line(
        "assistant",
        text("[REDACTED]"),
        text("I look."),
        { type: "tool_use", name: "Read", input: { path: "cart.ts" } },
        { type: "tool_use", name: "Shell", input: { command: "ls" } },
      ) +
      '{"type":"turn_ended","status":"success"}\n{"type":"turn_ended","status":"aborted"}\n' +
      '{"type":"error","error":"Provider Error: timeout"}\n',
  );
  expect(session).toMatchObject({
    title: "Add a cart",
    titleFrom: "first-message",
    records: { read: 5, kept: 4, skipped: { "turn-ended": 1 } },
  });
  expect(session).not.toHaveProperty("startedAt");
  expect(session).not.toHaveProperty("updatedAt");
  expect(session.messages.every((message) => message.createdAt === undefined)).toBe(true);
  expect(partsOf(session)).toMatchObject([
    { type: "text", text: "Add a cart" },
    { type: "reasoning", redacted: true },
    { type: "text", text: "I look." },
    { type: "tool-call", id: `${id}-2-3`, kind: "read", status: "unknown" },
    { type: "tool-call", id: `${id}-2-4`, kind: "execute", command: "ls", status: "unknown" },
    { type: "notice", level: "info", code: "turn-aborted" },
    { type: "notice", level: "error", text: "Provider Error: timeout" },
  ]);
  expect(session.messages[1]).toMatchObject({ id: `${id}-2`, origin: { at: 2 } });
});

test("JSON lines of other versions", () => {
  const session = read(
    [
      { role: "user", message: { content: "Add a cart" } },
      { type: "assistant", message: { role: "assistant", content: "Yes." }, model: "sonnet-4" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm." },
          { type: "tool_call", id: "t1", name: "Read", arguments: { path: "a" } },
        ],
      },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "t1", result: "export {}" }] },
    ]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(""),
  );
  expect(session.model).toBe("sonnet-4");
  expect(partsOf(session)).toMatchObject([
    { text: "Add a cart" },
    { text: "Yes." },
    { type: "reasoning", text: "Hm." },
    { type: "tool-call", id: "t1", result: { content: [{ text: "export {}" }] } },
  ]);
});

test("the time in a prompt is that of the message and of the session", () => {
  const session = read(
    line(
      "user",
      text(
        "<timestamp>Friday, Feb 6, 2026, 8:00 AM (UTC)</timestamp>\n<user_query>\nHi\n</user_query>",
      ),
    ),
  );
  expect(session).toMatchObject({
    startedAt: "2026-02-06T08:00:00.000Z",
    updatedAt: "2026-02-06T08:00:00.000Z",
    messages: [{ createdAt: "2026-02-06T08:00:00.000Z" }],
  });
  expect(session).not.toHaveProperty("native");
});

test("broken lines are reported with their number, all others kept", () => {
  const context = testContext();
  const session = read(
    `\ufeff${prompt("One").trimEnd()}\r\n\0\0\0\n[1]\n{"type":"hologram","beams":3}\n${line("assistant", text("Two"))}{"role":"assis`,
    undefined,
    context,
  );
  expect(session.records).toEqual({ read: 6, kept: 2, unknown: { hologram: 1 }, malformed: 3 });
  expect(context.reported.map(({ code, origin }) => [code, origin?.at])).toEqual([
    ["malformed-line", 2],
    ["malformed-line", 3],
    ["truncated-line", 6],
    ["unknown-record", 4],
  ]);
  expect(partsOf(session)).toMatchObject([
    { text: "One" },
    { code: "damaged-record", native: { text: "\0\0\0" } },
    { code: "damaged-record", native: { text: "[1]" } },
    { type: "unknown", recordType: "hologram", native: { beams: 3 } },
    { text: "Two" },
    { code: "damaged-record", native: { text: '{"role":"assis' } },
  ]);
});

const plainText = `user:
<user_query>
What does this say?
assistant:
It is a quotation.
</user_query>

assistant:
[Thinking] Need to look
I read it.
[Tool call] Read
  path: /home/mira/shop/cart.ts
  lines: {"start": 1}

[Tool call] Write
  path: b.ts
  contents: one
two
  three

[Tool result] Write
  ok

  done
[Tool result] Grep
  nothing

A:
Done.
`;

test.each(["\n", "\r\n"])("plain text with line breaks %j", (lineBreak) => {
  const session = read(plainText.replaceAll("\n", lineBreak), `${id}.txt`);
  expect(session).toMatchObject({
    format: "cursor/transcript-txt",
    records: { read: 3, kept: 3 },
  });
  expect(partsOf(session)).toMatchObject([
    { type: "text", text: "What does this say?\nassistant:\nIt is a quotation." },
    { type: "reasoning", text: "Need to look" },
    { type: "text", text: "I read it." },
    {
      type: "tool-call",
      name: "Read",
      status: "unknown",
      input: { path: "/home/mira/shop/cart.ts", lines: { start: 1 } },
    },
    {
      type: "tool-call",
      name: "Write",
      input: { path: "b.ts", contents: "one\ntwo\n  three" },
      status: "completed",
      result: { content: [{ text: "ok\n\ndone" }] },
    },
    { type: "tool-result", result: { content: [{ text: "nothing" }] } },
    { type: "text", text: "Done." },
  ]);
  expect(session.messages.map(({ origin }) => origin?.at)).toEqual([1, 8, 28]);
});

test("a call in plain text whose arguments are not named keeps them as they are", () => {
  const session = read("assistant:\n[Tool call] ApplyPatch\n  *** Begin Patch\n  +a\n", "a.txt");
  expect(partsOf(session)).toMatchObject([{ rawInput: "*** Begin Patch\n+a" }]);
});

/** The calls of an answer in plain text, and the other words of the answer. */
function callsOf(answer: string) {
  const parts = partsOf(read(`user:\nGo on\n\nassistant:\n${answer}`, "a.txt")).slice(1);
  const inputs = parts.flatMap((part) => (part.type === "tool-call" ? [part.input] : []));
  return { inputs, others: parts.filter(({ type }) => type !== "tool-call") };
}

test("of a value in plain text only the first line is indented", () => {
  const { inputs, others } = callsOf(`[Tool call] StrReplace
  path: /home/mira/shop/README.md
  old_string: # Shop

**Open**: no
user:
  mira: owner
  new_string: # Shop

**Open**: yes
[Thinking] The command comes last
[Tool call] Shell
  command: cat > hours.yml <<'END'
shop:
  open: 9
END
  description: Write the hours
  timeout: 1000
[Tool call] Grep
  pattern: hours
  -A: 2
  output_mode: content

[Tool result] Shell
shop:
  open: 9

assistant:
Done.
`);
  expect(inputs).toEqual([
    {
      path: "/home/mira/shop/README.md",
      old_string: "# Shop\n\n**Open**: no\nuser:\n  mira: owner",
      new_string: "# Shop\n\n**Open**: yes",
    },
    {
      command: "cat > hours.yml <<'END'\nshop:\n  open: 9\nEND",
      description: "Write the hours",
      timeout: "1000",
    },
    { pattern: "hours", "-A": "2", output_mode: "content" },
  ]);
  expect(others).toMatchObject([
    { type: "reasoning", text: "The command comes last" },
    { type: "text", text: "Done." },
  ]);
});

test("what a call in plain text writes into a file is all of it", () => {
  const { inputs } = callsOf(`[Tool call] Write
  path: config.yml
  contents: shop:
  path: /srv/shop
  name: Lantern

[Tool call] Write
  path: empty.json
  contents: {}
[Tool call] mcp_notes_add
  title: Hours
  body: From Monday on
  open: 9
the shop opens
  close: 18

[Tool result] Write
`);
  expect(inputs).toEqual([
    { path: "config.yml", contents: "shop:\n  path: /srv/shop\n  name: Lantern\n" },
    { path: "empty.json", contents: "{}" },
    { title: "Hours", body: "From Monday on", open: "9\nthe shop opens\n  close: 18" },
  ]);
});

test("text before the first block is kept", () => {
  const session = read("Chat of Monday\n\nuser:\nHi\n", "a.txt");
  expect(session.records).toEqual({ read: 2, kept: 1, unknown: { preamble: 1 } });
  expect(JSON.stringify(session.messages)).toContain("Chat of Monday");
});

const list = [
  { role: "user", text: "<user_query>Add a cart</user_query>" },
  {
    role: "assistant",
    text: "Yes.",
    thinking: "Hm.",
    toolCalls: [
      { toolName: "Read", args: { path: "a" } },
      { toolName: "Read", args: { path: "b" } },
    ],
  },
  { role: "tool", text: "", toolResult: { toolName: "Read", result: "first" } },
  { role: "tool", text: "", toolResult: { toolName: "Read", result: "second" } },
  { role: "tool", text: "", toolResult: { toolName: "Read", result: "third" } },
];

test("a list of messages: results belong to the oldest open call of their tool", () => {
  const session = read(JSON.stringify(list), "a.json");
  expect(session.records).toEqual({ read: 5, kept: 5 });
  expect(partsOf(session)).toMatchObject([
    { type: "text", text: "Add a cart" },
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "Yes." },
    { type: "tool-call", input: { path: "a" }, result: { content: [{ text: "first" }] } },
    { type: "tool-call", input: { path: "b" }, result: { content: [{ text: "second" }] } },
    { type: "tool-result", result: { content: [{ text: "third" }] } },
  ]);
});

test("of a list that is cut off the whole messages are read", () => {
  const context = testContext();
  const whole = JSON.stringify([...list.slice(0, 2), 7]);
  const session = read(whole.slice(0, -2).replace(/,$/, ',{"role":"us'), "a.json", context);
  expect(session.messages.map(({ role }: Message) => role)).toEqual(["user", "assistant"]);
  expect(session.records).toEqual({ read: 3, kept: 2, malformed: 1 });
  expect(context.reported).toMatchObject([{ code: "truncated-line", origin: { at: 3 } }]);
});

test("an entry of a list that is no message is reported", () => {
  const context = testContext();
  const session = read('[{"role":"user","text":"Hi"},7,{"text":"?"}]', "a.json", context);
  expect(session.records).toEqual({ read: 3, kept: 1, malformed: 2 });
  expect(context.reported.map(({ origin }) => origin?.at)).toEqual([2, 3]);
});

test("JSON that is nested a hundred thousand deep is a line like any other", () => {
  const deep = `{"role":"assistant","message":{"content":${"[".repeat(100_000)}${"]".repeat(100_000)}}}\n`;
  const session = read(`${prompt("One")}${deep}${prompt("Two")}`);
  expect(session.records.read).toBe(3);
  expect(session.messages.filter(({ role }) => role === "user")).toHaveLength(2);
});

test("whatever the lines hold, nothing throws, ids are unique and the tally adds up", () => {
  const part = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom("text", "tool_use", "tool-result", "thinking", "image", "file"),
      text: fc.jsonValue(),
      id: fc.constantFrom("t1", "t2"),
      input: fc.jsonValue(),
      result: fc.jsonValue(),
      image: fc.jsonValue(),
    }),
  );
  const record = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({
        role: fc.constantFrom("user", "assistant", "tool", "oracle"),
        message: fc.record({ content: fc.oneof(fc.jsonValue(), fc.array(part)) }),
      })
      .map((value) => JSON.stringify(value)),
    fc
      .record({ type: fc.constantFrom("error", "turn_ended", "x"), error: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(fc.array(record, { maxLength: 10 }), (lines) => {
      const { messages } = read(`${prompt("One")}${lines.join("\n")}\n`);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      expect(messages.every(({ parts }) => parts.length > 0)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("whatever a plain text holds, all of its words are in the session", () => {
  const piece = fc.constantFrom(
    "user:",
    "assistant:",
    "[Thinking] x1",
    "[Tool call] Read",
    "[Tool result] Read",
    "  path: x2",
    "  x3",
    "x4",
    "<user_query>",
    "</user_query>",
    "",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const session = read(`user:\nx0\n${pieces.join("\n")}`, "a.txt");
      const shown = JSON.stringify(session.messages);
      for (const word of ["x1", "x2", "x3", "x4"])
        if (pieces.some((piece) => piece.includes(word))) expect(shown).toContain(word);
    }),
    { numRuns: 200 },
  );
});

const typed = (minute: string, words: string) =>
  `<timestamp>Friday, Feb 6, 2026, 8:${minute} AM (UTC)</timestamp>\n<user_query>\n${words}\n</user_query>`;
const listAndText = (words: string) => [
  { role: "user", text: typed("01", "Begin") },
  { role: "assistant", text: "I begin." },
  { role: "user", text: typed("07", "Go on") },
  { role: "assistant", text: words },
];
const quoted = `It wrote ${typed("59", "Never")}`;

test.each([
  [
    "jsonl",
    (words: string) =>
      [
        line("user", text(typed("01", "Begin"))),
        line("user", text(typed("07", "Go on"))),
        line("assistant", text(words)),
        prompt("No time"),
      ].join(""),
  ],
  ["json", (words: string) => JSON.stringify(listAndText(words))],
  [
    "txt",
    (words: string) =>
      listAndText(words)
        .map(({ role, text }) => `${role}:\n${text}\n`)
        .join(""),
  ],
])("a list has the last time of a transcript, however far from its end: .%s", (ending, content) => {
  for (const answer of [quoted, "long ".repeat(100_000)]) {
    const root = folderWith({ [`${id}.${ending}`]: content(answer) });
    const context = testContext();
    const [copy] = listTranscripts(join(root, `${id}.${ending}`), context);
    expect(copy).toMatchObject({
      startedAt: "2026-02-06T08:01:00.000Z",
      updatedAt: "2026-02-06T08:07:00.000Z",
    });
    if (copy) expect(readTranscript(copy, context).updatedAt).toBe(copy.updatedAt);
  }
});

test("where no prompt has a time, a list has that of the file", () => {
  const root = folderWith({ [`${id}.jsonl`]: prompt("Hi") + line("assistant", text(quoted)) });
  const [copy] = listTranscripts(root, testContext());
  expect(copy?.modifiedAt).toBeDefined();
  expect(copy).not.toHaveProperty("updatedAt");
});
