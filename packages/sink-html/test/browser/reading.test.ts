/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { prompt, sessionOf } from "./messages.js";
import { useBrowser } from "./open.js";
import { pageOf } from "./pages.js";
import { rich } from "./rich.js";

const open = useBrowser();
let markup: string;

beforeAll(async () => {
  markup = await pageOf(rich);
});

test("A link into a fold opens it, when the page is opened and later", async () => {
  // A message of a sub-agent, which is in the fold of the call that started it.
  const page = await open(markup, { hash: "#m-sa" });
  await expectOnScreen(page.locator("#m-sa"));
  await page.click('[data-action="fold-all"]');
  await page.click('[data-action="fold-all"]');
  expect(await page.locator("#m-sa").isVisible()).toBe(false);
  await page.evaluate(() => history.replaceState(null, "", "#"));
  await page.evaluate(() => location.assign("#m-sp"));
  await expectOnScreen(page.locator("#m-sp"));
});

test("On a phone, the toolbar does not cover what a link leads to", async () => {
  const page = await open(markup, { hash: "#m-p3", viewport: { width: 360, height: 500 } });
  await expectOnScreen(page.locator("#m-p3"));
});

test("On a phone, what acts on the page takes one row, also while somebody searches", async () => {
  const page = await open(markup, { viewport: { width: 360, height: 640 } });
  const height = async () => (await page.locator(".toolbar").boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(60);
  await page.fill("#search", "boats");
  await page.locator(".search-count:not(:empty)").waitFor();
  await page.locator('[data-action="next-match"]').waitFor();
  expect(await height()).toBeLessThan(60);
  await page.fill("#search", "");
  for (const name of ["Open all", "Theme: system", "Help"])
    await page.getByRole("button", { name }).waitFor({ state: "visible" });
});

test("A click on a link whose place is in the address already goes there again", async () => {
  const page = await open(markup, { hash: "#m-a1" });
  await page.locator("#m-a1 > .permalink").click();
  await settled(page);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  expect(await isOnScreen(page.locator("#m-a1"))).toBe(false);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.permalink[href="#m-a1"]')?.click();
  });
  await expectOnScreen(page.locator("#m-a1"));
});

test("The mark of a link to a message shows when the message is pointed at", async () => {
  const page = await open(markup);
  const mark = () =>
    page
      .locator("#m-a1 > .permalink")
      .evaluate((link) => getComputedStyle(link, "::before").backgroundColor);
  expect(await mark()).toBe("rgba(0, 0, 0, 0)");
  await page.locator("#m-a1").hover();
  expect(await mark()).not.toBe("rgba(0, 0, 0, 0)");
});

test("An address that leads nowhere does no harm", async () => {
  const page = await open(markup, { hash: "#%" });
  await expectOnScreen(page.locator("h1"));
});

test("n and p go from prompt to prompt of the line that is shown, and focus goes with them", async () => {
  const page = await open(markup);
  const focused = () => page.evaluate(() => document.activeElement?.querySelector(".message")?.id);
  for (const anchor of ["m-p1", "m-p2", "m-p3", "m-p3"]) {
    await page.keyboard.press("n");
    expect(await focused()).toBe(anchor);
    await expectOnScreen(page.locator(`#${anchor}`));
  }
  await page.keyboard.press("p");
  expect(await focused()).toBe("m-p2");
  await page.selectOption("#line", "branch-1");
  await page.evaluate(() => document.querySelector<HTMLElement>(":focus")?.blur());
  await scrollToTop(page);
  for (const anchor of ["m-p1", "m-p2", "m-p3-b1", "m-p4-b1"]) {
    await page.keyboard.press("j");
    expect(await focused()).toBe(anchor);
  }
  await page.keyboard.press("k");
  expect(await focused()).toBe("m-p3-b1");
});

test("n and p begin at the place that the reader has scrolled to", async () => {
  const messages = Array.from({ length: 60 }, (_, index) =>
    prompt(`p${index}`, "A prompt of some lines.\n\n".repeat(8)),
  );
  const page = await open(await pageOf(sessionOf(messages)), { hash: "#m-p30" });
  await expectOnScreen(page.locator("#m-p30"));
  await settled(page);
  await page.keyboard.press("n");
  await expectOnScreen(page.locator("#m-p31"));
  await scrollToTop(page);
  await page.keyboard.press("n");
  await expectOnScreen(page.locator("#m-p0"));
});

test("Keys search, show their list, and are letters where somebody writes", async () => {
  const page = await open(markup);
  await page.keyboard.press("/");
  await page.keyboard.type("ntf?");
  expect(await page.inputValue("#search")).toBe("ntf?");
  expect(await page.locator("#help").isVisible()).toBe(false);
  expect(await page.getAttribute("html", "data-theme")).toBe(null);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.locator("#help").waitFor();
  await page.keyboard.press("t");
  expect(await page.getAttribute("html", "data-theme")).toBe(null);
  await page.keyboard.press("Escape");
  await page.locator("#help").waitFor({ state: "hidden" });
  await page.keyboard.press("Control+f");
  expect(await page.locator("details[open]").count()).toBe(0);
  await page.keyboard.press("f");
  expect(await page.locator("#conversation details:not([open])").count()).toBe(0);
  await page.keyboard.press("f");
  expect(await page.locator("#conversation details[open]").count()).toBe(0);
});

test("Help is opened and closed by its buttons", async () => {
  const page = await open(markup);
  await page.click('[data-action="help"]');
  await page.locator("#help").waitFor();
  await page.click('[data-action="close-help"]');
  await page.locator("#help").waitFor({ state: "hidden" });
});

test("The theme goes from the system's to light to dark, and is remembered", async () => {
  const page = await open(markup, { colorScheme: "dark" });
  const background = () =>
    page.evaluate(() => {
      const [body, root] = [document.body, document.documentElement].map(
        (element) => getComputedStyle(element).backgroundColor,
      );
      return body === "rgba(0, 0, 0, 0)" ? root : body;
    });
  const system = await background();
  await page.keyboard.press("t");
  const light = await background();
  expect(light).not.toBe(system);
  await page.click('[data-action="theme"]');
  expect(await background()).toBe(system);
  expect(await page.textContent('[data-action="theme"]')).toContain("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  expect(await background()).toBe(system);
  await page.keyboard.press("t");
  expect(await background()).toBe(light);
  await page.reload();
  expect(await page.getAttribute("html", "data-theme")).toBe(null);
});

test("A browser that keeps nothing still changes the theme", async () => {
  const page = await open(markup);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error("Nothing is kept here");
    };
  });
  await page.keyboard.press("t");
  expect(await page.getAttribute("html", "data-theme")).toBe("light");
});

/** Waits for more frames than a page takes to scroll to a place: until then it goes back there. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
}

async function scrollToTop(page: Page): Promise<void> {
  await settled(page);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
}

async function expectOnScreen(element: Locator): Promise<void> {
  await expect.poll(() => isOnScreen(element), { interval: 20 }).toBe(true);
}

/** True when the beginning of an element shows, not covered by the toolbar. */
function isOnScreen(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { x, y, height } = node.getBoundingClientRect();
    const top = document.elementFromPoint(x + 3, y + Math.min(3, height / 2));
    return (
      top !== null && (node.contains(top) || top.contains(node)) && top.closest(".toolbar") === null
    );
  });
}
