import type { FilePart, Message, Part } from "@chatexport/core";
import { answer, prompt, resultOf, said, sessionOf } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import type { Detail } from "../src/index.js";
import { outline } from "./outline.js";

/** The document of these parts of an answer. */
function shown(detail: Detail, ...parts: Part[]): string {
  const text = outline(sessionOf([answer("a", ...parts)], { cwd: "/home/mira/shop" }), { detail });
  return text.replace(/^answer: Assistant\nmessage #m-a\n/m, "");
}

const file = { type: "file", from: "upload" } as const;

describe("reasoning", () => {
  const thought: Part = { type: "reasoning", text: "Hm." };
  const encrypted: Part = { type: "reasoning", redacted: true };

  test("is folded, and is no part of a conversation", () => {
    expect(shown("standard", thought)).toMatchInlineSnapshot(`
      "fold reasoning: Reasoning
        body Hm."
    `);
    expect(shown("conversation", thought, said("So."))).toMatchInlineSnapshot(`"body So."`);
  });

  test("that is encrypted is named in full detail only", () => {
    expect(shown("standard", encrypted, said("So."))).toMatchInlineSnapshot(`"body So."`);
    expect(shown("full", encrypted)).toMatchInlineSnapshot(`"remark Reasoning, encrypted"`);
    expect(shown("full", { type: "reasoning", text: " \n" }, said("So."))).toMatchInlineSnapshot(
      `"body So."`,
    );
  });
});

test("the sources of a text are named in full detail", () => {
  const citations = [
    { url: "https://a.example/tides", title: "Tides", text: "At 11:42\nUTC" },
    { title: "Notes" },
    { url: "javascript:alert(1)" },
    {},
  ];
  const part: Part = { type: "text", text: "High water.", citations, native: { index: 1 } };
  expect(shown("standard", part)).toMatchInlineSnapshot(`"body High water."`);
  expect(shown("full", part)).toMatchInlineSnapshot(`
    "body High water.
    remark Source: Tides: At 11:42 UTC, \`https://a.example/tides\`
    remark Source: Notes
    remark Source: \`javascript:alert(1)\`"
  `);
});

test("signatures are shown nowhere", () => {
  const thought: Part = { type: "reasoning", text: "Hm.", signature: "c2ln", encrypted: "ZW5j" };
  expect(shown("full", thought)).not.toMatch(/c2ln|ZW5j/);
});

describe("a file", () => {
  const files: FilePart[] = [
    { ...file, path: "/home/mira/shop/src/a.ts", text: "const a;", range: { start: 3, end: 5 } },
    { ...file, path: "/home/mira/b.py", text: "b = 1", range: { start: 7 }, from: "selection" },
    { ...file, path: "src/d.ts", text: "d", range: { start: 9, end: 9 } },
    { ...file, name: "plan.md", mediaType: "text/markdown", text: "# Plan" },
    { ...file, path: "/home/mira/.tool/x1.txt", name: "notes.txt", text: "n", from: "tool" },
    { ...file, path: "/home/mira/shop", missing: "it is a folder" },
    { ...file, path: "src/c.ts", missing: "it is gone", from: "mention" },
    { ...file, name: "cat.png", mediaType: "image/png", missing: "it is gone" },
    { ...file, name: "cat.png", mediaType: "image/png", data: "iVBO" },
    { ...file, name: "a.png", mediaType: "image/png", url: "https://a.example/a.png" },
    { ...file, url: "https://a.example/page" },
    { ...file, name: "page.html", text: "<p>", url: "https://a.example/page" },
    { ...file, mediaType: "audio/ogg" },
  ];

  test("is a fold with its content, a link, or a line that says what is known", () => {
    expect(shown("standard", ...files)).toMatchInlineSnapshot(`
      "fold file: File \`src/a.ts:3-5\`
        code (ts) const a;
      fold file: Selection \`/home/mira/b.py:7\`
        code (py) b = 1
      fold file: File \`src/d.ts:9\`
        code (ts) d
      fold file: File \`plan.md\`
        body # Plan
      fold file: File \`notes.txt\`
        code (txt) n
      fold file: File \`.\` — missing: it is a folder
      fold file: File \`src/c.ts\`
      remark (image not stored)
      asset
      paragraph Image: \`https://a.example/a.png\` — a.png
      paragraph Link: \`https://a.example/page\`
      fold file: File \`page.html\`
        code (html) <p>
      paragraph From \`https://a.example/page\`
      fold file: File \`audio/ogg\`"
    `);
  });

  test("is a line where only the conversation is asked for", () => {
    expect(shown("conversation", ...files.slice(0, 4))).toMatchInlineSnapshot(`
      "fold file: File \`src/a.ts:3-5\`
      fold file: Selection \`/home/mira/b.py:7\`
      fold file: File \`src/d.ts:9\`
      fold file: File \`plan.md\`"
    `);
  });

  test("of the session stands in a section after the conversation", () => {
    const session = sessionOf([prompt("q", "Hi")], { attachments: files.slice(3, 4) });
    expect(outline(session)).toMatchInlineSnapshot(`
      "prompt: 1 You
      message #m-q
      body Hi
      section attachments: Attachments
        fold file: File \`plan.md\`
          body # Plan"
    `);
  });
});

describe("edits", () => {
  const a = "/home/mira/shop/a.ts";

  test("without a call are a fold with their status", () => {
    const change = { path: a, kind: "update", before: "one\n", after: "two\n" } as const;
    const edit: Part = { type: "edit", edits: [change], status: "rejected" };
    expect(shown("standard", edit)).toMatchInlineSnapshot(`
      "fold edit: Edit \`a.ts\` — +1 −1, rejected
        code (diff) -one
        +two"
    `);
    expect(shown("conversation", edit)).toMatchInlineSnapshot(
      `"fold edit: Edit \`a.ts\` — +1 −1, rejected"`,
    );
  });

  test("say what became of each file", () => {
    const edits: Part[] = [
      [{ path: a, kind: "create", after: "one\ntwo\n" } as const],
      [{ path: a, kind: "create" } as const],
      [{ path: a, kind: "delete", before: "one\n" } as const],
      [{ path: a, kind: "move", newPath: "/home/mira/shop/b.ts" } as const],
      [{ path: a, kind: "update", before: "one", after: "one" } as const],
      [
        { path: a, kind: "update", before: "one\nsame\n", after: "two\nsame\n" } as const,
        { path: "/etc/b", kind: "create", after: "three\n" } as const,
      ],
    ].map((edits) => ({ type: "edit", edits }));
    expect(shown("standard", ...edits)).toMatchInlineSnapshot(`
      "fold edit: Edit \`a.ts\` — new, 2 lines
        code (ts) one
        two
      fold edit: Edit \`a.ts\` — new
      fold edit: Edit \`a.ts\` — deleted
        code (diff) -one
      fold edit: Edit \`a.ts → b.ts\`
      fold edit: Edit \`a.ts\`
      fold edit: Edit \`a.ts and 1 more\` — +2 −1
        code (diff) --- a.ts
        +++ a.ts
        -one
        +two
         same
        label /etc/b
        code three"
    `);
  });

  test("show hunks as they were recorded, and all lines in full detail", () => {
    const hunks = [
      { oldStart: 3, oldLines: 1, newStart: 3, newLines: 2, lines: ["-c", "+C", "+d"] },
      { oldStart: 9, oldLines: 1, newStart: 10, newLines: 0, lines: ["-i"] },
    ];
    const recorded = { path: a, kind: "update", hunks } as const;
    expect(shown("standard", { type: "edit", edits: [recorded] })).toMatchInlineSnapshot(`
      "fold edit: Edit \`a.ts\` — +2 −2
        code (diff) @@ -3,1 +3,2 @@
        -c
        +C
        +d
        @@ -9,1 +10,0 @@
        -i"
    `);
    const only = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ["-a", "+b", "+c"] };
    const covered = { ...recorded, hunks: [only], before: "a\n", after: "b\nc\n" };
    expect(shown("full", { type: "edit", edits: [covered] })).toContain("@@ -1,1 +1,2 @@");
    const lines = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
    const whole = { ...recorded, before: lines, after: lines.replace("i", "I"), hunks: [] };
    expect(shown("full", { type: "edit", edits: [whole] })).toMatchInlineSnapshot(`
      "fold edit: Edit \`a.ts\` — +1 −1
        code (diff) --- a.ts
        +++ a.ts
         a
         b
         c
         d
         e
         f
         g
         h
        -i
        +I"
    `);
    const { hunks: _, ...computed } = {
      ...whole,
      after: lines.replace("a", "A").replace("i", "I"),
    };
    expect(shown("standard", { type: "edit", edits: [computed] })).toMatchInlineSnapshot(`
      "fold edit: Edit \`a.ts\` — +2 −2
        code (diff) -a
        +A
         b
         c
         d
        @@ … @@
         f
         g
         h
        -i
        +I"
    `);
  });
});

