import { visible } from "@chatexport/document";
import { html, type Markup, trusted, withoutControl } from "./escape.js";
import { createParser, deepest } from "./markdown/parser.js";

// The parser takes 3 seconds for a million of the worst characters, and far less for what people write.
const longest = 1_000_000;

const parser = createParser();

/** What somebody wrote in Markdown; what is too long or too deep to be understood stays as it is. */
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
