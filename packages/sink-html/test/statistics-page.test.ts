import { expect, test } from "vitest";
import { statisticsPage, statisticsPicture } from "../src/statistics-page/index.js";
import { counts, dayBefore, nothing, twoYears } from "./statistics.js";
import { misnested, tagsOf } from "./tags.js";

/** The texts that a drawing has. */
function textsOf(markup: string): string[] {
  return [...markup.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = ""]) => text);
}

test("a page and a picture show activity, tokens, calls, the cache and projects", () => {
  const titles = ["Messages by day, last year", "Tokens by week and model", "Tool calls by kind"];
  titles.push("Input tokens by use of the cache", "Messages by project");
  const page = statisticsPage(twoYears);
  expect([...page.matchAll(/<h2>([^<]*)/g)].map(([, title]) => title)).toEqual(titles);
  expect(textsOf(statisticsPicture(twoYears))).toEqual(expect.arrayContaining(titles));
});

test("bars and columns have drawings of their own for phones, with the same words", () => {
  const drawings =
    statisticsPage(twoYears).match(/<svg class="chart (?:large|small)"[\s\S]*?<\/svg>/g) ?? [];
  const words = drawings.map((drawing) => textsOf(drawing));
  expect(words.length).toBe(8);
  for (const [index, large] of words.entries())
    if (index % 2 === 0) expect(words[index + 1]).toEqual(large);
});

test("columns are days, weeks or months, as many as fit", () => {
  const names = (days: number) => {
    const ends = [dayBefore(0, 1, ["a"]), dayBefore(days, 1, ["a"])];
    const drawing = statisticsPicture({ ...twoYears, days: ends });
    const columns = [...drawing.matchAll(/<title>(\d{4}-[\d-]+): [\d.K]+ tokens/g)];
    return columns.map(([, name]) => name);
  };
  expect(names(10)).toEqual(["2026-11-11", "2026-11-21"]);
  expect(names(200)).toEqual(["2026-05-04", "2026-11-16"]);
  expect(names(1000)).toEqual(["2024-02", "2026-11"]);
});

test("the models that used most have colours of their own", () => {
  const texts = textsOf(statisticsPage(twoYears));
  expect(texts).toEqual(expect.arrayContaining(["model-0", "model-4", "3 others"]));
  expect(texts).not.toContain("model-5");
});

test("what no store says is not drawn", () => {
  const { tokens: _, ...silent } = counts(10);
  const unknown = { ...twoYears, total: silent, days: [{ day: "2026-11-21", ...silent }] };
  const page = statisticsPage({ ...unknown, models: [{ model: "a", ...silent }] });
  expect(page).not.toMatch(/Tokens by|tokens by/);
  expect(page).toContain("<td>unknown</td>");
  expect(statisticsPage(nothing)).toContain("No message has a time");
  expect(statisticsPicture(nothing)).toContain("</svg>");
});

test("names of strangers stay text", () => {
  const name = `</title></svg><script>alert("1")</script>\u202e&\0${"x".repeat(99)}`;
  const page = statisticsPage({
    ...twoYears,
    days: [dayBefore(0, 1, [name])],
    projects: [{ project: name, ...counts(1) }],
    models: [{ model: name, ...counts(1) }],
    tools: [{ kind: name, calls: 1, failed: 1 }],
    sources: [{ source: name, ...counts(1) }],
  });
  expect(page.match(/<script>/g)).toHaveLength(2);
  expect(page).not.toContain("\0");
  const drawings = page.replace(/<svg[\s\S]*?<\/svg>/g, "");
  expect([...misnested(tagsOf(drawings))]).toEqual([]);
  const names = [...page.matchAll(/<text[^>]*class="name">([^<]*)/g)];
  for (const [, shown = ""] of names) expect(shown).not.toMatch(/[\p{Cf}\p{Cc}]/u);
});

test("a page says who reported a cost, and of which day the prices of an estimate are", () => {
  const total = counts(5000, {
    sessions: 9,
    cost: [{ amount: 0.2, currency: "USD", sessions: 2 }],
  });
  const priced = { amount: 1.5, currency: "USD", date: "2026-09-23" };
  const page = statisticsPage({ ...twoYears, total, priced });
  const texts = page.replace(/<[^>]*>/g, " ").replace(/ {2,}/g, " ");
  expect(texts).toContain("0.20\u00a0USD by 2 of 9 sessions");
  expect(texts).toContain("1.50\u00a0USD prices of 2026-09-23");
});
