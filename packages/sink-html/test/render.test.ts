import { createHash } from "node:crypto";
import type { ToolCall } from "@chatexport/core";
import { answer, prompt, ran, resultOf, sessionOf, taskFor } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import html, { type HtmlOptions } from "../src/index.js";
import { conversationOf, pageOf, piecesOf } from "./page.js";
import { tagsOf } from "./tags.js";

function many(count: number) {
  return Array.from({ length: count }, (_, index) => prompt(`${index}`, "word ".repeat(100)));
}

describe("a page", () => {
  test("comes in pieces, so that a huge session is never one string", async () => {
    const pieces = await piecesOf(sessionOf(many(2000)));
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(500_000);
  });

  test("allows itself nothing but its own styles and scripts", async () => {
    const page = await pageOf(sessionOf([prompt("a", "Hello")]));
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    const hashes = (element: string) =>
      [...page.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g"))].map(
        ([, content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`,
      );
    expect(policy).toBe(
      [
        "default-src 'none'",
        "img-src data:",
        `style-src ${hashes("style").join(" ")}`,
        `script-src ${hashes("script").join(" ")}`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; "),
    );
    expect(hashes("style")).toHaveLength(1);
    expect(hashes("script")).toHaveLength(2);
    const loading = tagsOf(page).filter(({ attributes }) => attributes.has("src"));
    expect(loading).toEqual([]);
  });

  test("has words and a drawing for programs that show a link to it", async () => {
    const session = sessionOf([prompt("a", "Hello"), prompt("b", "Bye")], {
      title: 'A "title"',
      startedAt: "2026-03-04T10:00:00.000Z",
      updatedAt: "2026-03-04T10:35:00.000Z",
    });
    const page = await pageOf(session);
    expect(page).toContain('<meta property="og:title" content="A &quot;title&quot;">');
    expect(page).toContain('<meta property="og:description" content="35 min · 2 prompts">');
    expect(page).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(page).toContain("Made with <a href=");
  });

  test("says what is known about the session, and nothing else", async () => {
    const known = sessionOf([answer("a", "Hi")], {
      title: "A <title>",
      cwd: "/home/kim",
      git: { branch: "main" },
      model: "model-1",
      startedAt: "2026-03-04T10:00:00.000Z",
      updatedAt: "2026-03-05T11:00:00.000Z",
      usage: { inputTokens: 12345, outputTokens: 6 },
    });
    const page = await pageOf(known);
    expect(page).toContain("<title>A &lt;title&gt;</title>");
    expect(page).toContain("<h1>A &lt;title&gt;</h1>");
    expect(namesOf(page)).toEqual(["Tool", "Folder", "Branch", "Model", "Started", "Ended"]);
    expect(page).toContain("<span>25 h</span> · <span>12,345 tokens in, 6 out</span>");
    expect(page).toContain(
      '<dd><time datetime="2026-03-04T10:00:00.000Z">2026-03-04 10:00 UTC</time></dd>',
    );
    expect(namesOf(await pageOf(sessionOf([answer("a", "Hi")])))).toEqual(["Tool"]);
  });

  test("says above everything folded which texts of tools it does not show", async () => {
    const hook = { type: "text" as const, text: "Formatted.", synthetic: "hook" as const };
    const session = sessionOf([prompt("a", "Hello", hook), answer("b", "Hi")]);
    const page = await pageOf(session);
    expect(page.slice(0, page.indexOf("<details"))).toContain("<span>1 hook not shown</span></p>");
    const full = await pageOf(session, { detail: "full" });
    expect(full).not.toContain("not shown");
    expect(full).toContain("Formatted.");
  });

  test("lists the files that were changed, most lines first", async () => {
    const edit = (path: string, before: string, after: string, status = "completed") =>
      ({
        ...ran("edit", ""),
        kind: "edit",
        status,
        edits: [{ path, kind: "update", before, after }],
      }) as ToolCall;
    const session = sessionOf(
      [
        answer("a", edit("/c.ts", "", "1\n"), edit("/src/b.ts", "1", "2", "failed")),
        answer("b", edit("/src/<a>.ts", "1\n", "2\n3\n"), edit("/src/<a>.ts", "3\n", "4\n")),
      ],
      { cwd: "/src" },
    );
    const page = await pageOf(session);
    expect(
      [...page.matchAll(/<li><a href="(#m-.*?)">(.*?)<\/a>(.*?)<\/li>/g)].map(
        ([, ...found]) => found,
      ),
    ).toEqual([
      ["#m-b", "&lt;a&gt;.ts", " <ins>+3</ins> <del>−2</del>"],
      ["#m-a", "/c.ts", " <ins>+1</ins>"],
    ]);
    expect(page).toContain("2 files changed (<ins>+4</ins> <del>−2</del>)");
    expect(page).toContain("4 calls, <del>1 failed</del>");
    const paths = ["src/a.ts", "b.ts", "src/c/d.ts", "src/e.ts"];
    const many = answer("a", ...paths.map((path) => edit(path, "", "1\n")));
    expect(await pageOf(sessionOf([many]))).toContain(
      [
        '<li>src/<br>\u2002<a href="#m-a">a.ts</a> <ins>+1</ins></li>',
        '<li>\u2002<a href="#m-a">e.ts</a> <ins>+1</ins></li>',
        '<li><a href="#m-a">b.ts</a> <ins>+1</ins></li>',
        '<li><a href="#m-a">src/c/d.ts</a> <ins>+1</ins></li>',
      ].join("\n"),
    );
  });

  test("says how long answers took, and how far into the session prompts are", async () => {
    const at = (createdAt: string) => ({ createdAt: `2026-03-04T${createdAt}Z` });
    const session = sessionOf([
      { ...prompt("p1", "Count"), ...at("10:00:00") },
      { ...answer("a1", "One"), ...at("10:00:20") },
      { ...answer("a2", "Two"), ...at("10:00:42") },
      { ...prompt("p2", "On"), ...at("10:05:00") },
      { ...answer("a3", "Three"), ...at("12:10:00") },
      prompt("p3", "And?"),
      answer("a4", "Four"),
    ]);
    const page = conversationOf(await pageOf(session));
    expect([...page.matchAll(/<span class="took">(.*?)</g)].map(([, took]) => took)).toEqual([
      "took 42 s",
      "5 min in",
      "took 2 h 5 min",
    ]);
  });

  test("leads to other sessions through the index, and only through it", async () => {
    const session = sessionOf([prompt("a", "Hi")], {
      parent: { sessionId: "other & one", relation: "fork" },
    });
    const linked = await pageOf(session, {}, { index: "../index.html" });
    expect(linked).toContain('<a href="../index.html">All sessions</a>');
    expect(linked).toContain(
      'Forked from session <a href="../index.html#other%20%26%20one"><code>other &amp; one</code></a>',
    );
    expect(await pageOf(session)).toContain("Forked from session <code>other &amp; one</code>");
  });
});

describe("a conversation", () => {
  const session = sessionOf([
    prompt("p 1", "Why is\nthis?"),
    { ...answer("a1", "Because", ran("ls", "a.ts")), model: "model-1" },
    answer("a2", "Done"),
    prompt("p2", "Thanks"),
  ]);

  test("is turns that hold messages, each with a place to link to", async () => {
    const page = conversationOf(await pageOf(session));
    const places = tagsOf(page).filter(
      ({ name, isEnd, attributes }) => !isEnd && (name === "article" || attributes.has("id")),
    );
    expect(
      places.map(({ name, attributes }) => [name, attributes.get("class") ?? attributes.get("id")]),
    ).toEqual([
      ["main", "conversation"],
      ["article", "turn prompt"],
      ["h2", "turn-1"],
      ["div", "message"],
      ["article", "turn answer"],
      ["h2", "turn-2"],
      ["div", "message"],
      ["div", "message"],
      ["article", "turn prompt"],
      ["h2", "turn-3"],
      ["div", "message"],
    ]);
    expect(page).toContain('<div class="message" id="m-p-1">');
    expect(page).toContain("<p>Why is<br>\nthis?</p>");
  });

  test("has its prompts as contents, where there is more than one", async () => {
    const page = await pageOf(session);
    expect(
      [
        ...page.matchAll(
          /<li><a href="(.*?)"><span class="number">(\d)<\/span> <span>(.*?)<\/span>/g,
        ),
      ].map(([, ...found]) => found),
    ).toEqual([
      ["#m-p-1", "1", "Why is…"],
      ["#m-p2", "2", "Thanks"],
    ]);
    expect(await pageOf(sessionOf([prompt("a", "Only")]))).not.toContain("<nav");
  });

  test("folds what a tool did behind a line that says how it ended", async () => {
    const { result: _, ...failed } = ran("make", "no rule", { status: "failed" });
    const page = conversationOf(await pageOf(sessionOf([answer("a", ran("ls", "a.ts"), failed)])));
    expect(page).toContain(
      '<details class="fold tool-call" data-kind="execute"><summary><b title="Shell">Run</b> <code>ls</code></summary><div class="inside">\n<pre class="code" tabindex="0">',
    );
    expect(page).toContain(
      'data-kind="execute" data-status="failed"><b title="Shell">Run</b> <code>make</code> <small>failed</small>',
    );
  });

  test("leaves what a sub-agent said before it shows what the call gave back", async () => {
    const told = sessionOf([answer("s1", "Counted them")], {
      id: "helper",
      parent: { sessionId: "7c1e", relation: "subagent" },
    });
    const call = taskFor("helper", { task: "Count", result: resultOf("Seven boats") });
    const session = sessionOf([answer("a", call)], { subagents: [told] });
    expect(conversationOf(await pageOf(session))).toContain(
      'Counted them</p>\n</div>\n</div>\n</article>\n</div>\n<p class="label"><b>Output</b></p>\n<div class="body"><p>Seven boats</p>',
    );
  });

  test("lists what tools did where details are not asked for", async () => {
    const calls = answer("a", ran("ls", "a.ts"), ran("pwd", "/"), "Done");
    const page = conversationOf(await pageOf(sessionOf([calls]), { detail: "conversation" }));
    expect(page).toContain(
      '<ul class="calls">\n<li data-kind="execute"><b title="Shell">Run</b> <code>ls</code></li>\n<li data-kind="execute"><b title="Shell">Run</b> <code>pwd</code></li>\n</ul>\n<div class="body"><p>Done</p>',
    );
  });

  test("says how code is to be read for its colours, and what lines of diffs are", async () => {
    const text =
      "```js\nlet a = 1\n```\n\n```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-x\n--- y\n+z\n c\n```";
    const page = conversationOf(await pageOf(sessionOf([answer("a", text)])));
    expect(page).toContain(
      '<pre class="code" tabindex="0" data-language="js" data-syntax="braces"><code>let a = 1</code></pre>',
    );
    expect(page).toContain(
      '<span class="file">--- a\n+++ b\n</span><span class="place">@@ -1 +1 @@\n</span><span class="removed">-x\n--- y\n</span><span class="added">+z\n</span> c\n',
    );
  });
});

test.each(["detail", "branches"])("an option has only its values: %s", (name) => {
  expect(() => html({ [name]: "x" } as HtmlOptions)).toThrow(`Option ${name} must be`);
});

function namesOf(page: string): (string | undefined)[] {
  const start = page.indexOf('<dl class="facts"');
  const facts = page.slice(start, page.indexOf("</dl>", start));
  return [...facts.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name);
}