test("a compaction says why and how far, and folds its summary", () => {
  const messages: Message[] = [
    { type: "compaction", trigger: "auto", tokensBefore: 900, tokensAfter: 40, summary: "Done." },
    { type: "compaction", trigger: "manual" },
    { type: "compaction" },
  ].map((part, index) => ({ id: `${index}`, role: "system", parts: [part as Part] }));
  expect(outline(sessionOf(messages))).toMatchInlineSnapshot(`
    "message #m-0
    fold compaction: Conversation compacted — automatically, 900 tokens before, 40 tokens after
      body Done.
    message #m-1
    fold compaction: Conversation compacted — by command
    message #m-2
    fold compaction: Conversation compacted"
  `);
});

test("an error of a server is its message, without the JSON around it", () => {
  const errors = [
    '{"error":{"message":"The model is unknown","code":404}}',
    '400: {"message":"Too many jars","type":"invalid"}',
    'Upstream: {"error":"busy"} (try later)',
    '{"message":"{\\"detail\\":\\"No tea left\\"}"}',
    "use {a} or {b}",
  ];
  const notices = errors.map((text): Part => ({ type: "notice", level: "error", text }));
  expect(shown("standard", ...notices)).toMatchInlineSnapshot(`
    "notice (error) The model is unknown
    notice (error) 400: Too many jars
    notice (error) Upstream: busy (try later)
    notice (error) No tea left
    notice (error) use {a} or {b}"
  `);
});

