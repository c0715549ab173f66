/// <reference lib="dom" />
import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { statisticsPage } from "../../src/statistics-page/index.js";
import { twoYears } from "../statistics.js";
import { entries } from "./entries.js";
import { long } from "./long.js";
import { answer, prompt, sessionOf } from "./messages.js";
import { useBrowser } from "./open.js";
import { indexPageOf, pageOf } from "./pages.js";
import { textsOfPdf } from "./pdf-text.js";
import { rich } from "./rich.js";

const open = useBrowser();
const pages = {
  ...{ session: "", "long session": "", "short session": "" },
  ...{ index: "", statistics: statisticsPage(twoYears) },
};
const kinds = ["session", "long session", "short session", "index", "statistics"] as const;
const screens = [
  ["wide", { width: 1280, height: 800 }],
  ["phone", { width: 360, height: 740 }],
] as const;

beforeAll(async () => {
  pages.session = await pageOf(rich);
  pages["long session"] = await pageOf(long, "standard");
  pages["short session"] = await pageOf(sessionOf([prompt("p", "Go"), answer("a", "Gone")]));
  pages.index = await indexPageOf(entries);
});

describe.each(kinds)("The page of a %s", (kind) => {
  test.each(screens)("keeps nobody out on a %s screen, light or dark", async (_, viewport) => {
    const page = await open(pages[kind], { viewport, colorScheme: "light" });
    await page.keyboard.press("f");
    expect(await barriersOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await barriersOf(page)).toEqual([]);
  });

  test("is no wider than a phone", async () => {
    const page = await open(pages[kind], { viewport: { width: 360, height: 740 } });
    await page.keyboard.press("f");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  });
});

test("Without scripts, all that was said shows, and folds open", async () => {
  const page = await open(pages.session, { javaScriptEnabled: false });
  for (const text of said) await page.getByText(text).last().waitFor();
  expect(await page.locator(".toolbar").isVisible()).toBe(false);
  const output = page.getByText("lighthouse-keeper.txt");
  expect(await output.isVisible()).toBe(false);
  await page.getByText("ls harbour").first().click();
  await output.waitFor();
  await page.getByText("Branch 2", { exact: true }).last().click();
  await page.getByText("An ink drawing.").waitFor();
});

test("Statistics are drawn in place, with the numbers below, also without scripts", async () => {
  const page = await open(pages.statistics, { javaScriptEnabled: false });
  expect(await page.getByRole("img").count()).toBe(5);
  await page.getByText("Models", { exact: true }).click();
  await page.getByRole("rowheader", { name: "model-1" }).waitFor();
});

test("Without scripts, the index is a list", async () => {
  const page = await open(pages.index, { javaScriptEnabled: false });
  for (const { title = "" } of entries) await page.getByRole("link", { name: title }).waitFor();
  expect(await page.locator(".toolbar").isVisible()).toBe(false);
});

test("A browser that shows nothing of a closed fold can open the list of prompts", async () => {
  const older = pages.session.replace("selector(::details-content)", "selector(::unheard-of)");
  expect(older).not.toBe(pages.session);
  const prompts = (page: Page) => page.locator(".contents ol");
  expect(await prompts(await open(pages.session)).isVisible()).toBe(true);
  // The policy knows the styles by their hash.
  const page = await open(older, { bypassCSP: true });
  expect(await prompts(page).isVisible()).toBe(false);
  await page.locator(".contents summary").click();
  await prompts(page).waitFor();
});

test("On paper stands the whole conversation, dark on white, and nothing to click", async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  const messages = numbers.flatMap((number) => [
    prompt(`p${number}`, `Question ${number} of many`),
    answer(`a${number}`, `Reply ${number} at length. ${"It goes on. ".repeat(80)}`),
  ]);
  const page = await open(await pageOf(sessionOf(messages)), { colorScheme: "dark" });
  await page.keyboard.press("t");
  await page.keyboard.press("t");
  const texts = textsOfPdf(await page.pdf());
  const missing = numbers
    .flatMap((number) => [`Question${number}ofmany`, `Reply${number}atlength`])
    .filter((sentence) => !texts.some((text) => text.includes(sentence)));
  expect(missing).toEqual([]);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".toolbar, .contents").filter({ visible: true }).count()).toBe(0);
  const brightness = (property: string) =>
    page.evaluate((name) => {
      const value = getComputedStyle(document.body).getPropertyValue(name);
      const [red = 0, green = 0, blue = 0, alpha = 1] = (value.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 0 ? 255 : (red + green + blue) / 3;
    }, property);
  expect(await brightness("background-color")).toBe(255);
  expect(await brightness("color")).toBeLessThan(100);
});

const said = ["timetable, please.", "I look at the files first.", "In summer there are none."];

/** What shuts somebody out, in a line each. */
async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { passes, violations } = await page.evaluate(() => window.axe.run());
  expect(passes.map(({ id }) => id)).toContain("color-contrast");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
