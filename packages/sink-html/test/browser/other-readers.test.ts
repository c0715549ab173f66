/// <reference lib="dom" />
import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { statisticsPage } from "../../src/statistics-page/index.js";
import { twoYears } from "../statistics.js";
import { entries } from "./entries.js";
import { long } from "./long.js";
import { answer, prompt, ran, sessionOf } from "./messages.js";
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
  const added = (["context", "instructions", "notification", "reminder"] as const).flatMap(
    (synthetic) =>
      [1, 2].map((n) => ({ type: "text" as const, text: `${synthetic} ${n}`, synthetic })),
  );
  const asked = prompt("p", "Go");
  const messages = [{ ...asked, parts: [...asked.parts, ...added] }, answer("a", "Gone")];
  pages["short session"] = await pageOf(sessionOf(messages), "standard");
  pages.index = await indexPageOf(entries);
});

describe.each(kinds)("The page of a %s", (kind) => {
  test.each(screens)(
    "keeps nobody out on a %s screen, light or dark, and fits it",
    async (_, viewport) => {
      const page = await openWhole(kind, viewport);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(viewport.width);
      await page.evaluate(axe.source);
      expect(await barriersOf(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await barriersOf(page, rulesOfColours)).toEqual([]);
    },
  );
});

test("Closed folds with much to say fit a phone", async () => {
  const tokens = { tokensBefore: 1_234_567, tokensAfter: 123_456 };
  const compacted = answer("c", {
    type: "compaction",
    summary: "Boats.",
    trigger: "manual",
    ...tokens,
  });
  const runs = ["sail", `sail ${"--to=harbour ".repeat(7)}`].map((command, at) =>
    ran(`run-${at}`, command, "Aground", true),
  );
  const file = await pageOf(
    sessionOf([prompt("p", "Go"), compacted, answer("d", ...runs)]),
    "standard",
  );
  const page = await open(file, { viewport: { width: 390, height: 800 } });
  const leads = page.locator("summary b", { hasText: /^Run$/ });
  const widths = await leads.evaluateAll((all) => all.map((b) => b.getBoundingClientRect().width));
  expect(widths).toEqual([widths[0], widths[0]]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
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

test("On paper a fold says that it is not printed", async () => {
  const calls = ["a", "b", "c"].map((id) => ran(id, `cat ${id}.txt`, `Text of ${id}`));
  const page = await open(await pageOf(sessionOf([prompt("p", "Read"), answer("r", ...calls)])));
  await page.keyboard.press("f");
  const texts = textsOfPdf(await page.pdf());
  expect(texts.some((text) => text.includes("notprinted"))).toBe(true);
  expect(texts.some((text) => text.includes("Textofa"))).toBe(false);
});

const said = ["timetable, please.", "I look at the files first.", "In summer there are none."];

/** The script of a page adds these in its own time to a long session: beside the prompts, and as a map. */
const addedLater = [".contents [aria-current]", ".contents del", ".events button", ".map .failure"];

/** Opens a light page with all its folds open and all of it laid out, also what no screen has shown yet. */
async function openWhole(
  kind: keyof typeof pages,
  viewport: { width: number; height: number },
): Promise<Page> {
  const page = await open(pages[kind], { viewport, colorScheme: "light" });
  if (kind === "long session")
    for (const added of addedLater)
      await page.locator(`${added} >> nth=0`).waitFor({ state: "attached" });
  await page.keyboard.press("f");
  await expect.poll(() => page.locator("#conversation details:not([open])").count()).toBe(0);
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("*"))
      if (getComputedStyle(element).contentVisibility === "auto")
        element.style.contentVisibility = "visible";
  });
  return page;
}

/** The rules that can be kept in the light and broken in the dark. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** The barriers that these rules find, or all rules, in a line each. */
async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  const { passed, barriers, moving } = await page.evaluate(async (runOnly) => {
    const moving = document.getAnimations().length;
    const options = { ...(runOnly && { runOnly }), resultTypes: ["violations" as const] };
    const { passes, violations } = await window.axe.run(options);
    return {
      moving,
      passed: passes.map(({ id }) => id),
      barriers: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    };
  }, rules);
  // What the reader asked for who wants no motion; colours on their way are not those that are read.
  expect(moving).toBe(0);
  expect(passed).toContain("color-contrast");
  return barriers;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
