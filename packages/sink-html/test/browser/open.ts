import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, TestRunner } from "vitest";
import { findChromium } from "./chromium.js";

/** The way in which a page is opened: as Playwright knows it, and at which place in the page. */
interface How extends Pick<BrowserContextOptions, "javaScriptEnabled" | "bypassCSP"> {
  hash?: string;
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
}

/** Opens a page that lies alone in a folder, as a reader does who was sent the file. */
export type Open = (markup: string, how?: How) => Promise<Page>;

const remedy = "Install Chromium or set CHROMIUM to its path";

const wide = { width: 1280, height: 800 };

// Files share what their process has: it is started for the first of them, and ends with the process.
let shared: Promise<Browser> | undefined;

/** A place in the browser for one page after the other. */
interface Tab {
  page: Page;
  /** Of the page that is open. */
  url: string;
  /** Events that no page of ours causes. */
  surprises: string[];
}

// Opening one costs more than most tests do in it: those that wait for a page, by their options.
const idle = new Map<string, Tab[]>();

/**
 * A browser for the tests of a file. After each test, the pages that it opened must have said
 * nothing on their console, shown no dialog, and asked for nothing but their own files. Without a
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
  let folder: string;
  let count = 0;
  const used: { tab: Tab; leave(): Promise<unknown> }[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "chatexport-pages-"));
  });

  afterEach(async () => {
    const left = used.splice(0);
    await Promise.all(left.map(({ leave }) => leave()));
    expect(left.flatMap(({ tab }) => tab.surprises.splice(0))).toEqual([]);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  return async (markup, { hash = "", viewport = wide, colorScheme, ...options } = {}) => {
    const path = join(folder, `page-${++count}.html`);
    await writeFile(path, markup);
    const timeout = patience();
    shared ??= chromium.launch({ executablePath, args: ["--no-sandbox"], timeout });
    const kind = JSON.stringify(options);
    const tabs = idle.get(kind) ?? [];
    idle.set(kind, tabs);
    const tab = tabs.pop() ?? (await newTab(await shared, options));
    const { page } = tab;
    page.setDefaultTimeout(timeout);
    const leave = async () => {
      await page.evaluate(() => localStorage.clear());
      tabs.push(tab);
    };
    used.push({ tab, leave });
    await page.setViewportSize(viewport);
    // What is measured must not be on its way to somewhere else.
    const reducedMotion = "reduce";
    await page.emulateMedia({ media: null, colorScheme: colorScheme ?? null, reducedMotion });
    tab.url = pathToFileURL(path).href;
    await page.goto(tab.url + hash);
    return page;
  };
}

/** Half the time that a test has, so that what it waited for is named. */
function patience(): number {
  return (TestRunner.getCurrentTest()?.timeout ?? 0) / 2;
}

async function newTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options);
  const tab: Tab = { page: await context.newPage(), url: "", surprises: [] };
  watch(tab);
  return tab;
}

function watch(tab: Tab): void {
  const { page, surprises } = tab;
  page.on("console", (message) => surprises.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => surprises.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    surprises.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => surprises.push(`window: ${popup.url()}`));
  page.on("request", (request) => {
    const [asked = ""] = request.url().split(/[?#]/);
    // Beside an index lie the words that were said.
    const beside = tab.url.replace(/[^/]*$/, "index.files/");
    if (asked !== tab.url && !asked.startsWith("data:") && !asked.startsWith(beside))
      surprises.push(`request: ${asked}`);
  });
}
