/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { edited } from "./long.js";
import { answer, prompt, ran, sessionOf } from "./messages.js";
import { useBrowser } from "./open.js";
import { pageOf } from "./pages.js";
import { search } from "./searching.js";

const open = useBrowser();
let markup: string;

beforeAll(async () => {
  const session = sessionOf([
    prompt("p", "Count the boats"),
    answer("a1", { type: "reasoning", text: "How many?" }, ran("ls", "ls harbour", "seven boats")),
    answer("a2", edited("boats.ts"), "Now it is right."),
    prompt("p2", "Again"),
    answer("a3", ran("t", "npm test", "1 test failed", true)),
  ]);
  markup = await pageOf(session, "standard");
});

test("Only what was said shows, or that and edits, or everything", async () => {
  const page = await open(markup);
  const all = ["You", "Assistant", "Reasoning", "Run", "Edit", "You", "Assistant", "Run"];
  expect(await shown(page)).toEqual(all);
  await choose(page, "edits");
  expect(await shown(page)).toEqual(["You", "Assistant", "Edit", "You", "Assistant"]);
  await choose(page, "talk");
  expect(await shown(page)).toEqual(["You", "Assistant", "You"]);
  await page.getByText("Now it is right.").waitFor();
  await choose(page, "all");
  expect(await shown(page)).toEqual(all);
});

test("A search finds what is hidden, and shows everything then", async () => {
  const page = await open(markup);
  await choose(page, "talk");
  expect(await search(page, "Count the")).toBe("1 of 1");
  expect(await chosen(page)).toBe("talk");
  expect(await search(page, "seven boats")).toBe("1 of 1");
  expect(await chosen(page)).toBe("all");
  await page.getByText("seven boats").waitFor();
});

test("A link to a message that is hidden shows it", async () => {
  const page = await open(markup);
  await choose(page, "talk");
  await page.evaluate(() => location.assign("#m-a3"));
  await expect.poll(() => chosen(page)).toBe("all");
  await page.getByText("npm test").waitFor();
});

test("A path beside the conversation goes on in the next line after a slash", async () => {
  const session = sessionOf([
    prompt("p", "Paint the boats"),
    answer("a", edited("src/harbour/boats.ts"), "Done."),
  ]);
  const page = await open(await pageOf(session, "standard"));
  const path = page.locator(".files a");
  expect(await path.innerHTML()).toBe("src/<wbr>harbour/<wbr>boats.ts");
  expect(await path.textContent()).toBe("src/harbour/boats.ts");
});

test("The arrow keys change what shows, and other keys do what they do elsewhere", async () => {
  const page = await open(markup);
  const group = page.getByRole("radiogroup", { name: "Show:" });
  await group.getByRole("radio", { name: "all" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await chosen(page)).toBe("edits");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
});

async function choose(page: Page, what: string): Promise<void> {
  await page.locator(".choices label").filter({ hasText: what }).click();
}

function chosen(page: Page): Promise<string> {
  return page.locator("[name=shown]:checked").inputValue();
}

/** The first words of what shows, from top to bottom. */
function shown(page: Page): Promise<(string | null)[]> {
  return page
    .locator("#conversation :is(h2, summary > b, .line > b)")
    .evaluateAll((words) =>
      words
        .filter((word) => word.checkVisibility())
        .map((word) => word.lastChild?.textContent?.trim() ?? null),
    );
}
