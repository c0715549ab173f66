/// <reference lib="dom" />
import type { Message, Part, Session } from "@chatexport/core";
import { beforeAll, describe, expect, test } from "vitest";
import { answer, prompt, ran, read, sessionOf } from "./messages.js";
import { useBrowser } from "./open.js";
import { indexPageOf, pageOf } from "./pages.js";

const open = useBrowser();

const attacks = [
  "<script>window.pwned = 1</script>",
  "</script><script>window.pwned = 1</script>",
  "</style><script>window.pwned = 1</script>",
  "</title><script>window.pwned = 1</script>",
  "</code></pre></details></main><script>window.pwned = 1</script>",
  "--><script>window.pwned = 1</script><!--",
  "]]><script>window.pwned = 1</script>",
  '<img src="https://attack.invalid/a.png" onerror="window.pwned = 1">',
  '"><img src=x onerror=window.pwned=1>',
  "' autofocus onfocus='window.pwned = 1' x='",
  '<svg onload="window.pwned = 1"><animate onbegin="window.pwned = 1">',
  '<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>',
  '<base href="https://attack.invalid/"><link rel="stylesheet" href="a.css">',
  '<meta http-equiv="refresh" content="0; url=https://attack.invalid/">',
  '<form action="https://attack.invalid/"><button>Go</button></form>',
  "<details><details><details open><summary>",
  "<!-- <![CDATA[ <?php",
  "![a](https://attack.invalid/b.png) ![b](//attack.invalid/c.png) ![c][d]\n\n[d]: https://attack.invalid/d.png",
  "[a](javascript:window.pwned=1) [b](JaVaScRiPt:window.pwned=1) [c](java\tscript:window.pwned=1)",
  "[a](<javascript:window.pwned=1>) <javascript:window.pwned=1> [b][c]\n\n[c]: javascript:window.pwned=1",
  "[a](&#106;avascript:window.pwned=1) [b](\u0001javascript:window.pwned=1) [c](vbscript:x)",
  "[a](data:text/html,<script>opener.pwned=1</script>) [b](file:///etc/passwd) [c](blob:x)",
  "![a](data:image/svg+xml,<svg onload='window.pwned=1'/>) ![b](data:text/html,x)",
  '```"><script>window.pwned=1</script>\ncode\n```',
  "\u001b]8;;javascript:window.pwned=1\u0007link\u001b]8;;\u0007 \u001b[31mred\u001b[0m",
  "\u202eesrever\u202c \u2066isolated \ud800 half \udc00 \u0000 nul",
  "{{constructor.constructor('window.pwned=1')()}} %3Cscript%3Ewindow.pwned=1%3C/script%3E",
];

const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

const hostileImages: Part[] = [
  {
    type: "file",
    from: "tool",
    mediaType: "image/svg+xml",
    data: base64("<svg onload='window.pwned=1' xmlns='http://www.w3.org/2000/svg'/>"),
  },
  { type: "file", from: "tool", mediaType: 'image/png" onerror="window.pwned=1', data: "AAAA" },
  {
    type: "file",
    from: "upload",
    mediaType: "text/html",
    data: base64("<script>window.pwned=1</script>"),
  },
  { type: "file", from: "tool", mediaType: "image/png", url: "https://attack.invalid/e.png" },
  { type: "file", from: "tool", mediaType: "image/png", data: '"><script>window.pwned=1</script>' },
];

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** A session in which a text stands wherever a text can stand. */
function fullOf(text: string): Session {
  const message: Message = {
    ...answer(
      text,
      { type: "reasoning", text },
      text,
      `- ${text}\n\n> ${text}\n\n# ${text}\n\n\`${text}\``,
      ran(text, text, text),
      read(`${text}2`, text, text),
      { type: "notice", level: "error", text },
      { type: "unknown", recordType: text, native: { [text]: text } },
      { type: "file", from: "tool", name: text, path: text, mediaType: text, missing: text },
      { type: "compaction", summary: text },
    ),
    model: text,
  };
  return sessionOf([prompt("p", text), message, prompt(`${text}3`, text)], {
    id: text,
    title: text,
    model: text,
    source: text,
    cwd: text,
    project: { name: text, path: text },
    git: { branch: text },
    parent: { sessionId: text, relation: "fork" },
    branches: [{ id: text, forkedFrom: "p", reason: "edit", messages: [prompt(`${text}4`, text)] }],
    subagents: [sessionOf([prompt(`${text}5`, text)], { id: `${text}6` })],
  });
}

