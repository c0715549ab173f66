import type { Branch, IndexEntry, Message, Parent, Purpose, Session } from "@chatexport/core";
import { answer, prompt, said, sessionOf, taskFor } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import {
  anchorOf,
  daysOf,
  entryFacts,
  entryPrompt,
  firstWords,
  fragmentOf,
  parentOf,
  promptsOf,
  relativeLink,
  rowsOf,
  settingsOf,
  titleOf,
} from "../src/index.js";
import { outline } from "./outline.js";

describe("branches", () => {
  const branch = (id: string, rest: Partial<Branch> = {}): Branch => ({
    id,
    reason: "edit",
    messages: [answer(`m${id}`, `Left ${id}.`)],
    ...rest,
  });
  const messages = [answer("hi", "Hi."), prompt("q", "Go."), answer("a", "Gone.")];
  const session = sessionOf(messages, {
    branches: [
      branch("1"),
      branch("2", { forkedFrom: "hi", reason: "rewind" }),
      branch("3", { forkedFrom: "a", reason: "retry" }),
      branch("4", { forkedFrom: "m1", reason: "orphan" }),
      branch("5", { forkedFrom: "nowhere" }),
      branch("6", { reason: "orphan", messages: [answer("m6", "One."), answer("m7", "Two.")] }),
      branch("7", { forkedFrom: "a", reason: "rewind", messages: [prompt("m8", "Wait.")] }),
    ],
  });

  test("are counted where only the active branch is asked for", () => {
    expect(outline(session)).toMatchInlineSnapshot(`
      "answer: Assistant
      message #m-hi
      body Hi.
      prompt: 1 You
      message #m-q
      body Go.
      answer: Assistant
      message #m-a
      body Gone.
      omission Not shown: 2 prompts edited, 1 branch rewound, 1 answer retried, 2 branches cut off, 1 prompt taken back (8 messages) (--branches all)"
    `);
    const one = { ...session, branches: [branch("1")] };
    expect(outline(one)).toContain(
      "omission Not shown: 1 prompt edited (1 message) (--branches all)",
    );
  });

  test("are shown when they went on beside the active one", () => {
    const beside = branch("8", { forkedFrom: "hi", reason: "parallel" });
    const both = { ...session, branches: [branch("1"), beside] };
    const lines = outline(both).split("\n");
    expect(
      lines.slice(lines.findIndex((line) => line.startsWith("omission"))).join("\n"),
    ).toMatchInlineSnapshot(`
      "omission Not shown: 1 prompt edited (1 message) (--branches all)
      section branch: Branch 1
        remark Began before the first prompt: the conversation went on in two places at once
        answer: Assistant
        message #m-m8
        body Left 8."
    `);
  });

  test("say why and where they were left", () => {
    const lines = outline(session, { branches: "all" }).split("\n");
    expect(lines.filter((line) => /section|remark/.test(line)).join("\n")).toMatchInlineSnapshot(`
      "section branch: Branch 1
        remark Left at the start: the prompt was edited
      section branch: Branch 2
        remark Left before the first prompt: the conversation was rewound
      section branch: Branch 3
        remark Left after prompt 1: the answer was retried
      section branch: Branch 4
        remark Left in branch 1: it is cut off from the rest
      section branch: Branch 5
        remark Left at a place that is not known: the prompt was edited
      section branch: Branch 6
        remark No line of the conversation leads to these messages
      section branch: Branch 7
        remark Left after prompt 1: the prompt was taken back before an answer came"
    `);
  });
});

describe("sub-agents", () => {
  const helper = (id: string, purpose?: Purpose): Session =>
    sessionOf([answer(id, `I am ${id}.`)], { id, title: id, ...(purpose && { purpose }) });
  const subagents = [
    helper("a", "warm-up"),
    helper("b"),
    helper("c", "compaction"),
    helper("d", "suggestion"),
    helper("e", "warm-up"),
  ];

  test("that the tool started for itself are counted, and shown in full detail", () => {
    const answers = [answer("a", { type: "text", text: "Done." })];
    expect(outline(sessionOf(answers, { subagents }))).toMatchInlineSnapshot(`
      "answer: Assistant
      message #m-a
      body Done.
      section subagents: Sub-agents
        fold subagent: Sub-agent b
          answer: Assistant
          message #m-b
          body I am b.
      omission 4 sub-agents that the tool started to compact the conversation and to suggest the next prompt and to warm up not shown (--detail full)"
    `);
    expect(
      outline(sessionOf([], { subagents: subagents.slice(2) }), { detail: "full" }),
    ).toMatchInlineSnapshot(`
      "section subagents: Sub-agents
        fold subagent: Sub-agent c
          answer: Assistant
          message #m-c
          body I am c.
        fold subagent: Sub-agent d
          answer: Assistant
          message #m-d
          body I am d.
        fold subagent: Sub-agent e
          answer: Assistant
          message #m-e
          body I am e."
    `);
    expect(outline(sessionOf([], { subagents }), { detail: "conversation" })).toBe("");
  });

  test("that sum up a conversation are shown where no answer of it is left", () => {
    const lines = outline(sessionOf([], { subagents }));
    expect(lines).toContain("body I am c.");
    expect(lines).toContain("omission 3 sub-agents that the tool started to suggest");
  });

  test("end in a note where they are too deep", () => {
    let session = helper("0");
    for (let depth = 1; depth <= 52; depth++)
      session = sessionOf([answer("a", taskFor(session.id))], {
        id: `${depth}`,
        subagents: [session],
      });
    const deepest = outline(session).split("\n").at(-1);
    expect(deepest?.trim()).toBe("remark 2 sub-agents more than 50 levels deep not shown");
  });
});

