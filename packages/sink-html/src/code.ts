import { runsBy } from "@chatexport/document";
import common from "highlight.js/lib/common";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import powershell from "highlight.js/lib/languages/powershell";
import { escaped, html, type Markup, trusted } from "./escape.js";

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

// Highlighting costs time and markup; nobody reads more than this for its colours.
const longest = 10_000;

// The time for some texts grows with the square of their lines, which in code are shorter than this.
const longestLine = 500;

common.registerLanguage("dockerfile", dockerfile);
common.registerLanguage("powershell", powershell);

// Their rules take minutes for some of what looks like links.
const slow = new Set(["Markdown"]);

/** A language that can be highlighted, by its name or by what its files end in. */
export function languageOf(name: string | undefined): string | undefined {
  const language = name === undefined ? undefined : common.getLanguage(name);
  return language && !slow.has(language.name ?? "") ? name?.toLowerCase() : undefined;
}

/** Code as markup, coloured through class names where its language is known. */
function highlighted(code: string, language: string | undefined): string {
  const known = languageOf(language);
  if (known === undefined || !isHandy(code)) return escaped(code);
  const { value } = common.highlight(code, { language: known, ignoreIllegals: true });
  return withShortNames(value.replaceAll("&quot;", '"').replaceAll("&#x27;", "'"));
}

/** The scopes that have a colour of their own, by its letter. */
const colours: Readonly<Record<string, string>> = {
  c: "comment quote meta",
  k: "keyword selector-tag doctag",
  s: "string regexp addition link",
  n: "number literal attr attribute variable symbol template-variable",
  t: "title section name selector-id selector-class",
  b: "type built_in",
  d: "deletion",
  e: "emphasis",
  g: "strong",
};
const letterOf = new Map(
  Object.entries(colours).flatMap(([letter, scopes]) =>
    scopes.split(" ").map((scope) => [scope, letter] as const),
  ),
);

// The library has a few dozen of them.
const shortTags = new Map<string, string>();

/** Colours with names of one letter: as the library names scopes, they are a tenth of all pages. */
function withShortNames(markup: string): string {
  const ends: string[] = [];
  return markup.replace(/<[^<>]+>/g, (tag) => {
    if (tag === "</span>") return ends.pop() ?? "";
    const short = shortTags.get(tag) ?? shortTag(tag);
    ends.push(short === "" ? "" : "</i>");
    return short;
  });
}

function shortTag(tag: string): string {
  const letter = letterOf.get(/^<span class="hljs-([\w-]+)/.exec(tag)?.[1] ?? "");
  const short = letter === undefined ? "" : `<i class="${letter}">`;
  shortTags.set(tag, short);
  return short;
}

function isHandy(code: string): boolean {
  return code.length <= longest && code.split("\n").every(({ length }) => length <= longestLine);
}
