import type { RootContent } from "mdast";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import type { Verbatim } from "./block.js";

const processor = unified()
  .use(remarkStringify, {
    bullet: "-",
    rule: "-",
    handlers: { verbatim: (node: Verbatim) => node.value },
  })
  .freeze();

/** Blocks as Markdown that ends in a line break. */
export function stringify(blocks: RootContent[]): string {
  return processor.stringify({ type: "root", children: blocks });
}
