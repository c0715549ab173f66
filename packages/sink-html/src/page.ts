import { html, type Markup, trusted } from "./escape.js";
import { readScripts, readStyles } from "./own-files.js";
import { hashes } from "./page-hashes.computed.js";
import { headScripts, pageParts } from "./page-parts.js";

/** In what the pages of this package differ. */
export interface Page {
  kind: keyof typeof pageParts;
  title: string;
  /** A description of it, for a program that shows a link to it with a few words. */
  description?: string | undefined;
  /** True when its scripts load others. */
  loadsScripts?: boolean;
}

/** The HTML around the content of a page. */
export interface Shell {
  /** All before the content. */
  start: Markup;
  /** All after the content. */
  end: Markup;
}

// Bundlers rewrite a template that has it, for the sake of scripts that stand in a page themselves.
const scriptEnd = trusted("</script>");

/** The mark of the bar, for the tab of a page. */
const icon =
  "data:image/svg+xml,%3csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23fff' stroke-width='1.8' stroke-linecap='round'%3e%3crect width='16' height='16' rx='4' fill='%230a676d' stroke='none'/%3e%3cpath d='M4 5h5M7 8h5M4 11h3.5'/%3e%3c/svg%3e";

const home = "https://www.npmjs.com/package/chatexport";

/** A page without its content. Nothing of a transcript but the title comes into it. */
export function shellOf({ kind, title, description, loadsScripts = false }: Page): Shell {
  const style = readStyles(pageParts[kind].styles);
  const headScript = readScripts(headScripts);
  const script = readScripts(pageParts[kind].scripts);
  const policy = policyOf(kind, loadsScripts);
  const start = html`<!doctype html>
<html lang="en" data-page="${kind}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="chatexport">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">\n`}<link rel="icon" href="${trusted(icon)}">
<title>${title}</title>
<style>${trusted(style)}</style>
<script>${trusted(headScript)}${scriptEnd}
</head>
<body>
`;
  const end = html`<footer>Made with <a href="${home}">chatexport</a></footer>
<script>${trusted(script)}${scriptEnd}
</body>
</html>
`;
  return { start, end };
}

/** The bar at the top of every page: whose it is, and what acts on it. */
export function barMarkup(toolbar: Markup): Markup {
  return html`<header class="bar">\n<span class="brand">chatexport</span>\n${toolbar}</header>\n`;
}

/**
 * The Content-Security-Policy of a page: it allows embedded images, and our own styles and scripts
 * by their hashes. It allows no request; but scripts that ours load, in the page of an index.
 */
function policyOf(kind: Page["kind"], loadsScripts: boolean): string {
  const { style, script } = hashes[kind];
  const scripts = [hashes.head, script].map((hash) => `'sha256-${hash}'`);
  return [
    "default-src 'none'",
    "img-src data:",
    `style-src 'sha256-${style}'`,
    `script-src ${scripts.join(" ")}${loadsScripts ? " 'strict-dynamic'" : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
