import type { Session } from "@chatexport/core";
import { visible } from "@chatexport/document";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import type { Root } from "mdast";
import { expect, test } from "vitest";
import { toMarkdown } from "../src/to-markdown.js";
import { htmlOf, nodesOf, parse, textOf } from "./document.js";
import { hostileMarkdown } from "./hostile.js";
import { anyMarkdown } from "./markdown.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 300);

/** A session in which a text stands wherever texts may stand. */
function sessionWith(text: string): Session {
  const said = { type: "text" as const, text };
  return sessionOf([
    prompt("prompt", text),
    answer("answer", { type: "reasoning", text }, said, said),
    prompt("last", "Go on."),
  ]);
}

/** Has every text written anew. */
const touch = () => (root: Root) => {
  for (const node of nodesOf(root))
    if (node.type === "text" || node.type === "code") Object.assign(node, { touched: true });
};

test("what plugins change is as harmless as what they leave", () =>
  fc.assert(
    fc.property(fc.oneof(hostileMarkdown, anyMarkdown), (text) => {
      fc.pre(visible(text).trim() !== "");
      const document = parse(toMarkdown(sessionWith(text), { remarkPlugins: [touch] }));
      const headings: string[] = [];
      for (const node of nodesOf(document)) {
        if (node.type === "heading" && node.depth <= 3)
          headings.push(textOf(node).replace(/: .*/s, ""));
        expect(node.type).not.toMatch(/definition|image|footnote/i);
        if (node.type === "link")
          expect(node.url.replace(/[^!-~]/g, "")).not.toMatch(/^(javascript|data|vbscript|file):/i);
      }
      expect(headings).toEqual(["A title", "1 · You", "Assistant", "2 · You"]);
      expect([...htmlOf(document)].filter((value) => !/^<!--[ ]?-->$/.test(value))).toEqual([
        "<details><summary>Reasoning</summary>",
        "</details>",
      ]);
    }),
    {
      numRuns,
      examples: [
        ["\ufeff# \n\nA parser drops the mark"],
        ["\ufeff[^a]: x*"],
        ["(]b\n>-\n\\-"],
        ["- [ ] ``` a`b `` <b> |\n      ```ts\n      ![g](h.png) `"],
      ],
    },
  ));
