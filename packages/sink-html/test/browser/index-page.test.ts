/// <reference lib="dom" />
import { mkdirSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { conversationPage, memoryFolder } from "../memory-folder.js";
import { entries } from "./entries.js";
import { useBrowser } from "./open.js";
import { indexPageOf } from "./pages.js";

const open = useBrowser();
let markup: string;

beforeAll(async () => {
  markup = await indexPageOf(entries);
});

test("Words are looked for in titles, prompts, projects, models and ids", async () => {
  const page = await open(markup);
  expect(await shown(page)).toEqual(["s-1", "s-2", "s-3"]);
  for (const [words, ids] of [
    ["FERRY", ["s-1"]],
    ["red lighthouse", ["s-2"]],
    ["harbour", ["s-1"]],
    ["demo-1", ["s-1"]],
    ["s-3", ["s-3"]],
    ["nowhere", []],
  ] as const) {
    await page.fill("#filter", words);
    await expect.poll(() => shown(page)).toEqual(ids);
  }
  expect(await page.locator("section.group").filter({ visible: true }).count()).toBe(0);
  expect(await page.textContent(".filter-count")).toContain("0 of 3");
});

test("Words that only the conversation has are found, and the link takes them along", async () => {
  const { folder, files } = memoryFolder((href) =>
    conversationPage(href === "harbour/ferry.html" ? "The Zürich timetable" : "Nothing of note"),
  );
  const page = await open(await indexPageOf(entries, folder));
  const beside = new URL("index.files/", page.url());
  mkdirSync(beside, { recursive: true });
  for (const [name, text] of files) writeFileSync(new URL(name, beside), text);
  for (const [words, ids] of [
    ["zuri", ["s-1"]],
    ["ferry ZÜRICH", ["s-1"]],
    ["note", ["s-2", "s-3"]],
    ["note ferry", []],
  ] as const) {
    await page.fill("#filter", words);
    await expect.poll(() => shown(page)).toEqual(ids);
  }
  await page.fill("#filter", "zurich");
  await expect.poll(() => shown(page)).toEqual(["s-1"]);
  const said = page.locator("li.session.said").filter({ visible: true });
  await expect
    .poll(() => said.locator(".found").allTextContents())
    .toEqual(["The Zürich timetable"]);
  const link = said.locator("a");
  expect(await link.getAttribute("href")).toMatch(/\/harbour\/ferry\.html\?search=zurich$/);
  expect(await said.locator("mark").allTextContents()).toEqual(["Zürich"]);
  await page.fill("#filter", "ferry");
  await expect.poll(() => said.count()).toBe(0);
});

test("A page whose files are damaged still finds titles", async () => {
  const { folder, files } = memoryFolder(() => conversationPage("The Zürich timetable"));
  const page = await open(await indexPageOf(entries, folder));
  const beside = new URL("index.files/", page.url());
  mkdirSync(beside, { recursive: true });
  for (const name of files.keys()) writeFileSync(new URL(name, beside), "");
  await page.fill("#filter", "ferry");
  await expect.poll(() => shown(page)).toEqual(["s-1"]);
  await page.fill("#filter", "zurich");
  await expect.poll(() => shown(page)).toEqual([]);
});

test("The contents lead to the months that have something to show", async () => {
  const page = await open(markup);
  const months = () => page.locator(".contents li:not([hidden]) a").allTextContents();
  expect(await months()).toEqual(["March 2026 1", "February 2026 1", "No date 1"]);
  await page.fill("#filter", "ferry");
  await expect.poll(months).toEqual(["March 2026 1"]);
  await page.fill("#filter", "");
  await expect.poll(async () => (await months()).length).toBe(3);
});

test("Project, source and days are chosen together; what has no day is on none", async () => {
  const page = await open(markup);
  await page.selectOption("#source", "demo");
  await expect.poll(() => shown(page)).toEqual(["s-1", "s-3"]);
  await page.fill("#since", "2026-03-06");
  await expect.poll(() => shown(page)).toEqual(["s-1"]);
  await page.fill("#since", "2026-03-07");
  await expect.poll(() => shown(page)).toEqual([]);
  await page.fill("#since", "");
  await page.fill("#until", "2026-03-03");
  await page.selectOption("#source", "");
  await expect.poll(() => shown(page)).toEqual(["s-2"]);
  await page.selectOption("#project", "harbour");
  await expect.poll(() => shown(page)).toEqual([]);
});

test("All numbers are of what is shown; those of a choice are of what it would show", async () => {
  const page = await open(markup);
  const head = () => page.textContent(".summary");
  expect(await head()).toBe(
    "3 sessions · 2 projects · 2026-02-01 to 2026-03-06 in UTC · demo 2 · other 1",
  );
  await page.selectOption("#source", "demo");
  await expect.poll(head).toBe("2 sessions · 1 project · 2026-03-04 to 2026-03-06 in UTC · demo 2");
  const choices = (id: string) => page.locator(`${id} option:not([value=""])`).allTextContents();
  expect(await choices("#source")).toEqual(["demo (2)", "other (1)"]);
  expect(await choices("#project")).toEqual(["harbour (1)", "lighthouse (0)", "No project (1)"]);
  expect(await page.locator("#calendar section:not([hidden]) h2").allTextContents()).toEqual([
    "March 2026",
  ]);
  await page.fill("#filter", "untimed");
  await expect.poll(head).toBe("1 session · demo 1");
  await page.fill("#filter", "");
  await page.selectOption("#source", "");
  await expect.poll(head).toContain("3 sessions · 2 projects");
  expect(await page.locator("#calendar section:not([hidden])").count()).toBe(2);
});

test("On a phone all fields but the words are in a fold", async () => {
  const page = await open(markup, { viewport: { width: 390, height: 800 } });
  const isFolded = async () => !(await page.locator("#source").isVisible());
  expect(await page.locator("#filter").isVisible()).toBe(true);
  expect(await isFolded()).toBe(true);
  await page.getByRole("button", { name: "Filter", expanded: false }).click();
  await page.selectOption("#source", "other");
  await expect.poll(() => shown(page)).toEqual(["s-2"]);
  await page.getByRole("button", { name: "Filter", expanded: true }).click();
  expect(await isFolded()).toBe(true);
});

test("What was asked for is there again after a reload", async () => {
  const page = await open(markup);
  await page.fill("#filter", "paint");
  await page.selectOption("#project", "lighthouse");
  await expect.poll(() => shown(page)).toEqual(["s-2"]);
  // Each field gets into the address a little after it was filled.
  await expect.poll(() => page.url()).toContain("text=paint&project=lighthouse");
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(["s-2"]);
  expect(await page.inputValue("#filter")).toBe("paint");
  expect(await page.inputValue("#project")).toBe("lighthouse");
});

test("The session that a link leads to shows whatever is asked for", async () => {
  const page = await open(markup, { hash: "#s-3" });
  await page.fill("#filter", "ferry");
  await expect.poll(() => shown(page)).toEqual(["s-1", "s-3"]);
  expect(await page.textContent(".filter-count")).toContain("1 of 3");
  await page.evaluate("location.assign('#s-2')");
  await expect.poll(() => shown(page)).toEqual(["s-1", "s-2"]);
});

test("Sessions are in groups by project, the one that was worked on last first, or by month", async () => {
  const page = await open(markup);
  const groups = () => page.locator("section.group > h2").allTextContents();
  const contents = () => page.locator(".contents li:not([hidden]) a").allTextContents();
  await page.selectOption("#group", "project");
  await expect.poll(groups).toEqual(["harbour", "lighthouse", "No project"]);
  expect(await contents()).toEqual(["harbour 1", "lighthouse 1", "No project 1"]);
  expect(await shown(page)).toEqual(["s-1", "s-2", "s-3"]);
  await page.fill("#filter", "paint");
  await expect.poll(contents).toEqual(["lighthouse 1"]);
  await expect.poll(() => page.url()).toContain("group=project");
  await page.reload();
  await expect.poll(contents).toEqual(["lighthouse 1"]);
  await page.fill("#filter", "");
  await page.selectOption("#group", "");
  await expect.poll(groups).toEqual(["March 2026", "February 2026", "No date"]);
  expect(await shown(page)).toEqual(["s-1", "s-2", "s-3"]);
});

test("A calendar shows the days with sessions, and leads to those of a day", async () => {
  const page = await open(markup);
  const days = page.locator("#calendar button");
  expect(
    await days.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("title"))),
  ).toEqual([
    "1 session on 2026-03-04",
    "1 session on 2026-03-05",
    "1 session on 2026-03-06",
    "1 session on 2026-02-01",
  ]);
  expect(await page.locator("#calendar h2").allTextContents()).toEqual([
    "March 2026",
    "February 2026",
  ]);
  await page.getByTitle("2026-02-01").click();
  expect(await shown(page)).toEqual(["s-2"]);
  expect(await page.inputValue("#since")).toBe("2026-02-01");
  expect(await page.getByTitle("2026-02-01").getAttribute("aria-pressed")).toBe("true");
  await page.getByTitle("2026-02-01").click();
  expect(await shown(page)).toEqual(["s-1", "s-2", "s-3"]);
});

test("Without a day there is no calendar", async () => {
  const page = await open(await indexPageOf(entries.slice(2)));
  expect(await page.locator(".about").isVisible()).toBe(false);
});

test("Keys focus the filter and change the theme", async () => {
  const page = await open(markup);
  await page.keyboard.press("t");
  expect(await page.getAttribute("html", "data-theme")).toBe("light");
  await page.keyboard.press("/");
  await page.keyboard.type("t");
  expect(await page.inputValue("#filter")).toBe("t");
  expect(await page.getAttribute("html", "data-theme")).toBe("light");
});

/** Ids of the sessions that show. */
function shown(page: Page): Promise<string[]> {
  return page
    .locator("li.session")
    .evaluateAll((rows) => rows.filter((row) => row.checkVisibility()).map(({ id }) => id));
}
