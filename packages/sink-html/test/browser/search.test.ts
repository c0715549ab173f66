import { beforeAll, expect, test } from "vitest";
import { answer, prompt, ran, sessionOf } from "./messages.js";
import { useBrowser } from "./open.js";
import { pageOf } from "./pages.js";
import { rich } from "./rich.js";
import { countOf, expectCount, expectInView, marked, search } from "./searching.js";

const open = useBrowser();
let markup: string;

beforeAll(async () => {
  markup = await pageOf(rich);
});

test("A search opens the fold of a match in the output of a command and shows it", async () => {
  const page = await open(markup);
  expect(await search(page, "lighthouse-KEEPER")).toBe("1 of 1");
  const output = page.getByText("lighthouse-keeper.txt");
  await output.waitFor();
  await expectInView(page);
});

test("Matches are counted, and keys and buttons go from one to the next and round", async () => {
  const page = await open(markup);
  expect(await search(page, "boats")).toMatch(/^1 of \d+$/);
  const last = Number((await countOf(page)).split(" ").at(-1));
  expect(last).toBeGreaterThan(5);
  await page.press("#search", "Enter");
  await expectCount(page, `2 of ${last}`);
  await page.press("#search", "Shift+Enter");
  await page.press("#search", "Shift+Enter");
  await expectCount(page, `${last} of ${last}`);
  await page.click('[data-action="next-match"]');
  await expectCount(page, `1 of ${last}`);
  await page.click('[data-action="previous-match"]');
  await expectCount(page, `${last} of ${last}`);
});

test("Every match is marked where it stands", async () => {
  const page = await open(markup);
  expect(await search(page, "const pier")).toBe("1 of 2");
  expect(await marked(page, "current")).toEqual(["const pier"]);
  expect(await marked(page, "match")).toEqual(["const pier"]);
});

test("A match goes over the parts of a sentence and of highlighted code, not over its end", async () => {
  const page = await open(markup);
  expect(await search(page, "gaps in the ferry timetable")).toBe("1 of 1");
  expect(await search(page, "crossing = (minutes")).toBe("1 of 1");
  expect(await marked(page, "current")).toEqual(["crossing = (minutes"]);
  expect(await search(page, "please.Assistant")).toBe("No match");
});

test("Case is ignored also beyond English, and places stay right behind letters that grow", async () => {
  const session = sessionOf([prompt("p", "İİİ before. Émile's GRÜNE boat.")]);
  const page = await open(await pageOf(session));
  expect(await search(page, "émile's grüne")).toBe("1 of 1");
  expect(await marked(page, "current")).toEqual(["Émile's GRÜNE"]);
});

test("Text is taken as it is written: nothing in it is a pattern", async () => {
  const session = sessionOf([prompt("p", "Is it a.*b or (a|b)? aXb")]);
  const page = await open(await pageOf(session));
  expect(await search(page, "a.*b")).toBe("1 of 1");
  expect(await search(page, "(a|b)?")).toBe("1 of 1");
});

test("The fold that only a match needed closes when the search goes on", async () => {
  const page = await open(markup);
  // A command within the sub-agent of a call.
  expect(await search(page, "counted by hand")).toBe("1 of 1");
  expect(await page.locator("details[open]").count()).toBe(2);
  expect(await search(page, "is written down")).toBe("1 of 1");
  expect(await page.locator("details[open]").count()).toBe(0);
});

test("Escape takes the search away and leaves open what it found", async () => {
  const page = await open(markup);
  expect(await search(page, "no gaps")).toBe("1 of 1");
  await page.press("#search", "Escape");
  expect(await page.inputValue("#search")).toBe("");
  expect(await countOf(page)).toBe("");
  expect(await marked(page, "current")).toEqual([]);
  expect(await page.locator("details.tool-call[open]").count()).toBe(1);
  await page.press("#search", "Escape");
  expect(await page.evaluate("document.activeElement.id")).toBe("");
});

test("A match far inside a long line and far down a long output is scrolled to", async () => {
  const output = `${"line\n".repeat(3000)}${"wide ".repeat(2000)}needle${"\nline".repeat(3000)}`;
  const session = sessionOf([prompt("p", "Go"), answer("a", ran("r", "make", output))]);
  const page = await open(await pageOf(session));
  expect(await search(page, "needle")).toBe("1 of 1");
  await expectInView(page);
});

test("The last message of a long session is found and shown", async () => {
  const messages = Array.from({ length: 2000 }, (_, index) =>
    prompt(
      `p${index}`,
      `Common word. ${"Filling text. ".repeat(40)}${index === 1999 ? "rare" : ""}`,
    ),
  );
  const page = await open(await pageOf(sessionOf(messages)));
  expect(await search(page, "common")).toBe("1 of 2,000");
  expect(await search(page, "rare")).toBe("1 of 1");
  await expectInView(page);
});
