import type { Part, Session, ToolCall } from "@chatexport/core";
import { answer, prompt, ran, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileMarkdown } from "./hostile.js";
import { pageOf } from "./page.js";
import { misnested, strangeTags, tagsOf } from "./tags.js";

// Halves of characters, and all control characters but those that make up lines.
const unwritable = /\p{Cs}|[^\P{Cc}\t\n]/u;

/** A session that says a text in every place where a text can be. */
function everywhere(text: string): Session {
  const file: Part = {
    type: "file",
    from: "upload",
    name: text,
    path: text,
    mediaType: text,
    data: "AAAA",
  };
  const edits = [{ path: text, kind: "update" as const, before: text, after: `${text}x` }];
  const todos = [{ text, status: "pending" as const }];
  const questions = [
    { header: text, text, options: [{ label: text, description: text }], answers: [text] },
  ];
  const call = (rest: object) => ({ ...ran(text, text), ...rest }) as ToolCall;
  return sessionOf(
    [
      prompt(`p${text}`, text, file, { ...file, data: undefined, url: text } as never),
      {
        ...answer(
          `a${text}`,
          text,
          { type: "reasoning", text },
          ran(text, text, { name: text, title: text }),
        ),
        model: text,
        createdAt: text,
      },
      answer("b", call({ kind: "edit", edits, status: "failed" })),
      answer("c", call({ kind: "plan", todos, text }), call({ kind: "question", questions })),
      answer("d", call({ kind: "other", input: { [text]: text } }), {
        type: "notice",
        level: "error",
        text,
      }),
      answer(
        "e",
        { type: "compaction", summary: text },
        { type: "unknown", recordType: text, native: text },
      ),
      { ...prompt("f", text), copiedFrom: { sessionId: text, messageId: text } },
    ],
    {
      id: text,
      source: text,
      title: text,
      cwd: text,
      project: { name: text },
      git: { branch: text },
      model: text,
      startedAt: text,
      parent: { sessionId: text, relation: "fork" },
      branches: [
        { id: text, forkedFrom: "b", reason: "edit", messages: [answer(`g${text}`, text)] },
      ],
    },
  );
}

describe("a hostile text", () => {
  test("never becomes markup that is not ours, in whatever company", async () => {
    const property = fc.asyncProperty(hostileMarkdown, async (text) => {
      const page = await pageOf(everywhere(text), { detail: "full" });
      expect(strangeTags(tagsOf(page))).toEqual([]);
      expect([...misnested(tagsOf(page))]).toEqual([]);
      expect(page).not.toMatch(unwritable);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test("is shown where it could turn code around", async () => {
    const page = await pageOf(sessionOf([answer("a", "`a\u202eb`", "```js\na\u2066b\n```")]));
    expect(page).toContain('<code>a<span class="direction" title="U+202E">\u202e</span>b</code>');
    expect(page).toContain('<span class="direction" title="U+2066">');
  });
});

describe("a text that is hard to read", () => {
  const hard = {
    quotes: ">".repeat(100_000),
    brackets: "[".repeat(100_000),
    emphasis: "*a ".repeat(50_000),
    images: "![".repeat(50_000),
    list: "1. ".repeat(30_000),
    line: "word ".repeat(200_000),
    cells: "a|b\n-|-\n".padEnd(50_000, "x\n"),
    "links in code": `\`\`\`markdown\n${"[a](".repeat(4000)}\n\`\`\``,
    "names in code": `\`\`\`js\n${"a".repeat(9_000)}\n\`\`\``,
  };

  test.each(Object.entries(hard))("takes little time: %s", async (_, text) => {
    const start = process.cpuUsage();
    const page = await pageOf(sessionOf([answer("a", text)]));
    expect(page.length).toBeGreaterThan(text.length / 2);
    // Of the processor, whatever else it does meanwhile.
    expect(process.cpuUsage(start).user).toBeLessThan(10e6);
  });

  test("is shown as it was written when it is nested too deep", async () => {
    const page = await pageOf(sessionOf([answer("a", `${"> ".repeat(500)}the end`)]));
    expect(page).toContain(`<div class="body plain">${"&gt; ".repeat(500)}the end</div>`);
  });
});