test("an answer that is JSON is code", () => {
  expect(shown("conversation", said('{"jars": ["_a_", "_b_"]}'))).toMatchInlineSnapshot(`
    "body \`\`\`json
    {"jars": ["_a_", "_b_"]}
    \`\`\`"
  `);
  expect(shown("conversation", said("[{not} JSON]"))).toMatchInlineSnapshot(`"body [{not} JSON]"`);
});

test("a notice is a line with its level", () => {
  const levels = ["info", "warning", "error"] as const;
  const notices: Part[] = levels.map((level) => ({ type: "notice", level, text: `An\n${level}` }));
  expect(shown("conversation", ...notices)).toMatchInlineSnapshot(`
    "notice (info) An info
    notice (warning) An warning
    notice (error) An error"
  `);
});

describe("a result without its call", () => {
  const lost: Part = { type: "tool-result", toolCallId: "c9", result: resultOf("Found it.") };

  test("is a fold that names the call", () => {
    expect(shown("standard", lost)).toMatchInlineSnapshot(`
      "fold result: Result of a call that is missing \`c9\`
        code Found it."
    `);
    expect(shown("conversation", lost)).toMatchInlineSnapshot(
      `"fold result: Result of a call that is missing \`c9\`"`,
    );
  });
});

describe("unknown records", () => {
  const wind: Part = { type: "unknown", recordType: "weather", native: { wind: 7 } };
  const tide: Part = { type: "unknown", recordType: "tide", native: [1] };

  test("are shown in full detail only", () => {
    expect(shown("standard", wind, tide, wind, said("So."))).toMatchInlineSnapshot(`"body So."`);
    expect(shown("full", wind, said("So."))).toMatchInlineSnapshot(`
      "fold addition: Added by the tool — 1 unknown record
        label Unknown record weather
        code (json) {
          "wind": 7
        }
      body So."
    `);
    expect(shown("conversation", wind, said("So."))).toMatchInlineSnapshot(`"body So."`);
  });
});

