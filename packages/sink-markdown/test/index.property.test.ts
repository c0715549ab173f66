import type { IndexEntry } from "@chatexport/core";
import { entryPrompt, isLegible, oneLine, titleOf } from "@chatexport/document";
import { prompt, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import type { Link, ListItem, Nodes, Root } from "mdast";
import { expect, test } from "vitest";
import { documentOf, indexOf, nodesOf, parse, textOf } from "./document.js";
import { hostileMarkdown } from "./hostile.js";
import { remembered } from "./same-samples.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 150);

const time = fc.constantFrom("2026-01-02T10:00:00Z", "2026-01-03T10:00:00Z", "never");
const path = hostileMarkdown.map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, "")));

const entry: fc.Arbitrary<IndexEntry> = fc
  .record(
    {
      id: hostileMarkdown,
      source: hostileMarkdown,
      title: hostileMarkdown,
      project: hostileMarkdown,
      startedAt: time,
      updatedAt: time,
      model: hostileMarkdown,
      firstPrompt: hostileMarkdown,
      messageCount: fc.nat(),
      subagentCount: fc.nat(),
      state: fc.constantFrom("vanished" as const, "decayed" as const),
      href: path.map((name) => `demo/${name}.md`),
    },
    { requiredKeys: ["id", "source", "href"] },
  )
  .map((each) => each as IndexEntry);

const entries = fc.uniqueArray(entry, { maxLength: 8, selector: ({ href }) => href });

// All properties are asked of the same entries, so that each index is written and read but once.
const read = remembered(
  async (entries: IndexEntry[]) => parse(await indexOf(entries)),
  (entries) => JSON.stringify(entries),
);

function always(
  property: (index: Root, entries: IndexEntry[]) => void | Promise<void>,
): () => Promise<void> {
  const run = async (entries: IndexEntry[]) => property(await read(entries), entries);
  return () => fc.assert(fc.asyncProperty(entries, run), { numRuns });
}

/** Links to documents, in order. */
function linksOf(index: Nodes): Link[] {
  return [...nodesOf(index)].filter((node) => node.type === "link").filter(isToDocument);
}

function isToDocument({ url }: Link): boolean {
  return !url.startsWith("#");
}

/** The list items of sessions, in order. */
function itemsOf(index: Root): ListItem[] {
  const items = [...nodesOf(index)].filter((node) => node.type === "listItem");
  return items.filter((item) => linksOf(item).length > 0);
}

test(
  "an index has one link for each session, with its title and target",
  always((index, entries) => {
    const links = linksOf(index).map((link) => `${link.url} ${textOf(link)}`);
    const wanted = entries.map(({ href, id, title = "" }) => `${href} ${titleOf({ id, title })}`);
    expect(links.sort()).toEqual(wanted.sort());
    expect(itemsOf(index).map((item) => linksOf(item).length)).toEqual(entries.map(() => 1));
  }),
);

test(
  "the only HTML in an index are anchors, to which links from documents lead",
  always(async (index, entries) => {
    const html = [...nodesOf(index)].flatMap((node) => (node.type === "html" ? [node.value] : []));
    const anchors = html.filter((value) => value !== "</a>").map(anchorIn);
    expect(html).toHaveLength(2 * entries.length);
    const fragments: string[] = [];
    for (const { id } of entries) fragments.push(await fragmentTo(id));
    expect(anchors.sort()).toEqual(fragments.sort());
  }),
);

test(
  "an index is made of headings, totals and tight lists, and strangers' text is only text",
  always((index) => {
    for (const node of index.children)
      expect(["heading", "paragraph", "list"]).toContain(node.type);
    for (const node of nodesOf(index)) {
      expect(allowed).toContain(node.type);
      if (node.type === "inlineCode") expect(node.value).toMatch(/:\/\/|www\.|@/i);
      if (node.type === "list") expect(node.spread).toBe(false);
      if (node.type === "emphasis") expect(textOf(node)).toMatch(/^(no longer|from before)/);
      if (node.type === "heading" && node.depth === 1) expect(textOf(node)).toBe("Sessions");
    }
  }),
);

test(
  "a prompt reads as it is told, and a source as it was written",
  always((index, entries) => {
    const items = itemsOf(index).map(textOf).join("\n");
    for (const each of entries) {
      const { source } = each;
      const asked = entryPrompt(each);
      if (asked !== undefined) expect(items).toContain(`“${asked}”`);
      if (isLegible(source)) expect(items).toContain(oneLine(source, 60));
    }
  }),
);

test("a link of an index leads to a file nearby, whatever the host says", async () => {
  const here = new URL("https://archive.example/a/index.md");
  const run = async (href: string) => {
    const [link] = linksOf(parse(await indexOf([{ id: "1", source: "demo", href }])));
    expect(new URL(link?.url ?? "https://elsewhere.example", here).origin).toBe(here.origin);
  };
  const hrefs = ["//a.b", "\\\\a.b", "javascript:x", " https://a.b", "\t//a.b", ""];
  const examples = hrefs.map((href): [string] => [href]);
  await fc.assert(fc.asyncProperty(hostileMarkdown, run), { numRuns, examples });
});

const allowed = [
  "root",
  "heading",
  "paragraph",
  "list",
  "listItem",
  "link",
  "html",
  "text",
  "inlineCode",
  "break",
  "emphasis",
];

/** The id of an anchor as a browser reads it. */
function anchorIn(html: string): string {
  const id = /^<a id="([^"<>\n]*)">$/.exec(html)?.[1] ?? "not an anchor";
  return id.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** The place that a document names for another session. */
async function fragmentTo(sessionId: string): Promise<string> {
  const session = sessionOf([prompt("prompt", "Go on.")], {
    parent: { sessionId, relation: "fork" },
  });
  const document = parse(await documentOf(session, {}, { index: "../index.md" }));
  const [link] = linksOf(document);
  return decodeURIComponent(link?.url.replace("../index.md#", "") ?? "no link");
}
