import type { PhrasingContent } from "mdast";
import { type Block, html, inlineCode, text } from "./block.js";
import { oneLine } from "./line.js";

const longest = 200;

/** One line that says what a fold holds or what a tool did. */
export interface Line {
  lead: string;
  /** What it is about, in code. */
  code?: string;
  /** What it is about, in words. */
  words?: string;
  /** What came of it, after a dash. */
  outcome?: string;
}

/** Blocks that are shown when the reader opens the line; without blocks, just the line. */
export function* fold(line: Line, blocks: Iterable<Block>): Generator<Block> {
  let opened = false;
  for (const block of blocks) {
    if (!opened) yield html(`<details><summary>${htmlOf(line)}</summary>`);
    opened = true;
    yield block;
  }
  yield opened ? html("</details>") : { type: "paragraph", children: phrasingOf(line) };
}

/** The line as Markdown. */
export function phrasingOf({ lead, code, words, outcome }: Line): PhrasingContent[] {
  const children: PhrasingContent[] = [text(words ? `${lead}: ${oneLine(words, longest)}` : lead)];
  if (code) children.push(text(": "), inlineCode(oneLine(code, longest)));
  if (outcome) children.push(text(` — ${oneLine(outcome, longest)}`));
  return children;
}

function htmlOf({ lead, code, words, outcome }: Line): string {
  const subject = code
    ? `: <code>${escapeHtml(code)}</code>`
    : words
      ? `: ${escapeHtml(words)}`
      : "";
  return `${escapeHtml(lead)}${subject}${outcome ? ` — ${escapeHtml(outcome)}` : ""}`;
}

function escapeHtml(text: string): string {
  return oneLine(text, longest).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
