import type { RootContent } from "mdast";
import remarkStringify, { type Options } from "remark-stringify";
import { unified } from "unified";
import type { Verbatim } from "./block.js";

const settings: Options = {
  bullet: "-",
  rule: "-",
  handlers: { verbatim: (node: Verbatim) => node.value },
};

/** Blocks as Markdown that ends in a line break. */
export const stringify = writer();

/** A writer that also escapes what is marked as unsafe. */
export function writer(unsafe: Options["unsafe"] = []): (blocks: RootContent[]) => string {
  const processor = unified()
    .use(remarkStringify, { ...settings, unsafe })
    .freeze();
  return (children) => processor.stringify({ type: "root", children });
}
