/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { long } from "./long.js";
import { useBrowser } from "./open.js";
import { pageOf } from "./pages.js";

const open = useBrowser();
let markup: string;

beforeAll(async () => {
  markup = await pageOf(long, "standard");
});

test("The list of prompts follows the reading, and scrolls as far as it must", async () => {
  const page = await open(markup, { viewport: { width: 1280, height: 500 } });
  await expect.poll(() => current(page)).toEqual(["#m-p0"]);
  await page.evaluate(() => document.querySelector("#m-a35")?.scrollIntoView());
  await expect.poll(() => current(page)).toEqual(["#m-p35"]);
  await expect.poll(() => isWithinList(page)).toBe(true);
  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => current(page)).toEqual(["#m-p0"]);
  await expect.poll(() => isWithinList(page)).toBe(true);
});

test("The list says what was done for a prompt", async () => {
  const page = await open(markup);
  const tally = (prompt: string) => page.locator(`.contents a[href="#m-${prompt}"] small`);
  await expect.poll(() => tally("p10").textContent()).toBe("1 call · 1 edit");
  await expect.poll(() => tally("p20").textContent()).toBe("1 call · 1 failed");
  expect(await tally("p1").count()).toBe(0);
});

test("The map has a mark for each prompt, edit, failure and compaction, and shows the place", async () => {
  const page = await open(markup);
  const marks = (kind: string) => page.locator(`.map .${kind}`).count();
  await expect.poll(() => marks("asked")).toBe(40);
  expect(await Promise.all(["edit", "failure", "compaction"].map(marks))).toEqual([1, 1, 1]);
  const top = () => page.locator(".map .view").evaluate(({ offsetTop }: HTMLElement) => offsetTop);
  await expect.poll(top).toBe(0);
  const box = await page.locator(".map").boundingBox();
  if (box === null) throw new Error("No map");
  await page.mouse.click(box.x + 3, box.y + box.height * 0.75);
  await expect.poll(top).toBeGreaterThan(box.height / 2);
  await expect.poll(() => current(page)).toEqual([expect.stringMatching(/^#m-p(29|30|31)$/)]);
});

test("Buttons lead to the edits, failures and compactions", async () => {
  const page = await open(markup);
  for (const [name, anchor] of [
    ["1 failure", "m-failure"],
    ["1 compaction", "m-compaction"],
    ["1 edit", "m-edit"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    await expect.poll(() => isOnScreen(page, anchor)).toBe(true);
  }
});

function current(page: Page): Promise<(string | null)[]> {
  return page
    .locator(".contents [aria-current]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
}

/** True when the prompt that is read can be seen in the list. */
function isWithinList(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [list, link] = [".contents ol", ".contents [aria-current]"].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    return (
      list !== undefined && link !== undefined && link.top >= list.top && link.bottom <= list.bottom
    );
  });
}

function isOnScreen(page: Page, id: string): Promise<boolean> {
  return page.evaluate((anchor) => {
    const box = document.getElementById(anchor)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
  }, id);
}
