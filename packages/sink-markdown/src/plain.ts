import type { Code, ListItem, PhrasingContent, RootContent } from "mdast";
import type { Verbatim } from "./nodes.js";

/**
 * A block as Markdown, where that is plain to see: code, what is written as it is, and words in which
 * nothing can be taken for markup. It is what the library writes, which takes longer; undefined
 * for what is left to it.
 */
export function plainMarkdown(block: RootContent): string | undefined {
  switch (block.type) {
    case "verbatim":
    case "html":
      return block.value;
    case "code":
      return fenced(block);
    case "heading":
      return plainHeading(block.depth, block.children);
    case "paragraph":
      return plainLine(block.children);
    case "blockquote":
      return quote(block.children);
    case "list":
      return block.ordered || block.spread ? undefined : items(block.children);
    default:
      return undefined;
  }
}

function fenced({ value, lang, meta }: Code): string | undefined {
  if (meta || (lang && !/^[a-z0-9]+$/.test(lang))) return undefined;
  const fence = fenceAround(value);
  return `${fence}${lang ?? ""}\n${value && `${value}\n`}${fence}`;
}

/** A fence that is longer than all backticks in a row in a text. */
function fenceAround(text: string): string {
  if (!text.includes("```")) return "```";
  let longest = 0;
  for (const [backticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, backticks.length);
  return "`".repeat(longest + 1);
}

/** Items of a line each, behind a box where they have one. */
function items(all: readonly ListItem[]): string | undefined {
  const lines: string[] = [];
  for (const { checked, children, spread } of all) {
    const [only] = children;
    if (spread || children.length !== 1 || only?.type !== "paragraph") return undefined;
    const line = plainLine([...boxOf(checked), ...only.children]);
    if (line === undefined) return undefined;
    lines.push(`- ${line}`);
  }
  return lines.join("\n");
}

/** The box before an item that has one. */
export function boxOf(checked: ListItem["checked"]): Verbatim[] {
  if (typeof checked !== "boolean") return [];
  return [{ type: "verbatim", value: checked ? "[x] " : "[ ] " }];
}

/** A quotation of one line. */
function quote(children: readonly RootContent[]): string | undefined {
  const [only] = children;
  const line = only?.type === "paragraph" ? plainLine(only.children) : undefined;
  return children.length > 1 || line === undefined ? undefined : `> ${line}`;
}

function plainHeading(depth: number, children: readonly PhrasingContent[]): string | undefined {
  const words = plainWords(children);
  // Number signs at the end belong to the heading, white space at the ends to nothing.
  if (words === undefined || !/^[^ ].*[^ #]$/.test(words)) return undefined;
  return `${"#".repeat(depth)} ${words}`;
}

/** Words that begin a line, where a mark could begin a block. */
function plainLine(children: readonly PhrasingContent[]): string | undefined {
  const words = plainWords(children);
  if (words === undefined || words.endsWith(" ")) return undefined;
  return /^[\p{L}`*]/u.test(words) || children[0]?.type === "verbatim" ? words : undefined;
}

function plainWords(children: readonly PhrasingContent[]): string | undefined {
  let words = "";
  for (const [index, child] of children.entries()) {
    const own = plainPhrase(child, children[index + 1]);
    if (own === undefined) return undefined;
    words += own;
  }
  return words;
}

function plainPhrase(
  phrase: PhrasingContent,
  next: PhrasingContent | undefined,
): string | undefined {
  switch (phrase.type) {
    case "verbatim":
      return phrase.value;
    case "text":
      return mayBeMarkup.test(phrase.value) ? undefined : phrase.value.replace(marks, "\\$&");
    case "inlineCode":
      return isCode.test(phrase.value) ? `\`${phrase.value}\`` : undefined;
    case "strong": {
      // The library marks neighbours with other characters.
      if (next?.type === "strong") return undefined;
      const words = plainWords(phrase.children);
      const isApart = !next || (next.type === "text" && next.value.startsWith(" "));
      const canClose = isApart ? isSentence : isWord;
      return words !== undefined && canClose.test(words) ? `**${words}**` : undefined;
    }
    default:
      return undefined;
  }
}

/** Characters that can be markup or part of an address, according to what is around them. */
const mayBeMarkup = /[\n\r!&<@\\\]_]|[ps]:\/|www\./i;

/** Characters that are escaped everywhere. */
const marks = /[*[`~]/g;

// Backticks ask for more of them, white space at both ends for more of it.
const isCode = /^(?! )[^\n\r`]+$/;

// Next to white space or punctuation, stars may not open and close.
const isWord = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u;

// Before white space, they may also close after punctuation.
const isSentence = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}.,:;?)])?$/u;
