import { answer, prompt, sampleSessions, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { rehype } from "rehype";
import { expect, test } from "vitest";
import { toHtml } from "../src/to-html.js";
import { hostileMarkdown } from "./hostile.js";
import { pageOf } from "./page.js";

/** The fields of a node that plugins of rehype know. */
interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const nothing = () => () => {};
const reader = rehype().freeze();

/** A page as it is read, without places. */
function treeOf(page: string): unknown {
  return JSON.parse(
    JSON.stringify(reader.parse(page), (name, value) => (name === "position" ? undefined : value)),
  );
}

/** Opens every fold with a class of its own. */
const openFolds = (name: string) => (root: Node) => open(root, name);

function open({ tagName, properties = {}, children = [] }: Node, name: string): void {
  if (tagName === "details") Object.assign(properties, { open: true, className: [name] });
  for (const child of children) open(child, name);
}

const session = sessionOf([
  prompt("1", "Look <b>here</b>."),
  answer("2", { type: "reasoning", text: "Where?" }, "There."),
]);

test("a page of which no plugin changes anything reads as the page without plugins", async () => {
  for (const one of sampleSessions()) {
    const plain = toHtml(one);
    const page = toHtml(one, { rehypePlugins: [nothing] });
    expect(treeOf(page)).toEqual(treeOf(plain));
    expect(await pageOf(one, { rehypePlugins: [nothing] })).toBe(page);
  }
});

test("whatever a text is, it stays a text", () => {
  const property = fc.property(hostileMarkdown, (text) => {
    const one = sessionOf([prompt(`p${text}`, text), answer("a", text)], { title: text });
    const page = toHtml(one, { rehypePlugins: [nothing] });
    expect(treeOf(page)).toEqual(treeOf(toHtml(one)));
  });
  fc.assert(property, { numRuns: 50 });
});

test("a plugin changes the page as a whole, with its options", () => {
  const page = toHtml(session, { rehypePlugins: [[openFolds, "seen"]] });
  expect(page).toMatch(/<details class="seen"[^>]* open/);
  expect(page).toContain("Look &#x3C;b>here&#x3C;/b>.");
});

test("a plugin may be asynchronous in the sink", async () => {
  const late = () => async (root: Node) => {
    await Promise.resolve();
    open(root, "late");
  };
  expect(await pageOf(session, { rehypePlugins: [late] })).toContain('class="late"');
  expect(() => toHtml(session, { rehypePlugins: [late] })).toThrow(/async/);
});

test("what a plugin throws is thrown", async () => {
  const broken = () => () => {
    throw new Error("no page");
  };
  await expect(pageOf(session, { rehypePlugins: [broken] })).rejects.toThrow("no page");
});
