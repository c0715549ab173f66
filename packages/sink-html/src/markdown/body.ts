import { visible } from "@chatexport/document";
import type { MarkdownIt as Parser } from "markdown-it";
import MarkdownIt from "markdown-it";
import { html, type Markup, trusted, withoutControl } from "../escape.js";
import { isKept, readable, replaceLinks } from "./links.js";
import { lowerHeadings, markTasks, textRules } from "./rules.js";
import { keepCells, tableRules } from "./tables.js";

// Levels of blocks within blocks that are shown as such; a body with more is shown as it was written.
const deepest = 100;

// The parser takes 3 seconds for a million of the worst characters, and far less for what people write.
const longest = 1_000_000;

const parser = createParser();

/** A Markdown text as HTML. One that is too long or too deep to be parsed is shown as plain text. */
export function bodyMarkup(markdown: string): Markup {
  const text = visible(markdown).toWellFormed();
  const tokens = text.length > longest ? undefined : parser.parse(text, {});
  // The parser leaves out what is deeper than it goes.
  if (!tokens || tokens.some(({ level }) => level >= deepest - 1))
    return html`<div class="body plain">${text}</div>\n`;
  const markup = parser.renderer.render(tokens, parser.options, {});
  // Entities can spell control characters.
  return html`<div class="body">${trusted(withoutControl(markup))}</div>\n`;
}

/**
 * Markdown as GitHub knows it, without HTML: tags are text. Lines end where they were ended, because
 * people and models write for programs that show them so.
 */
function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: false, breaks: true, maxNesting: deepest });
  // A definition would vanish from what was written, and its links with it when it is not safe.
  parser.disable("reference");
  parser.validateLink = isKept;
  parser.normalizeLinkText = readable;
  parser.core.ruler.after("block", "cells", ({ src, tokens }) => keepCells(src, tokens));
  parser.core.ruler.push("headings", ({ tokens }) => lowerHeadings(tokens));
  parser.core.ruler.push("tasks", (state) => markTasks(state.tokens, state.Token));
  parser.core.ruler.push("links", (state) => replaceLinks(state.tokens, state.Token));
  Object.assign(parser.renderer.rules, textRules, tableRules);
  return parser;
}
