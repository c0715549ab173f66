/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { edited } from "./long.js";
import { answer, prompt, ran, sessionOf } from "./messages.js";
import { useBrowser } from "./open.js";
import { pageOf } from "./pages.js";
import { search } from "./searching.js";

const open = useBrowser();

test("Diffs have numbers and colours, and their text stays as it is", async () => {
  const page = await open(await pageOf(sessionOf([answer("a", edited("boats.ts"))]), "standard"));
  await page.getByText("boats.ts").last().click();
  const gutter = page.locator(".diff .gutter");
  await expect
    .poll(() => gutter.getAttribute("data-numbers"))
    .toBe(["     ", " 9  9", "10   ", "   10", "   11"].join("\n"));
  expect(await page.locator(".diff").textContent()).toBe(
    '@@ -9,2 +9,3 @@\n const pier = 1;\n-let boats = 2;\n+let boats = "two";\n+// counted\n',
  );
  expect(await coloured(page, "keyword")).toEqual(["const", "let", "let"]);
  expect(await coloured(page, "string")).toEqual(['"two"']);
  expect(await coloured(page, "comment")).toEqual(["// counted"]);
  expect(await search(page, "two")).toBe("1 of 1");
});

test("In a diff of prose, words are words", async () => {
  const page = await open(await pageOf(sessionOf([answer("a", edited("notes.md"))]), "standard"));
  await page.getByText("notes.md").last().click();
  await page.locator(".gutter").waitFor();
  expect(await coloured(page, "keyword")).toEqual([]);
});

test("A button copies the code that is pointed at, or that has the focus", async () => {
  const code = "const boats = 3;\n\nexport { boats };";
  const text = `\`\`\`ts\n${code}\n\`\`\`\n\nAnd:\n\n\`\`\`sh\nls harbour\n\`\`\``;
  const page = await open(await pageOf(sessionOf([answer("a", text)])));
  await keepCopies(page);
  await page.locator("pre").first().hover();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => copied(page)).toEqual([code]);
  // To the second block, and to its button, while the pointer rests on the first.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => copied(page)).toEqual([code, "ls harbour"]);
  expect(await search(page, "harbour")).toBe("1 of 1");
});

test("A long command is whole, in as many lines as it takes", async () => {
  const command = `echo ${"boat ".repeat(100)}`;
  const page = await open(await pageOf(sessionOf([answer("a", ran("r", command, "boats"))])));
  await page.keyboard.press("f");
  const block = page.locator('pre[data-language="sh"]');
  expect(await block.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
});

test("An image is shown as large as the screen is, and goes on Escape", async () => {
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const image = {
    type: "file" as const,
    from: "upload" as const,
    name: "pier.png",
    mediaType: "image/png",
    data: pixel,
  };
  const asked = prompt("p", "See");
  const page = await open(await pageOf(sessionOf([{ ...asked, parts: [...asked.parts, image] }])));
  await page.locator("#conversation img").focus();
  await page.keyboard.press("Enter");
  const large = page.locator("dialog.lightbox img");
  await large.waitFor();
  expect((await large.boundingBox())?.height).toBeGreaterThan(500);
  await page.keyboard.press("Escape");
  await large.waitFor({ state: "hidden" });
  await page.locator("#conversation img").click();
  await page.getByRole("button", { name: "Close" }).click();
  await large.waitFor({ state: "hidden" });
});

test("A time says what it was on the reader's own clock", async () => {
  const page = await open(await pageOf(sessionOf([prompt("p", "Go"), answer("a", "Gone")])));
  const time = page.locator("#conversation time").first();
  await time.hover();
  const expected = await page.evaluate(
    () => `${new Date("2026-03-04T09:15:00Z").toLocaleString()} here`,
  );
  expect(await time.getAttribute("title")).toBe(expected);
});

/** The texts that have a colour. */
function coloured(page: Page, name: string): Promise<string[]> {
  return page.evaluate((highlight) => {
    const ranges = [...(CSS.highlights.get(highlight) ?? [])];
    return ranges.map(({ startContainer, startOffset, endOffset }) =>
      (startContainer.nodeValue ?? "").slice(startOffset, endOffset),
    );
  }, name);
}

/** Has the page write what is copied to a list instead of the clipboard of this machine. */
async function keepCopies(page: Page): Promise<void> {
  await page.evaluate(() => {
    const copies: string[] = [];
    const writeText = async (text: string) => void copies.push(text);
    Object.defineProperty(navigator, "clipboard", { value: { writeText, copies } });
  });
}

function copied(page: Page): Promise<unknown> {
  return page.evaluate("navigator.clipboard.copies");
}
