import type { Session } from "@chatexport/core";
import { visible } from "@chatexport/document";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import type { Root } from "mdast";
import { expect, test } from "vitest";
import { documentOf, htmlOf, nodesOf, parse, readAlone, textOf } from "./document.js";
import { hostileMarkdown } from "./hostile.js";
import { remembered } from "./same-samples.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 300);

/** A session in which a text stands wherever bodies may stand, and as a prompt, which is no Markdown. */
function sessionWith(text: string): Session {
  const said = { type: "text" as const, text };
  return sessionOf([
    prompt("prompt", text),
    answer("answer", { type: "reasoning", text }, said, said),
    { id: "system", role: "system", parts: [{ type: "compaction", summary: text }] },
    prompt("last", "Go on."),
  ]);
}
const places = 4;

/** A document from its first answer on: in a prompt, the text is plain. */
function withoutPrompt({ children, ...root }: Root): Root {
  const answer = children.findIndex((node) => node.type === "heading" && node.depth === 3);
  return { ...root, children: children.slice(answer) };
}

/** A property of a document, given what the body holds by itself. */
type Property = (document: Root, body: Root, text: string) => void;

// All properties are asked of the same bodies, so that each is rendered and read but once.
const read = remembered(async (text: string) => ({
  document: parse(await documentOf(sessionWith(text))),
  body: readAlone(visible(text)),
}));

function always(property: Property): () => Promise<void> {
  const run = async (text: string) => {
    fc.pre(visible(text).trim() !== "");
    const { document, body } = await read(text);
    property(document, body, text);
  };
  return () => fc.assert(fc.asyncProperty(hostileMarkdown, run), { numRuns });
}

function valuesOf(tree: Root, type: "code" | "inlineCode"): string[] {
  const values: string[] = [];
  for (const node of nodesOf(tree)) if (node.type === type) values.push(node.value);
  return values;
}

function repeated<T>(list: readonly T[]): T[] {
  return Array.from({ length: places }, () => list).flat();
}

test(
  "the headings of the first three levels are the document's own",
  always((document) => {
    const headings: string[] = [];
    for (const node of nodesOf(document))
      if (node.type === "heading" && node.depth <= 3)
        headings.push(textOf(node).replace(/: .*/s, ""));
    expect(headings).toEqual(["A title", "1 · You", "Assistant", "2 · You"]);
  }),
);

test(
  "all HTML is the document's own",
  always((document) => {
    const own = [...htmlOf(document)].filter((value) => value !== "<!-- -->");
    expect(own).toEqual([
      "<details><summary>Reasoning</summary>",
      "</details>",
      "<details><summary>Conversation compacted</summary>",
      "</details>",
    ]);
    const outer = document.children.filter(({ type }) => type === "html");
    expect(outer).toHaveLength([...htmlOf(document)].length);
  }),
);

test(
  "nothing is defined, nothing is loaded, and no link can run code",
  always((document) => {
    for (const node of nodesOf(document)) {
      expect(node.type).not.toMatch(/definition|image|footnote/i);
      if (node.type === "link")
        expect(node.url.replace(/[^!-~]/g, "")).not.toMatch(/^(javascript|data|vbscript|file):/i);
    }
  }),
);

test(
  "code blocks hold what they hold in the body alone",
  always((document, body, text) => {
    fc.pre(!isDisputed(text));
    // White space at the very end of a body is not kept.
    const codes = (tree: Root) => valuesOf(tree, "code").map((value) => value.trimEnd());
    expect(codes(withoutPrompt(document))).toEqual(repeated(codes(body)));
  }),
);

test(
  "code spans hold what they hold in the body alone",
  always((document, body, text) => {
    fc.pre(!isDisputed(text) && !hasBareUrl(text));
    const spans = (tree: Root) =>
      valuesOf(tree, "inlineCode").map((value) => value.replace(/\s+/g, " ").trim());
    expect(spans(withoutPrompt(document))).toEqual(repeated(spans(body)));
  }),
);

test(
  "every visible character of a body is in the document, in order",
  always((document, body, text) => {
    fc.pre(!isDisputed(text) && !hasBareUrl(text));
    const seen = visibleCharacters(withoutPrompt(document));
    const wanted = repeated([visibleCharacters(body)]).join("");
    expect(isWithin(wanted, seen)).toBe(true);
  }),
);

test("every letter and digit that was typed is in the document, in order", () => {
  const letters = (all: string) => all.replace(/[^\p{L}\p{N}]+/gu, "");
  const run = async (text: string) => {
    const document = await documentOf(sessionOf([prompt("prompt", text)]));
    expect(isWithin(letters(visible(text)), letters(document))).toBe(true);
  };
  return fc.assert(fc.asyncProperty(hostileMarkdown, run), { numRuns });
});

// Where readers differ, the document makes them agree, so that one of them is contradicted: on
// indented code right below a quotation, and on markup within bare URLs.
function isDisputed(text: string): boolean {
  return />.*\n {0,3}( {4}|\t)/.test(visible(text));
}

function hasBareUrl(text: string): boolean {
  return /:\/\/|www\./i.test(text);
}

// Marks of headings that are underlined, of emphasis and of escapes are no text.
function visibleCharacters(tree: Root): string {
  return textOf(tree).replace(/[\s=\-*_~\\]+/g, "");
}

function isWithin(wanted: string, text: string): boolean {
  let found = 0;
  for (let at = 0; at < text.length && found < wanted.length; at++)
    if (text[at] === wanted[found]) found++;
  return found === wanted.length;
}
