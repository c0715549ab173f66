import type { IndexEntry } from "@chatexport/core";
import { fragmentOf, titleOf } from "@chatexport/document";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import html from "../src/index.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 150);

/** A session that has nothing but what it must have. */
function entry(id: string, rest: Partial<IndexEntry> = {}): IndexEntry {
  return { id, source: "demo", href: `${id}.html`, ...rest };
}

function days(count: number, rest: Partial<IndexEntry> = {}): IndexEntry[] {
  return Array.from({ length: count }, (_, number) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1 + number, 9, 30)).toISOString();
    return entry(`session-${number}`, { title: `Title ${number}`, startedAt, ...rest });
  });
}

async function piecesOf(
  entries: readonly IndexEntry[],
  signal = new AbortController().signal,
): Promise<string[]> {
  const pieces: string[] = [];
  const context = { signal, report: () => {} };
  for await (const piece of html().index?.(entries, context) ?? []) pieces.push(String(piece));
  return pieces;
}

async function pageOf(entries: readonly IndexEntry[]): Promise<string> {
  return (await piecesOf(entries)).join("");
}

/** The text that a browser reads between tags or in an attribute. */
function read(text: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replace(/&([a-z#0-9]+);/g, (_, name: string) => entities[name] ?? "?");
}

/** The texts of all matches, as they are read: tags within them are left out. */
function textsOf(page: string, pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, text = ""]) => read(text.replace(/<[^>]*>/g, "")));
}

const titlesOf = (page: string) => textsOf(page, /^(?:<time.*<\/time>\n)?<a [^>]*>(.*)<\/a>$/gm);
const summaryOf = (page: string) => textsOf(page, /<p class="summary">(.*?)<\/p>/g).join();
const headingsOf = (page: string) => textsOf(page, /<h[1-3][^>]*>(.*?)<\/h/g);
const idsOf = (page: string) => textsOf(page, /<li class="session" id="([^"]*)"/g);
const optionsOf = (page: string) => textsOf(page, /<option [^>]*>(.*?)<\/option>/g);

