import { runsBy } from "@chatexport/document";
import { html, type Markup, trusted } from "./escape.js";
import { syntaxOf } from "./languages.js";

/** Code, output or a diff in a block that scrolls on its own. The page colours it when it is looked at. */
export function codeMarkup(text: string, language?: string): Markup {
  // Halves of characters cannot be written as UTF-8.
  const code = text.toWellFormed();
  const syntax = syntaxOf(language);
  if (syntax === "diff") {
    const lines = withDirectionsShown(html`${diffMarkup(code)}`);
    return html`<pre class="diff" tabindex="0"><code>${lines}</code></pre>\n`;
  }
  const named = language !== undefined && html` data-language="${language}"`;
  const read = syntax !== undefined && syntax !== "plain" && html` data-syntax="${syntax}"`;
  const content = withDirectionsShown(html`${code}`);
  return html`<pre class="code" tabindex="0"${named}${read}><code>${content}</code></pre>\n`;
}

/** Code in a line. */
export function inlineCodeMarkup(text: string): Markup {
  return html`<code>${withDirectionsShown(html`${text}`)}</code>`;
}

type Kind = "added" | "removed" | "place" | "file" | "same";

/** A unified diff: its lines as they are, each run of the same kind coloured. */
function diffMarkup(text: string): Markup[] {
  const lines = text.split("\n");
  const kinds = lines.map((_, index) => kindOf(lines, index));
  return runsBy(lines.keys(), (index) => kinds[index]).map(({ key, items }) => {
    // The line break is a part of a coloured line, which is as wide as the block.
    const run = items.map((index) => `${lines[index]}\n`).join("");
    return key === "same" ? html`${run}` : html`<span class="${key}">${run}</span>`;
  });
}

function kindOf(lines: readonly string[], index: number): Kind {
  const line = lines[index] ?? "";
  if (line.startsWith("@@")) return "place";
  if (line.startsWith("+")) return isName(lines, index - 1) ? "file" : "added";
  if (line.startsWith("-")) return isName(lines, index) ? "file" : "removed";
  return "same";
}

// Only two lines together name files: one alone may be a line that begins with a dash itself.
function isName(lines: readonly string[], index: number): boolean {
  return lines[index]?.startsWith("--- ") === true && lines[index + 1]?.startsWith("+++ ") === true;
}

// Characters that change the direction of the text after them, so that code reads as what it is not.
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Shows each character that changes directions in the text of markup, and ends what it does at once. */
function withDirectionsShown({ markup }: Markup): Markup {
  return trusted(markup.replace(directions, directionMarkup));
}

function directionMarkup(character: string): string {
  const point = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `<span class="direction" title="U+${point}">${character}</span>`;
}
