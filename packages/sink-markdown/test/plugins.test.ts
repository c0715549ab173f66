import { answer, prompt, ran, said, sampleSessions, sessionOf } from "@chatexport/testkit";
import type { Nodes, Root } from "mdast";
import { describe, expect, test } from "vitest";
import type { Bodies } from "../src/index.js";
import { toMarkdown } from "../src/to-markdown.js";
import { documentOf, nodesOf } from "./document.js";

const nothing = () => () => {};

const todos = [
  { text: "a_b c", status: "completed" as const },
  { text: "d", status: "pending" as const },
];

/** Sessions of all that there is; in the last, what is to be done asks for escapes. */
const sessions = [
  ...sampleSessions(),
  sessionOf([answer("1", { ...ran("", ""), kind: "plan", todos })]),
];

/** The nodes that a plugin finds. */
function found(text: string, bodies: Bodies = "parsed"): Nodes[] {
  const nodes: Nodes[] = [];
  const look = () => (root: Root) => void nodes.push(...nodesOf(root));
  toMarkdown(sessionOf([answer("1", said(text))]), { remarkPlugins: [look], bodies });
  return nodes;
}

describe.each<Bodies>(["parsed", "verbatim"])("with texts that are %s", (bodies) => {
  test.each(["conversation", "standard", "full"] as const)(
    "what no plugin changes stays byte for byte, at the detail %s",
    async (detail) => {
      for (const session of sessions) {
        const plain = toMarkdown(session, { detail });
        const options = { detail, bodies, remarkPlugins: [nothing] };
        expect(toMarkdown(session, options)).toBe(plain);
        expect(await documentOf(session, options)).toBe(plain);
      }
    },
  );

  test("a plugin finds the whole document at once, with its options", () => {
    const types: string[] = [];
    const look = (to: string[]) => (root: Root) =>
      void to.push(...root.children.map(({ type }) => type));
    const session = sessionOf([prompt("1", "Look."), answer("2", said("Seen."))]);
    toMarkdown(session, { bodies, remarkPlugins: [[look, types]] });
    const text = bodies === "parsed" ? "paragraph" : "verbatim";
    expect(types).toEqual([
      ...["yaml", "heading", "paragraph", "html", "heading", text],
      ...["heading", text],
    ]);
  });

  test("what Markdown would join stays apart when what stood between is gone", () => {
    const session = sessionOf([prompt("1", "- a"), answer("2", said("- b"))]);
    const drop = () => (root: Root) => {
      root.children = root.children.filter(({ type }) => type !== "heading");
    };
    expect(toMarkdown(session, { bodies, remarkPlugins: [drop] })).toMatch(
      /- a\n\n<!-- -->\n\n- b\n$/,
    );
  });
});

test.each(["conversation", "standard", "full"] as const)(
  "a plugin finds every tool call by its node, at the detail %s",
  (detail) => {
    const calls: unknown[] = [];
    const look = () => (root: Root) => {
      for (const node of nodesOf(root)) if ("call" in node) calls.push(node.call);
    };
    const called = [ran("ls", "a"), ran("true", ""), { ...ran("rm", ""), kind: "delete" as const }];
    const session = sessionOf([prompt("1", "Go."), answer("2", ...called)]);
    toMarkdown(session, { detail, remarkPlugins: [look] });
    expect(calls).toEqual(called);
  },
);

test("a plugin finds words, lists and links in texts, but no HTML", () => {
  const types = found("See *this* <b>:\n\n- https://example.org\n\n| a |\n| - |\n").map(
    ({ type }) => type,
  );
  for (const type of ["emphasis", "listItem", "link", "tableCell"] as const)
    expect(types).toContain(type);
  expect(types).not.toContain("html");
});

test("only the texts that a plugin changes are written anew", () => {
  const text = (word: string) => `* ${word}\n* _two_\n\n<b>`;
  const session = sessionOf([answer("1", said(text("one"))), answer("2", said(text("1")))]);
  const shout = () => (root: Root) => {
    for (const node of nodesOf(root))
      if (node.type === "text" && node.value === "one") node.value = "ONE <i>";
  };
  const document = toMarkdown(session, { remarkPlugins: [shout] });
  expect(document).toContain("- ONE \\<i>\n- *two*\n\n\\<b>\n");
  expect(document).toContain("* 1\n* _two_\n\n\\<b>\n");
});

test("what plugins note for each other changes no text", () => {
  const note = () => (root: Root) => {
    for (const node of nodesOf(root)) Object.assign(node, { data: { seen: true } });
  };
  const session = sessionOf([answer("1", said("* _one_"))]);
  expect(toMarkdown(session, { remarkPlugins: [note] })).toBe(toMarkdown(session));
});

test("a text that is too long or too deep for the parser is one node", () => {
  for (const text of ["a ".repeat(100_000), "> ".repeat(200), "- ".repeat(2000), "> ".repeat(9000)])
    expect(found(`${text}b`).map(({ type }) => type)).toContain("verbatim");
});

test("a plugin may be asynchronous in the sink", async () => {
  const late = () => async (root: Root) => {
    await Promise.resolve();
    root.children.splice(1);
  };
  const document = await documentOf(sessionOf([prompt("1", "a")]), { remarkPlugins: [late] });
  expect(document).toMatch(/^---\n.*\n---\n$/s);
  expect(() => toMarkdown(sessionOf([]), { remarkPlugins: [late] })).toThrow(/async/);
});

test("what a plugin throws is thrown", async () => {
  const remarkPlugins = [
    () => () => {
      throw new Error("no words");
    },
  ];
  await expect(documentOf(sessionOf([]), { remarkPlugins })).rejects.toThrow("no words");
  expect(() => toMarkdown(sessionOf([]), { remarkPlugins })).toThrow("no words");
});
