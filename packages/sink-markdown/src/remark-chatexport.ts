import type { Root } from "mdast";
import type { Plugin } from "unified";
import { lowered } from "./lower.js";
import type { References } from "./phrasing.js";
import { extension, quickExtension } from "./stringify.js";

declare module "mdast" {
  interface RootData {
    /** The sessions that a document can link to. */
    references?: References;
  }
}

/**
 * A remark plugin for the nodes of `documentTree`: it puts them in the terms of Markdown, and
 * teaches remark-stringify to write the two that Markdown lacks, `details` and `verbatim`. Plugins
 * after it find headings, paragraphs, lists and code as in any Markdown.
 */
export const remarkChatexport: Plugin<[], Root> = function () {
  const shared = this.data();
  shared.toMarkdownExtensions = [...(shared.toMarkdownExtensions ?? []), extension, quickExtension];
  return ({ children, data: { references = noReferences(), ...data } = {} }) => ({
    type: "root",
    children: lowered(children, references),
    data,
  });
};

function noReferences(): References {
  return { index: undefined, contained: new Set(), pages: new Map(), linked: new Set() };
}
