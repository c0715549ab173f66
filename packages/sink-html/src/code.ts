import { diffMarkup } from "./diff.js";
import { withDirectionsShown } from "./directions.js";
import { html, type Markup, trusted } from "./escape.js";
import { highlighted } from "./highlight.js";

/** Code, output or a diff in a block that scrolls on its own. */
export function codeMarkup(text: string, language?: string): Markup {
  // Halves of characters cannot be written as UTF-8.
  const code = text.toWellFormed();
  if (language === "diff" || language === "patch") {
    const lines = withDirectionsShown(html`${diffMarkup(code)}`);
    return html`<pre class="diff" tabindex="0"><code>${lines}</code></pre>\n`;
  }
  const named = language !== undefined && html` data-language="${language}"`;
  const content = withDirectionsShown(trusted(highlighted(code, language)));
  return html`<pre class="code" tabindex="0"${named}><code>${content}</code></pre>\n`;
}

/** Code in a line. */
export function inlineCodeMarkup(text: string): Markup {
  return html`<code>${withDirectionsShown(html`${text}`)}</code>`;
}