describe("the index page", () => {
  test("says of a session what is known of it", async () => {
    const page = await pageOf([
      entry("a1", {
        source: "claude",
        title: "Repair the shelf",
        project: "garage",
        startedAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-04T09:30:00Z",
        model: "model-1",
        firstPrompt: "The shelf leans to the left.",
        messageCount: 12,
        subagentCount: 1,
        promptCount: 2,
        failedCallCount: 1,
        changes: { files: 3, added: 1060, removed: 2 },
        marks: ["Committed 4e12a98", "338 tests pass"],
        archived: true,
        state: "vanished",
        href: "claude/garage/repair%20the%20shelf.html",
      }),
    ]);
    expect(
      page,
    ).toContain(`<li class="session" id="a1" data-project="garage" data-source="claude" data-from="2026-03-01" data-to="2026-03-04">
<time datetime="2026-03-04T09:30:00Z">Wed 04 Mar <span>09:30</span></time>
<a href="claude/garage/repair%20the%20shelf.html">Repair the shelf</a>
<p class="facts"><b>garage</b> Claude Code · 3 days · 2 prompts · 1 sub-agent · model-1 · <bdi>3 files changed (+1,060 −2)</bdi> · 1 call failed · Committed 4e12a98 · 338 tests pass · archived · began 2026-03-01 · <em>no longer in the store</em></p>
<p class="asked">“The shelf leans to the left.”</p>
</li>
`);
  });

  test("says nothing that is not known", async () => {
    const page = await pageOf([entry("a1")]);
    expect(page).toContain(`<li class="session" id="a1" data-project=" " data-source="demo">
<a href="a1.html">Session a1</a>
<p class="facts">demo</p>
</li>
`);
  });

  test("begins with what happened last, whatever the project, and ends with what has no date", async () => {
    const page = await pageOf([
      entry("old", { project: "a", updatedAt: "2026-01-02T10:00:00Z" }),
      entry("undated", { project: "a" }),
      entry("wrong", { updatedAt: "yesterday" }),
      entry("long", { startedAt: "2025-01-01T10:00:00Z", updatedAt: "2026-03-01T10:00:00Z" }),
      entry("never", { updatedAt: "2026-13-41T10:00:00Z" }),
      entry("new", { project: "b", startedAt: "2026-01-03T10:00:00Z" }),
    ]);
    expect(idsOf(page)).toEqual(["never", "long", "new", "old", "undated", "wrong"]);
    const months = ["2026-13", "March 2026", "January 2026", "No date"];
    expect(headingsOf(page)).toEqual(["Sessions", ...months, "Keys"]);
  });

  test("is the same whatever the order of its sessions", async () => {
    const same = { updatedAt: "2026-01-05T00:00:00Z" };
    const entries = [
      ...days(40, { project: "shop" }),
      ...["c", "a", "b"].map((id) => entry(id, same)),
      entry("twice", { source: "one" }),
      entry("twice", { source: "two" }),
    ];
    const shuffled = entries.map((_, index) => entries[(index * 7 + 3) % entries.length]);
    expect(await pageOf(shuffled as IndexEntry[])).toBe(await pageOf(entries));
  });

  test("counts the sessions, projects, days and sources", async () => {
    const page = await pageOf([...days(3, { project: "shop" }), entry("a", { source: "other" })]);
    expect(summaryOf(page)).toBe(
      "4 sessions · 1 project · 2026-01-01 to 2026-01-03 in UTC · demo 3 · other 1",
    );
    expect(summaryOf(await pageOf([]))).toBe("0 sessions");

    // A line is broken between sources, of which there may be many.
    expect(textsOf(page, /<span data-count="source"[^>]*>(.*?)<\/span><\/span>/g)).toEqual([
      "demo 3",
      "other 1",
    ]);
  });

  test("offers the projects and sources that there are, where there is a choice", async () => {
    const shop = entry("1", { project: "shop" });
    const page = await pageOf([shop, entry("2", { project: "calendar" }), entry("3"), shop]);
    const projects = ["All projects", "calendar (1)", "shop (2)", "No project (1)"];
    const groups = ["By month", "By project"];
    expect(optionsOf(page)).toEqual([...projects, ...groups]);
    expect(page).toContain('<option value=" ">No project');
    expect(optionsOf(await pageOf([shop]))).toEqual([]);
  });

  test("leads to months where there is more than one", async () => {
    const links = /<li><a href="(#month-[^"]*)">/g;
    expect(textsOf(await pageOf(days(10)), links)).toEqual([]);
    const page = await pageOf(days(40));
    expect(textsOf(page, links)).toEqual(["#month-2026-02", "#month-2026-01"]);
    for (const month of ["2026-01", "2026-02"]) expect(page).toContain(`<h2 id="month-${month}">`);
  });

  test("leads to the documents from before the store lost a part of a session", async () => {
    const page = await pageOf([
      entry("a", { state: "decayed", href: "shelf-2.html", earlier: ["shelf.html"] }),
    ]);
    expect(page).toContain('<a href="shelf-2.html">Session a</a>');
    expect(page).toContain('<a href="shelf.html">from before the store lost a part of it</a>');
  });

  test("gives no place away twice, and none of its own", async () => {
    const ids = ["filter", "help", "month-2026-01", "sessions", "", "twice", "twice"];
    const page = await pageOf(ids.map((id) => entry(id, { updatedAt: "2026-01-02T10:00:00Z" })));
    const all = textsOf(page, / id="([^"]*)"/g);
    expect(new Set(all).size).toBe(all.length);
    expect(idsOf(page)).toEqual(["twice"]);
  });

  test("is not finished when the host aborts", async () => {
    const aborted = AbortSignal.abort();
    await expect(piecesOf(days(1000), aborted)).rejects.toThrow("aborted");
  });

  test("of 10,000 sessions comes in small pieces", async () => {
    const firstPrompt = "<&>\"'".repeat(60);
    const pieces = await piecesOf(days(10_000, { project: "shop", firstPrompt }));
    expect(Math.max(...pieces.slice(1).map((piece) => piece.length))).toBeLessThan(100_000);
    expect(idsOf(pieces.join(""))).toHaveLength(10_000);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom("<", ">", '"', "'", "&", "`", "</li>", "<!--", " ", "\n", "x"), {
      maxLength: 12,
    })
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "<script>pwned()</script>",
    "</script><script>pwned()</script>",
    '"><img src=x onerror=pwned()>',
    "' onmouseover='pwned()",
    "</style></ul></main><iframe src=//evil.example>",
    "&#60;svg onload=pwned()&#62;",
    "\u202egnp.exe\u2066",
    "\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007",
    "\ud800 half",
    "__proto__",
  ),
);

