import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { homeWith } from "./binary.js";
import { chatexport } from "./in-process.js";
import { called, spoken } from "./spoken.js";

const id = "session-a";
const examples = fileURLToPath(new URL("../../../examples/home", import.meta.url));

/** A home folder with a session whose second answer is in Markdown. */
function homeWhere(markdown: string): string {
  const answer = spoken(id, { uuid: "a0", after: "u1", role: "assistant", content: markdown });
  return homeWith({ id, title: "Prices", lines: [answer], answers: "a0" });
}

/** What a session shows between its first prompt and its last answer. */
async function shown(home: string, ...words: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await chatexport(home, "show", id, ...words);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return stdout.split("Assistant · claude-test\n")[1]?.split("\nThe answer for")[0] ?? "";
}

describe("a session as text", () => {
  it("has a header, prompts that are set off, and answers", async () => {
    const { stdout } = await chatexport(homeWith({ id, title: "Prices" }), "show", id);
    expect(stdout).toBe(`Prices
shop · 2026-01-31 10:00 – 10:01 UTC · claude-test
claude · session-a · 2 messages · 5 tokens in, 7 tokens out

┃ 1 · You · 2026-01-31 10:00 UTC
┃ Please help with session-a

Assistant · claude-test
The answer for session-a
`);
  });

  it("writes Markdown as people write plain text", async () => {
    const home = homeWhere(
      [
        "# Prices",
        "Some **bold**, *slanted* and ~~wrong~~ words, `code`, a [page](https://example.com/a),\n<https://example.com> and ![a cat](cat.png) &amp; a [guide](docs/guide.md).",
        "- one\n  1. first\n  2. second\n- [x] done\n- [ ] open",
        "> quoted\n> again",
        "```ts\nconst one =  1;\n\n\treturn one;\n```\n\n```12:14:src/price.ts\nhidden();\n```",
        "| Name | Price |\n| --- | ---: |\n| Tea | 3 |\n| Coffee | 12 |",
        "---",
        "[note]: https://example.com/kept\n\nThe end <b>here</b>",
      ].join("\n\n"),
    );
    expect(await shown(home)).toBe(`# Prices

Some **bold**, *slanted* and ~~wrong~~ words, \`code\`, a page
(https://example.com/a),
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
    expect(await shown(homeWhere(wide))).toBe(`Name: a
Meaning: ${long} long words
  long words long words long words long words

Name: b
Meaning: short
`);
    const surplus = "| Name | Meaning |\n| --- | --- |\n| a | x | y |";
    expect(await shown(homeWhere(surplus))).toBe(`${surplus}\n`);
  });

  it("leaves what is too deep for its parser as it was written", async () => {
    const deep = `${"> ".repeat(60)}the bottom`;
    expect((await shown(homeWhere(deep))).replaceAll("\n", " ").trim()).toBe(deep);
  });

  it("says in a line what a tool did, and shows a part of it", async () => {
    const output = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");
    const home = homeWith({
      id,
      lines: [
        ...called(
          id,
          { uuid: "c1", after: "u1" },
          { name: "Bash", input: { command: "npm test" }, output, isError: true },
        ),
        ...called(
          id,
          { uuid: "c2", after: "c1" },
          { name: "Read", input: { file_path: "/home/mira/shop/a.ts" }, output: "1\tconst a;" },
        ),
        ...called(
          id,
          { uuid: "c3", after: "c2" },
          {
            name: "Edit",
            input: { file_path: "/home/mira/shop/a.ts", old_string: "one\n", new_string: "two\n" },
            output: "done",
          },
        ),
        ...called(
          id,
          { uuid: "c4", after: "c3" },
          {
            name: "TodoWrite",
            input: {
              todos: [
                { content: "Count", status: "completed", activeForm: "Counting" },
                { content: "Add", status: "pending", activeForm: "Adding" },
              ],
            },
            output: "done",
          },
        ),
      ],
      answers: "c4",
    });
    expect(await shown(home)).toBe(`✗ Bash \`npm test\` — failed
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

Todos
☑ Count
☐ Add
`);
    const full = await shown(home, "--detail", "full");
    expect(full).toContain(output.replace(/^/gm, "    "));
    expect(full).toContain("--- a.ts");
    expect(full).not.toContain("more lines");
    const conversation = await shown(home, "--detail", "conversation");
    expect(conversation).toContain("✗ Bash `npm test` — failed\n▸ Read `a.ts` — 1 line\n▸ Edit");
    expect(conversation).not.toContain("line 1\n");
  });

  it("shows a sub-agent behind a bar, with its calls as lines", async () => {
    const { stdout } = await chatexport(examples, "show", "99308a78", "--home", examples);
    expect(stdout).toContain(`▸ Agent Map Redis and the checkout
  │ ┃ 1 · Task · 2026-11-03 13:40 UTC
`);
    expect(stdout).toContain("  │ ▸ Read `src/redis.ts` — 5 lines\n  │ ▸ Read");
  });

  it("shows the lines that were left when it is told to", async () => {
    const left = spoken(id, { uuid: "b1", after: "u1", role: "assistant", content: "Left behind" });
    const home = homeWith({ id, lines: [left] });
    const active = await chatexport(home, "show", id);
    expect(active.stdout).not.toContain("Left behind");
    expect(active.stdout).toContain("not shown, `--branches all` shows");
    const { stdout } = await chatexport(home, "show", id, "--branches", "all");
    expect(stdout).toMatch(/^Branch 1 ─+$/m);
    expect(stdout).toContain("│ Left behind");
  });
});
