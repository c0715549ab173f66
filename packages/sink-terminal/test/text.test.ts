import type { Message, Session, ToolCall } from "@chatexport/core";
import { answer, prompt, ran, resultOf, sessionOf, taskFor } from "@chatexport/testkit";
import { describe, expect, it } from "vitest";
import terminal, { type TerminalOptions } from "../src/index.js";

const context = { report() {}, signal: new AbortController().signal, asset: async () => undefined };

async function textOf(session: Session, options?: TerminalOptions): Promise<string> {
  let text = "";
  for await (const line of terminal(options).render(session, context)) text += line;
  return text;
}

/** The session with an answer of these parts, between two prompts, as it is shown. */
async function shown(
  parts: Parameters<typeof answer>[1][],
  options?: TerminalOptions,
): Promise<string> {
  const session = sessionOf([prompt("q", "First?"), answer("a", ...parts), prompt("z", "Last?")], {
    cwd: "/home/mira/shop",
  });
  const text = await textOf(session, options);
  return text.split("\nAssistant\n")[1]?.split("\n┃ 2 · You")[0] ?? "";
}

describe("a session as text", () => {
  it("has a header, prompts that are set off, and answers", async () => {
    const at = "2026-01-31T10:00:00.000Z";
    const messages: Message[] = [
      { ...prompt("q", "Please help."), createdAt: at },
      { ...answer("a", "The answer."), model: "m-1", usage: { inputTokens: 5, outputTokens: 7 } },
    ];
    const session = sessionOf(messages, {
      project: { name: "shop" },
      model: "m-1",
      startedAt: at,
      updatedAt: "2026-01-31T10:01:00.000Z",
    });
    expect(await textOf(session)).toBe(`A title
shop · 2026-01-31 10:00 – 10:01 UTC · m-1
demo · 5f0c7d1e
1 min · 1 prompt · 5 tokens in, 7 out · context up to 5 tokens

┃ 1 · You · 2026-01-31 10:00 UTC
┃ Please help.

Assistant · m-1
The answer.
`);
  });

  it("writes Markdown as people write plain text", async () => {
    const markdown = [
      "# Prices",
      "Some **bold**, *slanted* and ~~wrong~~ words, `code`, a [page](https://example.com/a),\n<https://example.com> and ![a cat](cat.png) &amp; a [guide](docs/guide.md).",
      "- one\n  1. first\n  2. second\n- [x] done\n- [ ] open",
      "> quoted\n> again",
      "```ts\nconst one =  1;\n\n\treturn one;\n```\n\n```12:14:src/price.ts\nhidden();\n```",
      "| Name | Price |\n| --- | ---: |\n| Tea | 3 |\n| Coffee | 12 |",
      "---",
      "[note]: https://example.com/kept\n\nThe end <b>here</b>",
    ].join("\n\n");
    expect(await shown([markdown])).toBe(`# Prices

Some bold, slanted and ~~wrong~~ words, \`code\`, a page (https://example.com/a),
https://example.com and Image: a cat (cat.png) & a guide (docs/guide.md).

• one
  1. first
  2. second
☑ done
☐ open

│ quoted
│ again

    const one =  1;

        return one;

    12:14:src/price.ts
    hidden();

Name    Price
──────  ─────
Tea         3
Coffee     12

────────────────────────────────────────

[note]: https://example.com/kept

The end <b>here</b>
`);
  });

  it("writes the rows of a table one by one where it is too wide, and loses no cell", async () => {
    const long = "long words ".repeat(5).trim();
    const wide = `| Name | Meaning |\n| --- | --- |\n| a | ${long} ${long} |\n| b | short |`;
    expect(await shown([wide])).toBe(`Name: a
Meaning: ${long} long words
  long words long words long words long words

Name: b
Meaning: short
`);
    const surplus = "| Name | Meaning |\n| --- | --- |\n| a | x | y |";
    expect(await shown([surplus])).toBe(`${surplus}\n`);
  });

  it("leaves what is too deep for its parser as it was written", async () => {
    const deep = `${"> ".repeat(60)}the bottom`;
    expect((await shown([deep])).replaceAll("\n", " ").trim()).toBe(deep);
  });

  it("says in a line what a tool did, and shows a part of it", async () => {
    const output = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");
    const done = { type: "tool-call", id: "call", status: "completed" } as const;
    const calls: ToolCall[] = [
      ran("npm test", output, {
        status: "failed",
        result: { ...resultOf(output), isError: true },
      }),
      {
        ...done,
        name: "Read",
        kind: "read",
        locations: [{ path: "/home/mira/shop/a.ts" }],
        result: resultOf("const a;"),
      },
      {
        ...done,
        name: "Edit",
        kind: "edit",
        edits: [{ path: "/home/mira/shop/a.ts", kind: "update", before: "one\n", after: "two\n" }],
      },
      {
        ...done,
        name: "TodoWrite",
        kind: "plan",
        todos: [
          { text: "Count", status: "completed" },
          { text: "Add", status: "pending" },
        ],
      },
    ];
    const shownCalls = (options?: TerminalOptions) => shown(calls, options);
    expect(await shownCalls()).toBe(`✗ Run \`npm test\` — failed
    line 1
    line 2
    line 3
    line 4
    … 54 more lines (--detail full)
    line 59
    line 60
▸ Read \`a.ts\` — 1 line
▸ Edit \`a.ts\` — +1 −1
    -one
    +two
▸ Todos — 1 of 2
`);
    const full = await shownCalls({ detail: "full" });
    expect(full).toContain(output.replace(/^/gm, "    "));
    expect(full).toContain("--- a.ts");
    expect(full).not.toContain("more lines");
    const conversation = await shownCalls({ detail: "conversation" });
    expect(conversation).toContain("✗ Run `npm test` — failed\n▸ Read `a.ts` — 1 line\n▸ Edit");
    expect(conversation).not.toContain("line 1\n");
  });

  it("shows a sub-agent behind a bar, with its calls as lines", async () => {
    const read = (path: string): ToolCall => ({
      type: "tool-call",
      id: path,
      name: "Read",
      kind: "read",
      status: "completed",
      locations: [{ path }],
      result: resultOf("one\ntwo"),
    });
    const messages = [
      prompt("h1", "Map Redis."),
      answer("h2", read("src/redis.ts"), read("src/checkout.ts")),
    ];
    const parent = { sessionId: "5f0c7d1e", relation: "subagent" } as const;
    const subagents = [sessionOf(messages, { id: "helper", parent })];
    const task = answer("a", taskFor("helper", { title: "Map Redis and the checkout" }));
    const text = await textOf(sessionOf([prompt("q", "Ask."), task], { subagents }));
    expect(text).toContain(`▸ Task Map Redis and the checkout
  │ ┃ 1 · Task
  │ ┃ Map Redis.
`);
    expect(text).toContain("  │ ▸ Read `src/redis.ts` — 2 lines\n  │ ▸ Read `src/checkout.ts`");
  });

  it("shows the lines that were left when it is told to", async () => {
    const session = sessionOf([prompt("q", "Go."), answer("a", "Gone.")], {
      branches: [
        { id: "1", forkedFrom: "q", reason: "retry", messages: [answer("b", "Left behind")] },
      ],
    });
    const active = await textOf(session);
    expect(active).not.toContain("Left behind");
    expect(active).toContain("Not shown: 1 answer retried (1 message), `--branches all` shows");
    const all = await textOf(session, { branches: "all" });
    expect(all).toMatch(/^Branch 1 ─+$/m);
    expect(all).toContain("│ Left behind");
  });

  it("breaks lines of code only where it is told how many columns there are", async () => {
    const code = `\`\`\`\n${"1 + ".repeat(30)}1\n\`\`\``;
    expect(await shown([code])).toBe(`    ${"1 + ".repeat(30)}1\n`);
    const narrow = await shown([code], { columns: 40 });
    expect(narrow.split("\n").every((line) => line.length <= 40)).toBe(true);
    expect(narrow).toContain("\n    ↪ ");
  });

  it("paints words only when it is told to", async () => {
    expect(await shown(["Some **bold** words"])).toBe("Some bold words\n");
    const bold = "Some \u001b[1mbold\u001b[22m words";
    const session = sessionOf([answer("a", "Some **bold** words")]);
    expect(await textOf(session, { color: true })).toContain(bold);
  });
});