describe("a turn", () => {
  test("has the day of a prompt where it is new, and the model of an answer where it is new", () => {
    const at = (time: string, message: Message): Message => ({ ...message, createdAt: time });
    const by = (model: string, message: Message): Message => ({ ...message, model });
    const session = sessionOf([
      at("2026-01-02T23:58:00Z", prompt("1", "One")),
      answer("2", "First."),
      by("m-1", answer("3", "Then.")),
      at("2026-01-02T23:59:00Z", prompt("4", "Two")),
      by("m-1", answer("5", "Again.")),
      by("m-2", answer("6", "Other.")),
      at("2026-01-03T00:00:00Z", prompt("7", "Three")),
      at("soon", prompt("8", "Four")),
    ]);
    const turns = outline(session)
      .split("\n")
      .filter((line) => /^(?:prompt|answer)/.test(line));
    expect(turns.join("\n")).toMatchInlineSnapshot(`
      "prompt: 1 You 2026-01-02 23:58 UTC
      answer: Assistant m-1
      prompt: 2 You 23:59
      answer: Assistant
      answer: Assistant m-2
      prompt: 3 You 2026-01-03 00:00 UTC
      prompt: 4 You"
    `);
  });

  test("belongs to a person only when there is something that a person gave", () => {
    const file = { type: "file", name: "a.txt" } as const;
    const session = sessionOf([
      prompt("1", "  "),
      prompt("2", { ...file, from: "tool" }),
      prompt("3", { ...file, from: "upload" }),
      { ...prompt("4", "Stop."), synthetic: "reminder" },
    ]);
    expect(outline(session)).toMatchInlineSnapshot(`
      "message #m-2
      fold file: File \`a.txt\`
      prompt: 1 You
      message #m-3
      fold file: File \`a.txt\`"
    `);
    expect(promptsOf(session)).toEqual([{ number: 1, anchor: "m-3" }]);
  });
});

test("a table of contents has the first line of each prompt", () => {
  const synthetic = { ...said("Be kind."), synthetic: "reminder" as const };
  const session = sessionOf([
    prompt("1", synthetic, "  \nFirst\nmore"),
    prompt("2", "Second.\nB"),
    prompt("3", "Third."),
  ]);
  expect(promptsOf(session).map(({ number, line }) => [number, line])).toEqual([
    [1, "First…"],
    [2, "Second…"],
    [3, "Third."],
  ]);
});

test("a heading has the first words of a prompt, without marks of Markdown", () => {
  const words = (text: string) => firstWords(prompt("a", text));
  expect(words("Fix the total:\n\n- a")).toBe("Fix the total");
  expect(words("====\n## Fix   the total")).toBe("Fix the total");
  expect(words("Fix the total\nof an order,\nplease\nNow")).toBe(
    "Fix the total of an order, please",
  );
  expect(words("[Image #1] Look at `this`")).toBe("Look at `this`");
  expect(words("```js\nlet a;\n```")).toBe("let a;".replace(";", ""));
  expect(words("## User Input\n\n```text\nPaint the boat\n```\n\nDo as it says.")).toBe(
    "Paint the boat",
  );
  expect(words("[Image #1]\n…")).toBeUndefined();
  const long = "Work on the total of an order, and tell me - in short - what is wrong";
  expect(words(long)).toBe("Work on the total of an order, and tell me - in short - what…");
  // A part of a key must not stand where the whole one would be masked.
  expect(words("x".repeat(99))).toBe(`${"x".repeat(12)}…`);
});

