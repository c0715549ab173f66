import type { Session, SinkContext, TaskCall } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import type { MarkdownOptions } from "../src/index.js";
import { documentOf } from "./document.js";

function taskFor(subagent: string): TaskCall {
  const content = [{ type: "text" as const, text: `Report of ${subagent}` }];
  const result = { isError: false, content };
  const shape = { type: "tool-call" as const, id: subagent, name: "Task", kind: "task" as const };
  return { ...shape, status: "completed", task: `Ask ${subagent}`, subagent, result };
}

/** A sub-agent that starts others, each with a call. */
function agent(id: string, rest: Partial<Session> = {}): Session {
  const calls = (rest.subagents ?? []).map((one) => taskFor(one.id));
  const parent = { sessionId: "5f0c7d1e", relation: "subagent" as const };
  const said = { type: "text" as const, text: `Words of ${id}` };
  const messages = [prompt("prompt", `Ask ${id}`), answer("answer", said, ...calls)];
  return { ...sessionOf(messages, { title: `The ${id}`, parent, ...rest }), id };
}

const finder = agent("finder", { subagents: [agent("reader")] });
const sorter = agent("sorter");
const session = sessionOf([prompt("prompt", "Tidy up."), answer("answer", taskFor("finder"))], {
  title: "Tidy <up>",
  subagents: [finder, sorter, agent("shrinker", { purpose: "compaction" })],
});

/** The document and the pages by name, from a host that has a folder. */
async function pagesOf(options: MarkdownOptions): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  const document = await documentOf(session, options, {
    index: "../../../index.md",
    async page(name, content) {
      const link = `${name.toLowerCase().replaceAll(" ", "-")}.md`;
      pages[link] = "";
      for await (const piece of content) pages[link] += String(piece);
      return link;
    },
  });
  return { document, ...pages };
}

test("a folder has a page for each sub-agent, and a link to it in the call that started it", async () => {
  const { document = "", ...pages } = await pagesOf({ layout: "folder" });
  expect(Object.keys(pages).sort()).toEqual([
    "the-finder-finder.md",
    "the-reader-reader.md",
    "the-sorter-sorter.md",
  ]);
  expect(document).toContain(
    "<details><summary>Task: Ask finder</summary>\n\n> Sub-agent [`finder`](the-finder-finder.md)\n\n**Task**\n\nAsk finder\n\n**Output**\n\nReport of finder\n\n</details>\n",
  );
  expect(document).not.toContain("Words of");
  expect(pages["the-finder-finder.md"]).toContain(
    "> Sub-agent [`reader`](the-reader-reader.md)\n\n**Task**",
  );
});

test("a page is a document of its own that leads back", async () => {
  const pages = await pagesOf({ layout: "folder" });
  for (const id of ["finder", "reader", "sorter"]) {
    const page = pages[`the-${id}-${id}.md`];
    expect(page).toMatch(new RegExp(`^---\ntitle: The ${id}\nid: ${id}\n`));
    expect(page).toContain(`\n# The ${id}\n\n> Sub-agent of [Tidy \\<up>](index.md)\n`);
    // Headings, as nothing is folded around them.
    expect(page).toContain(
      `\n## 1 · Task: Ask ${id}\n\nAsk ${id}\n\n### Sub-agent\n\nWords of ${id}\n`,
    );
  }
});

test("a sub-agent that no call started is linked to at the end, one of the tool's own is counted", async () => {
  const { document = "" } = await pagesOf({ layout: "folder" });
  expect(document).toMatch(
    /\n## Sub-agents\n\nThe sorter \[`sorter`\]\(the-sorter-sorter\.md\)\n$/,
  );
  expect(document).toContain("*1 sub-agent that the tool started to compact the conversation not");
  const full = await pagesOf({ layout: "folder", detail: "full" });
  expect(Object.keys(full)).toContain("the-shrinker-shrinker.md");
  expect(full.document).toContain("The shrinker [`shrinker`](the-shrinker-shrinker.md)\n");
});

test("where only the conversation is shown, or all is one file, there are no pages", async () => {
  const talk = { detail: "conversation" as const };
  expect(await pagesOf({ ...talk, layout: "folder" })).toEqual(await pagesOf(talk));
  expect(Object.keys(await pagesOf({ layout: "file" }))).toEqual(["document"]);
});

test("a host without folders gets one document with everything", async () => {
  const document = await documentOf(session, { layout: "folder" });
  expect(document).toBe(await documentOf(session));
  for (const id of ["finder", "reader", "sorter"]) expect(document).toContain(`Words of ${id}`);
});

test("pages do not lead to each other through the index, which does not know them", async () => {
  const copy = {
    ...prompt("prompt", "As before."),
    copiedFrom: { sessionId: "sorter", messageId: "1" },
  };
  const copying = { ...finder, messages: [copy, ...finder.messages] };
  const whole = { ...session, subagents: [copying, sorter] };
  const pages: string[] = [];
  const document = await documentOf(
    whole,
    { layout: "folder" },
    {
      index: "../../../index.md",
      async page(name, content) {
        for await (const piece of content) pages.push(String(piece));
        return `${name}.md`;
      },
    },
  );
  expect(`${document}${pages.join("")}`).not.toContain("../index.md");
  expect(pages.join("")).toContain("1 message copied from session: <code>sorter</code>");
});

test("a text that shows only its ends is a file of the folder", async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");
  const long = sessionOf([
    prompt("prompt", "Print."),
    answer("answer", {
      type: "tool-call",
      id: "run",
      name: "Bash",
      kind: "execute",
      status: "completed",
      command: "seq 60",
      result: { isError: false, content: [{ type: "text", text: lines }] },
    }),
  ]);
  const given: string[] = [];
  const host: Partial<SinkContext> = {
    page: async () => "page.md",
    async asset(bytes, mediaType) {
      given.push(mediaType, Buffer.from(bytes).toString());
      return "files/1.txt";
    },
  };
  const link =
    "line 12\n```\n\n*40 lines left out* · [all 60 lines](files/1.txt)\n\n```\nline 53\n";
  expect(await documentOf(long, { layout: "folder" }, host)).toContain(link);
  expect(given).toEqual(["text/plain", lines]);
  // One file is all there is elsewhere, and a whole text needs no second copy.
  expect(await documentOf(long, {}, host)).not.toContain("files/");
  expect(await documentOf(long, { layout: "folder", detail: "full" }, host)).not.toContain(
    "files/",
  );
  expect(given).toHaveLength(2);
});