const hostileEntry = fc.record(
  {
    id: hostile,
    source: hostile,
    title: hostile,
    project: hostile,
    startedAt: hostile,
    updatedAt: hostile.map((text) => `2026-01-02${text}`),
    model: hostile,
    firstPrompt: hostile,
    marks: fc.array(hostile, { maxLength: 2 }),
    state: fc.constantFrom("vanished" as const, "decayed" as const),
    earlier: fc.array(hostile, { maxLength: 2 }),
    href: hostile,
  },
  { requiredKeys: ["id", "source", "href"] },
);

const entries = fc.array(
  hostileEntry.map((each) => each as IndexEntry),
  { maxLength: 6 },
);

function mainOf(page: string): string {
  return page.slice(page.indexOf("<main"), page.indexOf("</main>"));
}

function always(property: (page: string, entries: IndexEntry[]) => void): () => Promise<void> {
  const run = async (entries: IndexEntry[]) => property(await pageOf(entries), entries);
  return () => fc.assert(fc.asyncProperty(entries, run), { numRuns });
}

const ownTags = new Set(
  "a b bdi body button dd details dialog div dl dt em h1 h2 aside header input kbd label li main nav ol option output p section select span summary time ul".split(
    " ",
  ),
);

const ownAttributes = new Set(
  "aria-controls aria-expanded aria-label aria-labelledby autocomplete class data-action data-count data-from data-project data-source data-to data-zone datetime dir hidden href id placeholder role spellcheck type value".split(
    " ",
  ),
);

describe("what strangers wrote", () => {
  const tag = /<\/?([a-z]+[1-6]?)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g;

  test(
    "is only text: all tags and attributes of the page are its own",
    always((page, entries) => {
      const body = page.slice(page.indexOf("<body>"), page.lastIndexOf("<footer>"));
      // Quotes between tags mean nothing; in an attribute, one would end it and show as another name.
      expect(body.replace(tag, "")).not.toMatch(/[<>]/);
      const tags = [...body.matchAll(tag)];
      const names = tags.map(([, name = ""]) => name);
      const attributes = tags.flatMap(([, , list = ""]) => list.match(/[a-z-]+(?=="|$)/g) ?? []);
      expect(names.filter((name) => !ownTags.has(name))).toEqual([]);
      expect(attributes.filter((name) => !ownAttributes.has(name))).toEqual([]);
      expect(body.match(/<li class="session"/g) ?? []).toHaveLength(entries.length);
    }),
  );

  test(
    "reads as it was written",
    always((page, entries) => {
      const titles = entries.map((each) => titleOf(each).replace(/\p{Cs}/gu, "\ufffd"));
      expect(titlesOf(page.slice(page.indexOf("<main"))).sort()).toEqual(titles.sort());
    }),
  );

  test(
    "is found by its id",
    always((page, entries) => {
      const found = new Set(textsOf(page, / id="([^"]*)"/g));
      for (const { id } of entries)
        if (id !== "") expect(found).toContain(decodeURIComponent(fragmentOf(id)));
    }),
  );

  test("leads to no other place than one below the folder", async () => {
    const here = "https://archive.example/a/b/index.html";
    const run = async (href: string) => {
      const page = await pageOf([entry("1", { href, state: "decayed", earlier: [href] })]);
      const links = textsOf(mainOf(page), /<a href="([^"]*)"/g);
      expect(links).toHaveLength(2);
      for (const link of links)
        expect(new URL(link, here).href).toMatch(/^https:\/\/archive\.example\/a\/b\//);
    };
    const hrefs = ["//a.b", "\\\\a.b", "javascript:x", " https://a.b", "\t//a.b", "", "file:///x"];
    const up = ["..", "../../../x", "a/../../x", "%2e%2E/x", ".%2e//a.b", "..\\x", "../?y", "..#z"];
    const examples = [...hrefs, ...up].map((href): [string] => [href]);
    const steps = fc.array(fc.constantFrom("..", "/", ".", "%2e", "\\", ":", "x", "?", "#"));
    const href = fc.oneof(
      hostile,
      steps.map((parts) => parts.join("")),
    );
    await fc.assert(fc.asyncProperty(href, run), { numRuns, examples });
  });
});
