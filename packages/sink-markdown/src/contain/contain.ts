import { visible } from "@chatexport/document";
import { Blocks } from "./blocks.js";

/** A body that fits into a document of ours, between blank lines. */
export interface Contained {
  value: string;
  /** It ends in a list or in indented code, which an indented line or an item would go on with. */
  open: boolean;
}

/**
 * Makes untrusted Markdown harmless: its headings are below ours, it holds no HTML, no definitions,
 * no images and no dangerous links, and nothing in it reaches beyond its end. All visible
 * characters stay, and code is left as it is. The time is in proportion to the length.
 */
export function contain(body: string): Contained {
  const blocks = new Blocks();
  const text = visible(body);
  for (const line of withoutLastBreak(text).split("\n")) blocks.line(line);
  const { open } = blocks;
  return { value: trimBlankLines(blocks.end()).join("\n"), open };
}

// The last line break of a text ends its last line; only further ones make blank lines.
function withoutLastBreak(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

function trimBlankLines(lines: string[]): string[] {
  const isText = (line: string) => /[^ \t]/.test(line);
  const first = lines.findIndex(isText);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}
