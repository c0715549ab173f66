import type { RootContent } from "mdast";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { Verbatim } from "./nodes.js";

const settings: Options = {
  bullet: "-",
  rule: "-",
  handlers: { verbatim: (node: Verbatim) => node.value },
};

const inConstruct = "phrasing" as const;

// An address would take escapes for its own. It is not followed further than this.
const untilEscape = "\\S{0,500}[*_<[\\]\\\\`&~!]";

// In words nothing is struck out, and no address swallows what belongs to the text.
const unsafeWords: NonNullable<Options["unsafe"]> = [
  { character: ":", before: "[PpSs]", after: `//(?=${untilEscape})`, inConstruct },
  { character: ".", before: "[Ww]{3}", inConstruct },
  { character: "@", before: "[\\w.+-]", after: "[\\w-]+\\.", inConstruct },
  { character: "~", inConstruct },
];

const stringify = writer();

/** A block as Markdown, without a line break at its end. */
export function blockMarkdown(block: RootContent): string {
  return stringify([block]).replace(/\n$/, "");
}

/** A writer that also escapes what is marked as unsafe. */
export function writer(unsafe: typeof unsafeWords = []): (blocks: RootContent[]) => string {
  const options = { ...settings, unsafe: [...unsafeWords, ...unsafe] };
  return (children) =>
    // Halves of characters cannot be written as UTF-8.
    toMarkdown({ type: "root", children }, options).toWellFormed();
}
