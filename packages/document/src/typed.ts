import { plainText, type TypedLine } from "./plain-text.js";
import { runsBy } from "./runs.js";
import { visible } from "./text.js";
import { countWords } from "./typed-words.js";

// Most prompts: a line in which nothing can be markup.
const words = /^\p{L}[\p{L}\p{N} ,.;:!?'"()/-]*$/u;

/**
 * The words that a person typed, as Markdown that looks as they did: mostly it is plain text. What
 * is code by its look is fenced, so that its spaces stay; people's own fences stay, and so does
 * what they wrote as Markdown.
 */
export function typedMarkdown(typed: string): string {
  if (words.test(typed)) return typed;
  const lines = linesOf(visible(typed));
  markCode(lines);
  const prose = lines.map(({ kind, text }) => (kind === "prose" ? text : "x")).join("\n");
  const isPlain = !isMarkdown(prose);
  return runsBy(lines, ({ kind }) => kind === "code")
    .map(({ key, items }) => {
      const text = items.map((line) => line.text).join("\n");
      if (key) return fenced(text);
      return isPlain ? plainText(items) : text;
    })
    .join("\n");
}

/** A text as code of Markdown, in a fence that it does not end. */
export function fenced(text: string, language = ""): string {
  const backticks = (text.match(/`{3,}/g) ?? []).map(({ length }) => length);
  const fence = "`".repeat(backticks.reduce((most, length) => Math.max(most, length + 1), 3));
  return `${fence}${language}\n${text}\n${fence}`;
}

function linesOf(text: string): TypedLine[] {
  let fence: string | undefined;
  return text.split("\n").map((line): TypedLine => {
    // Compilers underline mistakes with tildes, which begin further right than a fence may.
    const [, marks] = /^\s*(`{3,}|(?<=^ {0,3})~{3,})/.exec(line) ?? [];
    const isFence = marks?.startsWith(fence ?? "") === true;
    const kind = isFence || fence !== undefined ? "fenced" : "prose";
    if (isFence) fence = fence === undefined ? marks : undefined;
    return { text: line, kind };
  });
}

// Bold begins with a word: in "src/**/*.ts" nothing is bold. A comment in a file is no heading.
const bold = /(?:^|[\s(])\*\*[\p{L}\p{N}`"][^*\n]*\*\*/mu;
const headingApart = /(?:^|\n[ \t]*\n)#{1,6} [^\n]+\n[ \t]*\n/;

function isMarkdown(prose: string): boolean {
  return headingApart.test(prose) || bold.test(prose);
}

const indented = /^(?: {2}|\t)\s*\S/;
/** A space or two before the first line of a prompt are none that its author meant. */
const codeOfMarkdown = /^(?: {4}|\t)\s*\S/;

/** Marks what is code by its look: indented, or two lines and more, with what is between and right around them. */
function markCode(lines: readonly TypedLine[]): void {
  let run: number[] = [];
  const close = (): void => {
    const [first = 0, last = first] = [run[0], run.at(-1)];
    const isFirst = lines.slice(0, first).every(({ text }) => isBlank(text));
    const own = lines[first]?.text ?? "";
    if (run.length > 1 || (run.length > 0 && (isFirst ? codeOfMarkdown : indented).test(own)))
      for (const line of withEdges(lines, first, last)) line.kind = "code";
    run = [];
  };
  for (const index of codeLines(lines)) {
    const last = run.at(-1);
    if (last !== undefined && !isBridge(lines.slice(last + 1, index))) close();
    run.push(index);
  }
  close();
}

const diffStart = /^(?:diff --git |@@ -\d)/;
const inDiff = /^(?:[ +-]|index |\\|$)/;
const setting = /^\s+(?:- )?[a-z][\w.-]*:(?:\s|$)/;
const listItem =
  /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s|[・①-⑳]|\d{1,3}[、．）]|（\d{1,3}）|[一二三四五六七八九十]{1,3}、)/;

/** The indexes of lines that are code by their look alone. What is indented below an item belongs to it. */
function codeLines(lines: readonly TypedLine[]): number[] {
  let isInList = false;
  let isInDiff = false;
  return [...lines.keys()].filter((index) => {
    const { text, kind } = lines[index] ?? { text: "", kind: "prose" };
    if (kind !== "prose") return false;
    isInDiff = diffStart.test(text) || (isInDiff && inDiff.test(text));
    if (isInDiff) return !isBlank(text);
    if (listItem.test(text)) isInList = true;
    else if (!isBlank(text) && !indented.test(text)) isInList = false;
    return setting.test(text) || (!isInList && looksLikeCode(text));
  });
}

const inColumns = /\S(?: {3}|\t)\s*\S/;
const statement = /(?:[;{}[(]|\):|=>)$|^\s*(?:["']?[\w.-]+["']? ?= ?\S|"[\w.-]+":|[$%] |<\/?\w)/;

function looksLikeCode(text: string): boolean {
  if (isBlank(text) || edge.test(text) || text.startsWith("|")) return false;
  if (indented.test(text) || inColumns.test(text) || statement.test(text)) return true;
  const { all, words } = countWords(text.replace(/`[^`]*`/g, "x"));
  return all > 2 ? 2 * words <= all : words === 0;
}

// A person types "\" to go on in the next line.
function isBlank(text: string): boolean {
  return /^\s*\\?$/.test(text);
}

/** True when lines between two lines of code belong to it: few lines, or few words in each. */
function isBridge(lines: readonly TypedLine[]): boolean {
  if (lines.some(({ kind }) => kind === "fenced")) return false;
  if (lines.length <= 3 && !lines.some(({ text }) => isBlank(text))) return true;
  return lines.every(({ text }) => {
    const { pieces, all } = countWords(text);
    return (edge.test(text) ? pieces : all) <= 5;
  });
}

// Comments, rulers, keys of a file, and what is an empty line of a quotation or ends a tag.
const edge = /^(?:\s*(?:#|\/\/|-- |>\s*$)|([-=*_~])\1{2,}\s*$|["']?[\w.-]+["']?:(?: \S+)?$)/;

/** Lines with those right above and below them that are code beside code only. */
function withEdges(lines: readonly TypedLine[], first: number, last: number): TypedLine[] {
  const isEdge = (index: number): boolean => edge.test(lines[index]?.text ?? "");
  let [start, end] = [first, last];
  while (isEdge(start - 1)) start--;
  while (isEdge(end + 1)) end++;
  return lines.slice(start, end + 1);
}
