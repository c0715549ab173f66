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

test.each([
  ["ts", 'let a = f("b"); // c\n/* d', { keyword: ["let"], name: ["f"], string: ['"b"'] }],
  ["py", '"""a\nb"""\ndef c(): # d', { string: ['"""a\nb"""'], keyword: ["def"], name: ["c"] }],
  ["sql", "SELECT a -- b\nfrom c", { keyword: ["SELECT", "from"], comment: ["-- b"] }],
  ["html", '<a href="b">c</a>', { keyword: ["<a", "</a"], name: ["href"], string: ['"b"'] }],
  ["json", '{"a": [1, "b", null]}', { name: ['"a"'], string: ['"b"'], keyword: ["null"] }],
  ["yaml", "a: 1 # b\nc: yes", { name: ["a", "c"], number: ["1"], comment: ["# b"] }],
  ["css", "a { color: #fff } /* b */", { number: ["#fff"], comment: ["/* b */"] }],
])("Code in %s has its colours, and stays as it is", async (language, code, colours) => {
  const text = `\`\`\`${language}\n${code}\n\`\`\``;
  const page = await open(await pageOf(sessionOf([answer("a", text)])));
  const [[name = "", texts] = []] = Object.entries(colours);
  await expect.poll(() => coloured(page, name)).toEqual(texts);
  for (const [name, texts] of Object.entries(colours))
    expect(await coloured(page, name)).toEqual(texts);
  expect(await page.locator("pre").textContent()).toBe(code);
});

test("Code in a fold has its colours once it is open, and code on paper before", async () => {
  const block = (name: string) => `\`\`\`js\nlet ${name}\n\`\`\`\n`;
  const far = `${block("near")}${"a\n\n".repeat(300)}${block("far")}`;
  const written = edited("boats.ts");
  const page = await open(await pageOf(sessionOf([answer("a", far, written)]), "standard"));
  await expect.poll(() => coloured(page, "keyword")).toEqual(["let"]);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await coloured(page, "keyword")).toEqual(["let", "let"]);
  await page.getByText("boats.ts").last().click();
  await expect.poll(() => coloured(page, "keyword")).toHaveLength(5);
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

test("An image opens at its full size, and goes on Escape", async () => {
  const image = {
    type: "file" as const,
    from: "upload" as const,
    mediaType: "image/gif",
    data: wideImage,
  };
  const asked = prompt("p", "See");
  const page = await open(await pageOf(sessionOf([{ ...asked, parts: [...asked.parts, image] }])));
  await page.getByRole("link", { name: "Image 1 of prompt 1" }).focus();
  await page.keyboard.press("Enter");
  const large = page.locator("dialog.lightbox img");
  await large.waitFor();
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(2000);
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
  await expect.poll(() => time.getAttribute("title")).toBe(expected);
});

/** A GIF of 2000 × 10 pixels. */
const wideImage = Buffer.concat([
  Buffer.from("GIF89a"),
  Buffer.from("d0070a00800000ffffff0a676d2c00000000010001000002024401003b", "hex"),
]).toString("base64");

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
