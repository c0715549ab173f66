// Writes the pictures of README.md and of the site into docs/pictures, from examples/home. It needs
// Chromium: node scripts/site/pictures.mjs
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { asOnGitHub } from "./as-on-github.mjs";
import { exampleHome, exported, root, run } from "./example.mjs";
import { terminalPicture } from "./terminal-picture.mjs";

/** The commands at a terminal, by the name of the picture. */
const terminals = {
  "terminal-find": ["chatexport list --project lantern-shop", "chatexport search refund"],
  "terminal-export": ["chatexport --to html --out pages", "chatexport --to html --out pages"],
  "terminal-stats": ["chatexport stats --from claude --since 2026-10 --until 2026-10"],
};

const screens = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 },
};

const pictures = join(root, "docs/pictures");
mkdirSync(pictures, { recursive: true });
const example = exampleHome();
for (const [name, commands] of Object.entries(terminals))
  writeFileSync(join(pictures, `${name}.svg`), await terminalPicture(example, commands));

writeFileSync(join(pictures, "statistics.svg"), run(example, "stats", "--to", "svg", "--quiet"));

const pages = exported(example, "html");
const markdown = join(example.home, "session.html");
const document = exported(example, "markdown")("claude/lantern-shop/2026-10-06");
writeFileSync(markdown, asOnGitHub(readFileSync(document, "utf8")));

const places = ["chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
const executablePath = process.env.CHROMIUM ?? places.find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
await photograph("page", pages("claude/lantern-shop/2026-10-06"));
await photograph("subagents", pages("claude/lantern-shop/2026-11-03"));
await photograph("cursor", pages("cursor/lantern-shop/2025-11-19"));
await photograph("codex", pages("codex/tea-timer/2026-11-08"));
await photograph("index", pages("index.html"));
await photograph("markdown", markdown);
await browser.close();
rmSync(example.home, { recursive: true });

/** A picture of a file on each screen in each theme. */
async function photograph(name, file) {
  for (const [screen, options] of Object.entries(screens))
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage({ ...options, colorScheme });
      await page.goto(pathToFileURL(file).href);
      await page.screenshot({ path: join(pictures, `${name}-${screen}-${colorScheme}.png`) });
      await page.close();
    }
}
