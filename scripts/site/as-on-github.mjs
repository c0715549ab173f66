// A Markdown document as GitHub shows it, as far as its style sheet and a renderer can tell.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";

const css = fileURLToPath(import.meta.resolve("github-markdown-css/github-markdown.css"));

/** A page with the document, in the reader's light or dark theme. */
export function asOnGitHub(markdown) {
  // GitHub shows front matter as a table; the document begins below it.
  const body = new MarkdownIt({ html: true })
    .render(markdown.replace(/^---\n.*?\n---\n/s, ""))
    .replace(/<li>(\s*(?:<p>)?)\[([ x])\]/g, (_, start, mark) => task(start, mark === "x"));
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>${readFileSync(css, "utf8")}
:root { color-scheme: light dark } body { margin: 0; background: light-dark(#fff, #0d1117) }
.markdown-body { max-width: 980px; margin: 0 auto; padding: 32px 45px }</style>
<article class="markdown-body">${body}</article>`;
}

function task(start, isDone) {
  return `<li class="task-list-item">${start}<input type="checkbox" disabled${isDone ? " checked" : ""}>`;
}
