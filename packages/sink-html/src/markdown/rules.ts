import type { RendererRule, Token } from "markdown-it";
import { codeMarkup, inlineCodeMarkup } from "../code.js";
import { escaped, html } from "../escape.js";
import { syntaxOf } from "../languages.js";
import { boxMarkup } from "../words.js";

/** Text and code of a body are written as everywhere in a page. */
export const textRules: Record<string, RendererRule> = {
  text: (tokens, index) => escaped(tokens[index]?.content ?? ""),
  code_block: (tokens, index) => codeMarkup(tokens[index]?.content.trimEnd() ?? "").markup,
  code_inline: (tokens, index) => inlineCodeMarkup(tokens[index]?.content ?? "").markup,
  fence: (tokens, index) => fence(tokens[index]?.content ?? "", tokens[index]?.info ?? ""),
  box: (tokens, index) => boxMarkup(tokens[index]?.meta?.isChecked === true).markup,
};

// The info of a fence is a language, or names a file and its lines.
function fence(content: string, info: string): string {
  const words = info.trim();
  const language = known(/^[\w+#.-]+/.exec(words)?.[0]) ?? known(endingOf(words));
  const code = codeMarkup(content.replace(/\n$/, ""), language);
  const isSaid = words === "" || words.toLowerCase() === language;
  return (isSaid ? code : html`<p class="caption">${words}</p>${code}`).markup;
}

function known(language: string | undefined): string | undefined {
  return syntaxOf(language) && language?.toLowerCase();
}

function endingOf(words: string): string | undefined {
  return /\.(\w{1,12})$/.exec(words)?.[1];
}

// The first two levels are the page's own, and there is none below the sixth.
const [highest, lowest] = [3, 6];

/**
 * Lowers the headings of a body below those of the page. A level that nobody used above a heading is
 * left out, so that who goes from heading to heading misses nothing.
 */
export function lowerHeadings(tokens: readonly Token[]): void {
  const above: number[] = [];
  for (const token of tokens) {
    if (token.type === "heading_open") {
      const level = Number(token.tag.slice(1));
      while ((above.at(-1) ?? 0) >= level) above.pop();
      above.push(level);
    } else if (token.type !== "heading_close") continue;
    token.tag = `h${Math.min(highest + above.length - 1, lowest)}`;
  }
}

/** Shows the box before an item of a task list as a box. */
export function markTasks(tokens: readonly Token[], TokenClass: typeof Token): void {
  for (const [index, token] of tokens.entries()) {
    const first = token.children?.[0];
    if (token.type !== "inline" || tokens[index - 2]?.type !== "list_item_open") continue;
    const box = first?.type === "text" ? /^\[([ xX])\]\s/.exec(first.content) : null;
    if (!box || !first || !token.children) continue;
    first.content = first.content.slice(3);
    token.children.unshift(boxToken(box[1] !== " ", TokenClass));
    tokens[index - 2]?.attrSet("class", "task");
  }
}

function boxToken(isChecked: boolean, TokenClass: typeof Token): Token {
  const token = new TokenClass("box", "", 0);
  token.meta = { isChecked };
  return token;
}
