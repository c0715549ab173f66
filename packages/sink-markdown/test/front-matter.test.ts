import type { Session } from "@chatexport/core";
import { answer, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { documentOf } from "./document.js";
import { hostileMarkdown } from "./hostile.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 300);

/** The front matter of a document, without the lines around it. */
async function frontMatterOf(session: Session): Promise<string> {
  const document = await documentOf(session);
  return /^---\n([\s\S]*?)\n---\n\n# /.exec(document)?.[1] ?? "no front matter";
}

test("front matter says what is known, and nothing else", async () => {
  const session = sessionOf([], {
    project: { name: "shop" },
    cwd: "C:\\x",
    git: { branch: "main" },
    model: "m-1",
    startedAt: "2026-01-02T03:04:05.678Z",
    updatedAt: "2026-01-02T03:04:06Z",
    usage: { inputTokens: 5 },
    parent: { sessionId: "other", relation: "fork" },
  });
  expect((await frontMatterOf(session)).split("\n")).toEqual([
    "title: A title",
    "id: 5f0c7d1e",
    "source: demo",
    "project: shop",
    "cwd: C:\\x",
    "branch: main",
    "model: m-1",
    "started: 2026-01-02T03:04:05",
    "updated: 2026-01-02T03:04:06",
    "timezone: UTC",
    "messages: 0",
    "parent: other",
    "relation: fork",
    "input_tokens: 5",
    "tags:",
    "  - chatexport",
    "  - demo",
  ]);
  const { title: _, ...untitled } = sessionOf([]);
  expect(parse(await frontMatterOf(untitled))).toEqual({
    id: "5f0c7d1e",
    source: "demo",
    messages: 0,
    tags: ["chatexport", "demo"],
  });
});

test("says how much of what the tool added is not shown", async () => {
  const reminder = { type: "text" as const, text: "Be kind.", synthetic: "reminder" as const };
  const session = sessionOf([answer("a", reminder, reminder)]);
  expect(parse(await frontMatterOf(session))).toMatchObject({ hidden: 2 });
});

test("a time of another shape stays as it is", async () => {
  const yaml = await frontMatterOf(sessionOf([], { startedAt: "2026-01-02T03:04:05+02:00" }));
  expect(parse(yaml)).toMatchObject({ started: "2026-01-02T03:04:05+02:00" });
  expect(yaml).not.toContain("timezone");
});

test("a tag is of letters, numbers and dashes, and none without a letter", async () => {
  const tagsOf = async (source: string) =>
    parse(await frontMatterOf(sessionOf([], { source }))).tags;
  expect(await tagsOf("my tool, #2")).toEqual(["chatexport", "my-tool-2"]);
  expect(await tagsOf("2026")).toEqual(["chatexport"]);
});

test.each([
  ...["true", "Null", "~", "42", "-1", ".5", "1e5", "5e-10", "0x1f", "0o17", ".inf", "2026-01-02"],
  ...[
    "a: b",
    "a:",
    "a #b",
    "# a",
    "- a",
    "? a",
    "&a",
    "*a",
    "a ",
    " a",
    "{a}",
    "'a'",
    '"a" b',
    "a\tb",
  ],
  ...["yes", "a-", "a:b", "a#b", "/a b", "It's 5", "Größe", "1 a", "a, b", "a?", "c:\\d"],
])("%j is read back as a text", async (text) => {
  const yaml = await frontMatterOf(sessionOf([], { cwd: text, model: text }));
  expect(parse(yaml)).toMatchObject({ cwd: text, model: text });
});

test("whatever it says is in one line, is no Markdown that loads or runs, and can be read back", async () => {
  const run = async (text: string) => {
    const facts = { id: text, source: text, cwd: text, model: text };
    const yaml = await frontMatterOf(
      sessionOf([], { ...facts, project: { name: text }, git: { branch: text } }),
    );
    const { tags, ...rest } = parse(yaml);
    expect(rest).toEqual({ title: "A title", ...facts, project: text, branch: text, messages: 0 });
    expect(yaml.split("\n")).toHaveLength(9 + tags.length);
    expect(yaml).not.toMatch(/<|!\[|\]\(|[^\P{Cc}\n]|\p{Cs}|[\u2028\u2029\ufeff]/u);
  };
  const examples: [string][] = [
    [`${"x".repeat(90)}\n# y`],
    ["\u0085\u009f\u2028\u2029\ufeff\ufffe\ud800"],
    ["[a](javascript:b)"],
    ["---\nid: other"],
  ];
  await fc.assert(fc.asyncProperty(hostileMarkdown, run), { numRuns, examples });
});