describe("what the tool wrote", () => {
  const by = (synthetic: NonNullable<Message["synthetic"]>, text: string): Part => ({
    ...said(text),
    synthetic,
  });

  test("is one fold in full detail, with each kind counted in order", () => {
    const added = [by("hook", "h1"), by("reminder", "r1"), by("hook", "h2"), by("skill", "s1")];
    expect(shown("standard", ...added, said("So."))).toMatchInlineSnapshot(`"body So."`);
    expect(shown("full", ...added, said("So."))).toMatchInlineSnapshot(`
      "fold addition: Added by the tool — 2 hooks, 1 reminder, 1 skill
        label Hook
        code h1
        label Reminder
        code r1
        label Hook
        code h2
        label Skill
        code s1
      body So."
    `);
    expect(shown("conversation", ...added, said("So."))).toMatchInlineSnapshot(`"body So."`);
  });

  test("is told in the line of its fold when it is alone, without marks of the tool", () => {
    const context = by("context", "<env>The day is\nMonday.</env>");
    expect(shown("full", context, said("So."))).toMatchInlineSnapshot(`
      "fold addition: Context — The day is Monday.
        code <env>The day is
        Monday.</env>
      body So."
    `);
  });

  test("with unknown records beside it is one fold, too", () => {
    const wind: Part = { type: "unknown", recordType: "weather", native: 1 };
    const all = [by("instructions", "Be kind."), wind, said("So.")];
    const [instructions = wind] = all;
    // The types stand behind the unknown records, wherever these stand.
    expect(shown("standard", wind, instructions)).toMatchInlineSnapshot(`""`);
    expect(shown("standard", ...all)).toMatchInlineSnapshot(`"body So."`);
    expect(shown("full", ...all)).toMatchInlineSnapshot(`
      "fold addition: Added by the tool — 1 instruction text, 1 unknown record
        label Instructions
        code Be kind.
        label Unknown record weather
        code (json) 1
      body So."
    `);
  });

  test("as a system message is context, unless the message says what it is", () => {
    const messages: Message[] = [
      { id: "s", role: "system", parts: [said("You help.")] },
      prompt("q", "Hi"),
      { id: "n", role: "user", synthetic: "notification", parts: [said("A task ended.")] },
      answer("a", said("So.")),
    ];
    expect(outline(sessionOf(messages), { detail: "full" })).toMatchInlineSnapshot(`
      "fold addition: Context — You help.
        code You help.
      prompt: 1 You
      message #m-q
      body Hi
      fold addition: Notification — A task ended.
        code A task ended.
      answer: Assistant
      message #m-a
      body So."
    `);
  });

  test("is told where it is a command that was typed", () => {
    const typed = by("command", "/cost");
    expect(shown("standard", typed, said("So."))).toMatchInlineSnapshot(`
      "remark Command: \`/cost\`
      body So."
    `);
    const answered = [typed, by("output", "Counting\n"), by("output", "2 dollars")];
    expect(shown("standard", ...answered, said("So."))).toMatchInlineSnapshot(`
      "fold command: Command \`/cost\`
        code Counting
        2 dollars
      body So."
    `);
    expect(shown("conversation", ...answered, said("So."))).toMatchInlineSnapshot(`
      "remark Command: \`/cost\`
      body So."
    `);
  });

  test("tells a command that follows itself once", () => {
    const cost = by("command", "/cost");
    const limits = [by("command", "/limits"), by("output", "Counting\nnone left")];
    const all = [cost, cost, ...limits, ...limits, ...limits, cost, said("So.")];
    expect(shown("standard", ...all)).toMatchInlineSnapshot(`
      "remark Command: \`/cost\` × 2
      fold command: Command \`/limits\` — × 3
        code Counting
        none left
      remark Command: \`/cost\`
      body So."
    `);
  });

  test("tells a command that only ends a conversation in full detail", () => {
    const all = [by("command", "/exit"), by("output", "See you."), by("command", "/clear now")];
    expect(shown("standard", ...all)).toBe("");
    expect(shown("full", ...all)).toMatchInlineSnapshot(`
      "remark Command: \`/exit\` — See you.
      remark Command: \`/clear now\`"
    `);
  });

  test("tells each command, and what was printed to a prompt", () => {
    const printed = by("output", "/home/mira\n/home/ada");
    const cleared = by("command", "/compact");
    const set = [by("command", "/model large"), by("output", "Set model to large")];
    const all = [printed, cleared, ...set, said("So.")];
    expect(shown("standard", ...all)).toMatchInlineSnapshot(`
      "fold command: Output \`/home/mira…\`
        code /home/mira
        /home/ada
      remark Command: \`/compact\`
      remark Command: \`/model large\` — Set model to large
      body So."
    `);
    expect(shown("conversation", ...all)).toMatchInlineSnapshot(`
      "remark Output: \`/home/mira…\`
      remark Command: \`/compact\`
      remark Command: \`/model large\`
      body So."
    `);
  });
});