describe("Whatever a session holds", () => {
  let markup: string;

  beforeAll(async () => {
    const { messages, ...rest } = fullOf(attacks.join("\n\n"));
    const each = attacks.flatMap((attack, index) =>
      fullOf(attack).messages.map((message) => ({ ...message, id: `${index} ${message.id}` })),
    );
    markup = await pageOf({
      ...rest,
      messages: [...messages, ...each, answer("i", ...hostileImages)],
    });
  });

  test.each([
    ["as it is", (page: string) => page],
    ["without its policy", (page: string) => page.replace(policy, "")],
  ])(
    "nothing of it runs or is loaded, and links lead to the web alone: the page %s",
    async (_, made) => {
      const page = await open(made(markup));
      await page.keyboard.press("f");
      await page.evaluate(async () => {
        for (const element of document.querySelectorAll<HTMLElement>("*")) {
          if (element.matches('a[href^="http"], a[href^="mailto"], a[href^="#"], .toolbar *'))
            continue;
          element.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
          if (element.matches("a, button, svg, img, [tabindex]")) element.click();
          element.focus();
        }
        // What was loaded, or led somewhere, before this image has failed before it, or never will.
        await new Promise((resolve) => {
          const image = new Image();
          image.onerror = resolve;
          image.src = "data:image/png;base64,AAAA";
        });
      });
      expect(await page.evaluate(() => "pwned" in window)).toBe(false);
      expect(page.url()).toMatch(/^file:.*page-\d+\.html$/);
      const schemes = await page
        .locator("a[href]")
        .evaluateAll((links) =>
          links.map((link) => new URL(link.getAttribute("href") ?? "", "own:/").protocol),
        );
      expect([...new Set(schemes)].sort()).toEqual(["https:", "own:"]);
    },
  );

  test("it stays within the conversation", async () => {
    const page = await open(markup);
    const frames = [
      "body > :not(.skip, .bar, .layout, dialog.lightbox, footer, script)",
      ".layout > :not(.page-header, .contents, .about, .map, main)",
    ];
    expect(await page.locator(frames.join(", ")).count()).toBe(0);
    expect(await page.locator("main").count()).toBe(1);
    expect(await page.locator("script").count()).toBe(2);
    const active = "style, link:not([rel=icon]), meta[http-equiv=refresh], base, iframe, form, svg";
    expect(await page.locator(active).count()).toBe(1);
    // The map is made by the page's own script, which places its marks.
    const attributes = ":is([onerror], [onload], [onfocus], [onclick], [style]):not(.map > *)";
    expect(await page.locator("body").locator(attributes).count()).toBe(0);
    expect(await page.textContent("h1")).toContain("<script>");
  });

  test("it can be searched as text", async () => {
    const page = await open(markup);
    await page.fill("#search", "window.pwned = 1</script>");
    await expect.poll(() => page.textContent(".search-count")).toMatch(/^1 of \d+$/);
  });
});

test("Nothing that an archive says of its sessions runs, is loaded, or leads out of it", async () => {
  const markup = await indexPageOf(
    attacks.map((attack, index) => ({
      id: `${attack}${index}`,
      source: attack,
      title: attack,
      project: attack,
      model: attack,
      firstPrompt: attack,
      href: index % 2 === 0 ? `javascript:window.pwned=${index}` : `//attack.invalid/${attack}`,
      earlier: ["javascript:window.pwned=1"],
    })),
  );
  const page = await open(markup);
  await page.fill("#filter", "window.pwned");
  await expect.poll(() => page.textContent(".filter-count")).toContain(`of ${attacks.length}`);
  const links = await page.evaluate(() =>
    [...document.querySelectorAll("a[href]:not(body > footer > a)")].map(
      (link) => link.getAttribute("href") ?? "",
    ),
  );
  const outward = links.filter((link) => new URL(link, "own://here/").host !== "here");
  expect(outward).toEqual([]);
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
});
