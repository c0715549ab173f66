/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Types a text into the search, and gives what is counted once all is searched. */
export async function search(page: Page, text: string): Promise<string> {
  await page.fill("#search", "");
  await expectCount(page, /^$/);
  await page.fill("#search", text);
  await expectCount(page, /^(\d.*[^…]|No match)$/);
  return countOf(page);
}

/** Waits until the count says what is expected. */
export async function expectCount(page: Page, expected: string | RegExp): Promise<void> {
  await expect
    .poll(() => countOf(page), { interval: 20 })
    .toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
}

/** The text beside the field: "3 of 120". */
export async function countOf(page: Page): Promise<string> {
  return (await page.textContent(".search-count")) ?? "";
}

/** The texts that are marked as matches: the current one, or the others. */
export async function marked(page: Page, which: "match" | "current"): Promise<string[]> {
  return page.evaluate((name) => {
    const ranges = [...(CSS.highlights.get(name) ?? [])];
    return ranges.map(({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = new Range();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      return range.toString();
    });
  }, which);
}

/** Waits until the current match is on the screen and nothing covers it: the page scrolls for some frames. */
export async function expectInView(page: Page): Promise<void> {
  await expect.poll(() => isInView(page), { interval: 20 }).toBe(true);
}

function isInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [match] = [...(CSS.highlights.get("current") ?? [])];
    if (match === undefined) return false;
    const range = new Range();
    range.setStart(match.startContainer, match.startOffset);
    range.setEnd(match.endContainer, match.endOffset);
    const { x, y, width, height } = range.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top?.contains(match.startContainer) === true;
  });
}
