import { containInline, startsHtml } from "./inline.js";
import { isFootnoteDefinition } from "./lines.js";
import { splitCells } from "./table.js";

/** A line of a paragraph: what stands before its first visible character, and the rest. */
export interface TextLine {
  prefix: string;
  text: string;
  /** It is indented so far that it can only go on with a paragraph. */
  deep: boolean;
  /** As many spaces before it make it deep. */
  margin: number;
}

/** The lines of a paragraph, harmless. */
export function containParagraph(lines: readonly TextLine[]): string[] {
  const text = lines.map((line) => line.text).join("\n");
  const contained = containInline(withoutDefinition(text)).split("\n");
  return lines.map((line, index) => {
    const own = contained[index] ?? "";
    // Within a code span nothing can be escaped, but as a deeply indented line it is only text.
    const opensBlock = index > 0 && (startsHtml(own, 0) || isFootnoteDefinition(own, 0));
    return line.prefix + (opensBlock && !line.deep ? " ".repeat(line.margin) : "") + own;
  });
}

/** A heading of our depth, in one line, made of a paragraph that was underlined. */
export function containHeading(lines: readonly TextLine[], level: number): string {
  const text = containInline(lines.map((line) => line.text).join(" "));
  const visible = text.replace(/(^|[ \t])(#+[ \t]*)$/, "$1\\$2");
  return `${lines[0]?.prefix ?? ""}${"#".repeat(depthOf(level))} ${visible}`;
}

/** A row of a table, harmless. */
export function containRow(line: TextLine): string {
  const cells = splitCells(withoutFootnote(line.text));
  return line.prefix + cells.map(containInline).join("|");
}

/** The depth at which a heading of a body stands: the first three are the document's own. */
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
