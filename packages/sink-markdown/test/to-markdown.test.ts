import { documentTree, settingsOf } from "@chatexport/document";
import { answer, prompt, said, sampleSessions, sessionOf } from "@chatexport/testkit";
import type { Root } from "mdast";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { expect, test } from "vitest";
import { remarkChatexport, toMarkdown } from "../src/to-markdown.js";
import { documentOf } from "./document.js";

test.each(["conversation", "standard", "full"] as const)(
  "a session is the same document with and without a host, at the detail %s",
  async (detail) => {
    for (const session of sampleSessions())
      expect(toMarkdown(session, { detail })).toBe(await documentOf(session, { detail }));
  },
);

test("a program puts plugins of its own behind the one for documents", () => {
  const session = sessionOf([prompt("1", "Look *here*."), answer("2", said("Seen."))]);
  const processor = unified()
    .use(remarkChatexport)
    .use(() => (tree: Root) => {
      tree.children = tree.children.filter(({ type }) => type !== "verbatim");
    })
    .use(remarkStringify);
  const root = { type: "root" as const, children: [...documentTree(session, settingsOf({}))] };
  expect(processor.stringify(processor.runSync(root))).toBe(
    '<a id="p1"></a>\n\n## 1 · You: Look \\*here\\*.\n\n### Assistant\n',
  );
});
