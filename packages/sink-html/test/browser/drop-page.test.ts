import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { useBrowser } from "./open.js";

const open = useBrowser();
const script = new URL("../../../../scripts/site/drop.mjs", import.meta.url).href;
const { dropPage }: { dropPage(): Promise<string> } = await import(script);
const transcript = fileURLToPath(
  new URL(
    "../../../../examples/home/.claude/projects/-home-mira-code-lantern-shop/2c116d2c-7292-483b-a311-f32e99308a78.jsonl",
    import.meta.url,
  ),
);

// A page that asks for anything, or says anything on its console, fails its test.
test("a transcript that is dropped is shown, without a request", async () => {
  const page = await open(await dropPage());
  await page.setInputFiles("#file", transcript);
  const shown = page.frameLocator("#page");
  await shown.getByRole("heading", { level: 1 }).waitFor();
  expect(await shown.getByRole("heading", { level: 1 }).textContent()).toBe("checkout rate limit");
  expect(await page.textContent("#notes")).toContain("Missing, in files beside it: 1 sub-agent.");
  // The scripts of the page run in its frame.
  await shown.getByRole("button", { name: "Open all" }).click();
  expect(await shown.locator("main details:not([open])").count()).toBe(0);
  const [markdown] = await Promise.all([page.waitForEvent("download"), page.click("#markdown")]);
  expect(readFileSync(await markdown.path(), "utf8")).toContain("# checkout rate limit");
});

test("a file that holds no conversation is refused with a sentence", async () => {
  const page = await open(await dropPage());
  const buffer = Buffer.from('{"type":"session_meta","payload":{}}\n');
  await page.setInputFiles("#file", { name: "rollout.jsonl", mimeType: "text/plain", buffer });
  await page.getByRole("alert").filter({ hasText: "holds no conversation" }).waitFor();
  expect(await page.isVisible("#page")).toBe(false);
});