test("a document says which session its own came out of", () => {
  const words = (relation: Parent["relation"]) =>
    parentOf({ sessionId: "other", relation })
      .map((word) => ("value" in word ? word.value : ""))
      .join("");
  expect(words("continuation")).toBe("Continues session other");
  expect(words("fork")).toBe("Forked from session other");
  expect(words("subagent")).toBe("Started by session other");
});

test("unknown options are refused", () => {
  expect(settingsOf({})).toEqual({ detail: "standard", branches: "active", timezone: "UTC" });
  expect(() => settingsOf({ detail: "most" as "full" })).toThrow(
    'Option detail must be conversation, standard or full, not "most"',
  );
});

describe("rows of an index", () => {
  const entry = (id: string, rest: Partial<IndexEntry> = {}): IndexEntry => ({
    id,
    source: "demo",
    href: `${id}.md`,
    ...rest,
  });
  const order = (...entries: IndexEntry[]) => rowsOf(entries).map(({ entry }) => entry);

  test("are by project, that of the newest first, those without one last", () => {
    const old = entry("old", { project: "b", updatedAt: "2026-01-01T00:00:00Z" });
    const recent = entry("new", { project: "b", updatedAt: "2026-01-02T00:00:00Z" });
    const begun = entry("begun", { project: "b", startedAt: "2026-01-03T00:00:00Z" });
    const timeless = entry("timeless", { project: "b", updatedAt: "soon" });
    const first = entry("first", { project: "a", updatedAt: "2025-01-01T00:00:00Z" });
    const none = entry("none", { project: " ", updatedAt: "2027-01-01T00:00:00Z" });
    expect(order(none, timeless, old, begun, recent, first)).toEqual([
      begun,
      recent,
      old,
      timeless,
      first,
      none,
    ]);
  });

  test("of the same time are by id, then by source, then by link", () => {
    const [a, b] = [entry("a"), entry("b")];
    const other = entry("a", { source: "other" });
    const later = entry("a", { href: "z.md" });
    expect(order(b, later, other, a)).toEqual([a, later, other, b]);
  });

  test("know the project in one line and the time", () => {
    const [row] = rowsOf([entry("a", { project: "my\nshop", startedAt: "2026-01-01T10:00:00Z" })]);
    expect(row).toMatchObject({ project: "my shop", time: "2026-01-01T10:00:00Z" });
  });

  test("say a few facts, and what was asked first", () => {
    const full = entry("a", { messageCount: 1, subagentCount: 2, model: "m-1" });
    expect(entryFacts(full)).toEqual(["demo", "1 message", "2 sub-agents", "m-1"]);
    expect(entryFacts(entry("a", { subagentCount: 0 }))).toEqual(["demo"]);
    expect(entryPrompt(entry("a", { firstPrompt: "Please\nhelp" }))).toBe("Please help");
    expect(entryPrompt(entry("a", { firstPrompt: " \u0007" }))).toBeUndefined();
    const firstPrompt =
      "## Mend `roof()` as in **both** pictures [Image #1]. ```ts x ``` [Why](a.md) 2 ** 3?";
    expect(entryPrompt(entry("a", { firstPrompt }))).toBe(
      "Mend roof() as in both pictures. x Why 2 ** 3?",
    );
  });

  test("have the days of the first and of the last that happened", () => {
    const days = [
      entry("a", { startedAt: "2026-01-03T00:00:00Z", updatedAt: "2026-01-05T00:00:00Z" }),
      entry("b", { updatedAt: "2026-01-02T00:00:00Z" }),
      entry("c", { startedAt: "soon" }),
    ];
    expect(daysOf(days)).toEqual({ first: "2026-01-02", last: "2026-01-05" });
    expect(daysOf(days.slice(2))).toBeUndefined();
  });
});

describe("links and names", () => {
  test("to a document lead nowhere but below the folder", () => {
    expect(relativeLink("shop/a%20b.md")).toBe("shop/a%20b.md");
    expect(relativeLink("a b/ü.md")).toBe("a%20b/%C3%BC.md");
    const others = ["../../etc", "%2e%2e/etc", "/etc", "//a.example/b", "javascript:a", "", "?a"];
    for (const href of others)
      expect(new URL(relativeLink(href), "https://our.example/archive/").href).toMatch(
        /^https:\/\/our\.example\/archive\//,
      );
  });

  test("of sessions hold no control characters", () => {
    expect(anchorOf("a\u0007b\ud800")).toBe("a\ufffdb\ufffd");
    expect(fragmentOf("a b/é")).toBe("a%20b%2F%C3%A9");
    expect(titleOf({ id: "s1", title: "Two\nlines" })).toBe("Two lines");
    expect(titleOf({ id: "s1" })).toBe("Session s1");
  });
});
