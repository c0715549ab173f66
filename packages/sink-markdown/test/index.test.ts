import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { indexOf, indexPiecesOf, nodesOf, parse, textOf } from "./document.js";

const fixtures = join(import.meta.dirname, "../fixtures/index");

/** A session that has nothing but what it must have. */
function entry(id: string, rest: Partial<IndexEntry> = {}): IndexEntry {
  return { id, source: "demo", href: `${id}.md`, ...rest };
}

function days(count: number, rest: Partial<IndexEntry> = {}): IndexEntry[] {
  return Array.from({ length: count }, (_, number) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
    return entry(`session-${number}`, { title: `Title ${number}`, startedAt, ...rest });
  });
}

function shuffled<T>(list: readonly T[]): T[] {
  return list.map((_, index) => list[(index * 7 + 3) % list.length] as T);
}

/** The headings of an index, each with signs for its level. */
function headingsOf(index: string): string[] {
  const headings: string[] = [];
  for (const node of nodesOf(parse(index)))
    if (node.type === "heading") headings.push(`${"#".repeat(node.depth)} ${textOf(node)}`);
  return headings;
}

/** The titles of the sessions in order, or of what else is linked to. */
function linksOf(index: string, isContents = false): string[] {
  const links: string[] = [];
  for (const node of nodesOf(parse(index)))
    if (node.type === "link" && node.url.startsWith("#") === isContents) links.push(textOf(node));
  return links;
}

test.each(readdirSync(fixtures))("the sessions %s become the expected index", async (name) => {
  const entries = JSON.parse(readFileSync(join(fixtures, name, "entries.json"), "utf8"));
  await expect(await indexOf(entries)).toMatchFileSnapshot(join(fixtures, name, "index.md"));
});

describe("an index", () => {
  test("is the same whatever the order of its sessions", async () => {
    const same = { updatedAt: "2026-01-05T00:00:00Z" };
    const entries = [
      ...days(40, { project: "shop" }),
      ...["c", "a", "b"].map((id) => entry(id, same)),
      entry("twice", { source: "one" }),
      entry("twice", { source: "two" }),
    ];
    expect(await indexOf(shuffled(entries))).toBe(await indexOf(entries));
  });

  test("leads to the documents from before the store lost a part of a session", async () => {
    const index = await indexOf([
      entry("a", { title: "Shelf", state: "decayed", href: "shelf-2.md", earlier: ["shelf.md"] }),
    ]);
    expect(index).toContain("[Shelf](shelf-2.md)");
    expect(index).toContain("[from before the store lost a part of it](shelf.md)");
  });

  test("names projects in order and sessions without one last", async () => {
    const entries = ["b", undefined, "a", " \u200b"].map((project, number) =>
      entry(`${number}`, project === undefined ? {} : { project }),
    );
    const index = await indexOf(entries);
    expect(headingsOf(index)).toEqual(["# Sessions", "## a", "## b", "## No project"]);
    expect(index).toContain("4 sessions in 2 projects\n");
    expect(index).toContain("- [No project](#no-project) · 2 sessions\n");
  });

  test("begins with what happened last, and ends with what has no date", async () => {
    const index = await indexOf([
      entry("old", { startedAt: "2026-01-01T10:00:00Z", updatedAt: "2026-01-02T10:00:00Z" }),
      entry("undated"),
      entry("wrong", { updatedAt: "yesterday" }),
      entry("long", { startedAt: "2025-01-01T10:00:00Z", updatedAt: "2026-03-01T10:00:00Z" }),
      entry("new", { startedAt: "2026-02-01T10:00:00Z" }),
    ]);
    const order = ["long", "new", "old", "undated", "wrong"];
    expect(linksOf(index)).toEqual(order.map((id) => `Session ${id}`));
    expect(index).toContain("5 sessions, 2025-01-01 to 2026-03-01\n");
    expect(index).toContain("</a>2026-03-01 · [Session long]");
    expect(index).toContain("</a>[Session wrong]");
  });

  test("has months where a project has many sessions", async () => {
    expect(headingsOf(await indexOf(days(20)))).toEqual(["# Sessions", "## No project"]);
    const months = ["### 2026-02", "### 2026-01"];
    expect(headingsOf(await indexOf(days(40)))).toEqual(["# Sessions", "## No project", ...months]);
  });

  test("has a table of contents only for more than one project", async () => {
    const shop = entry("1", { project: "shop" });
    expect(linksOf(await indexOf([shop]), true)).toEqual([]);
    const both = await indexOf([shop, entry("2", { project: "calendar" })]);
    expect(linksOf(both, true)).toEqual(["calendar", "shop"]);
  });

  test("tells headings of the same name apart", async () => {
    const projects = ["Shop v2", "shop v2", "sessions", "2026-01", "🏮"];
    const entries = projects.flatMap((project) => days(21, { project }));
    const index = await indexOf(entries);
    expect(index).toContain("- [2026-01](#2026-01) · 21 sessions\n");
    expect(index).toContain("- [Shop v2](#shop-v2) · 21 sessions\n");
    expect(index).toContain("- [sessions](#sessions-1) · 21 sessions\n");
    expect(index).toContain("- [shop v2](#shop-v2-1) · 21 sessions\n");
    expect(index).toContain("- 🏮 · 21 sessions\n");
  });

  test("names a session by its id when its title has nothing to read", async () => {
    for (const title of ["", " ", "\u200b", "\u0007"])
      expect(linksOf(await indexOf([entry("1", { title })]))).toEqual(["Session 1"]);
  });

  test("of no sessions says so", async () => {
    expect(await indexOf([])).toBe("# Sessions\n\n0 sessions\n");
  });

  test("is not finished when the host aborts", async () => {
    const aborted = new AbortController();
    aborted.abort();
    await expect(indexPiecesOf(days(1000), aborted)).rejects.toThrow("aborted");
  });

  test("comes in pieces whose lists go on without a gap", async () => {
    const pieces = await indexPiecesOf(days(1000, { startedAt: "2026-01-01T00:00:00Z" }));
    expect(pieces.length).toBeGreaterThan(10);
    const lists = parse(pieces.join("")).children.filter((node) => node.type === "list");
    expect(lists.map(({ children, spread }) => [children.length, spread])).toEqual([[1000, false]]);
  });

  test("of 10,000 sessions takes no more than their number in time", async () => {
    const entries = [
      ...days(5000, { project: "shop", firstPrompt: "[*_`<".repeat(30) }),
      ...days(5000).map((each) => ({ ...each, project: each.id })),
    ];
    const pieces = await indexPiecesOf(entries);
    expect(linksOf(pieces.slice(-3).join("")).length).toBeGreaterThan(64);
  });
});
