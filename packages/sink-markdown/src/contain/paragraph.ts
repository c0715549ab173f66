import { containInline, lineBreak } from "./inline.js";
import { isFootnoteDefinition } from "./lines.js";
import { looksLikeDelimiters, splitCells } from "./table.js";

/** A line of a paragraph: the text before its first visible character, and the rest. */
export interface TextLine {
  prefix: string;
  text: string;
  /** It is indented so far that it can only go on with a paragraph. */
  isDeep: boolean;
}

/** The lines of a paragraph, harmless. */
export function containParagraph(lines: readonly TextLine[]): string[] {
  const text = lines.map((line) => line.text).join("\n");
  const contained = containInline(withoutDefinition(text));
  if (contained === text && lines.every((line) => beginsPlainly(line.text)))
    return lines.map((line) => line.prefix + line.text);
  const [first = "", ...others] = contained.split("\n");
  const result = [(lines[0]?.prefix ?? "") + (looksLikeDelimiters(first) ? `\\${first}` : first)];
  let isBroken = first.endsWith(lineBreak);
  for (const [index, own] of others.entries()) {
    const prefix = lines[index + 1]?.prefix ?? "";
    if (!mayInterrupt(own)) result.push(prefix + own);
    else if (isBroken) result.push(prefix + escapeStart(own));
    // Within a code span nothing can be escaped, but in the middle of a line nothing begins either.
    else result.push(`${result.pop()} ${own}`);
    isBroken = own.endsWith(lineBreak);
  }
  return result.map((line) => (line.endsWith(lineBreak) ? `${withoutBreak(line)}\\` : line));
}

// A number cannot be escaped, but what follows it.
function escapeStart(line: string): string {
  return line.replace(/^\d*/, "$&\\");
}

function withoutBreak(line: string): string {
  return line.endsWith(lineBreak) ? line.slice(0, -lineBreak.length) : line;
}

/** True when a line begins with a letter, as only text does. */
export function beginsPlainly(line: string): boolean {
  return /^[a-z\u00c0-\ud7ff]/i.test(line);
}

/** True when a line of a paragraph could be taken for something else, by some reader or when joined. */
function mayInterrupt(line: string): boolean {
  return (
    htmlBlock.test(line) ||
    isFootnoteDefinition(line, 0) ||
    looksLikeDelimiters(line) ||
    emptyItem.test(line)
  );
}

const htmlBlock = /^<(?:[!?/]|[a-z][a-z0-9-]*(?:[ \t/>]|$))/i;
const emptyItem = /^(?:[-+*]|\d{1,9}[.)])[ \t]*$/;

/** A heading of our depth, in one line, made of a paragraph that was underlined. */
export function containHeading(lines: readonly TextLine[], level: number): string {
  const own = containInline(lines.map((line) => line.text).join("\n")).split("\n");
  const text = own.map(withoutBreak).join(" ");
  const visible = text.replace(/(^|[ \t])(#+[ \t]*)$/, "$1\\$2");
  return `${lines[0]?.prefix ?? ""}${"#".repeat(depthOf(level))} ${visible}`;
}

/** A row of a table, harmless. */
export function containRow(line: TextLine): string {
  const cells = splitCells(withoutFootnote(line.text));
  return line.prefix + cells.map(containInline).join("|");
}

/** The depth of a heading of a body: the first three are the document's own. */
export function depthOf(level: number): number {
  return Math.min(level + 3, 6);
}

// `[label]: url` may begin a paragraph only.
function withoutDefinition(text: string): string {
  if (!text.startsWith("[")) return text;
  for (let index = 1; index < text.length; index++) {
    const character = text[index];
    if (character === "\\") index++;
    else if (character === "[") return text;
    else if (character === "]") return text[index + 1] === ":" ? `\\${text}` : text;
  }
  return text;
}

function withoutFootnote(text: string): string {
  return isFootnoteDefinition(text, 0) ? `\\${text}` : text;
}
