import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { findChromium } from "./chromium.js";

/** How a page is opened: as Playwright knows it, and at which place in the page. */
interface How extends BrowserContextOptions {
  hash?: string;
}

/** Opens a page that lies alone in a folder, as a reader does who was sent the file. */
export type Open = (markup: string, how?: How) => Promise<Page>;

const remedy = "Install Chromium or set CHROMIUM to its path";

const wide = { width: 1280, height: 800 };

// Files share what their process has: it is started for the first of them, and ends with the process.
let shared: Promise<Browser> | undefined;

/**
 * A browser for the tests of a file. After each test, the pages that it opened must have said
 * nothing on their console, shown no dialog, and asked for nothing but their own file. Without a
 * browser the tests are skipped, unless BROWSER_REQUIRED is set: then they fail.
 */
export function useBrowser(): Open {
  const executablePath = findChromium();
  if (executablePath !== undefined) return useChromium(executablePath);
  if (process.env.BROWSER_REQUIRED)
    throw new Error(`No browser for the tests of pages. ${remedy}.`);
  process.stderr.write(`Tests of pages are skipped, for there is no browser. ${remedy}.\n`);
  beforeEach(({ skip }) => skip(remedy));
  return () => Promise.reject(new Error(remedy));
}

function useChromium(executablePath: string): Open {
  let browser: Browser;
  let folder: string;
  let count = 0;
  const contexts: BrowserContext[] = [];
  const surprises: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "chatexport-pages-"));
    shared ??= chromium.launch({ executablePath, args: ["--no-sandbox"] });
    browser = await shared;
  });

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(surprises.splice(0)).toEqual([]);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  return async (markup, { hash = "", ...options } = {}) => {
    const path = join(folder, `page-${++count}.html`);
    await writeFile(path, markup);
    const context = await browser.newContext({ viewport: wide, ...options });
    contexts.push(context);
    // Less than a test has, so that what it waited for is named.
    context.setDefaultTimeout(300_000);
    const page = await context.newPage();
    const url = pathToFileURL(path).href;
    watch(page, url, surprises);
    await page.goto(url + hash);
    return page;
  };
}

function watch(page: Page, url: string, surprises: string[]): void {
  page.on("console", (message) => surprises.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => surprises.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    surprises.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => surprises.push(`window: ${popup.url()}`));
  page.on("request", (request) => {
    const [asked = ""] = request.url().split(/[?#]/);
    if (asked !== url && !asked.startsWith("data:")) surprises.push(`request: ${asked}`);
  });
}
