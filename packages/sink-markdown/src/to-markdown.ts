import { type Session, withSubagents } from "@chatexport/core";
import { documentTree, parentOf, summaryOf, titleOf } from "@chatexport/document";
import type { Root, RootContent } from "mdast";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { frontMatter } from "./front-matter.js";
import { apart, wouldMerge } from "./lower.js";
import { heading, paragraph, remark, text } from "./nodes.js";
import { type MarkdownOptions, settingsOf } from "./options.js";
import { phrasing, type References } from "./phrasing.js";
import { remarkChatexport } from "./remark-chatexport.js";
import { settings } from "./stringify.js";

export { type References, remarkChatexport };

/** What every part of a document goes through. */
const processor = unified().use(remarkChatexport).use(remarkStringify, settings).freeze();

/** A session as one Markdown document. Small images are in it; of other files it says the names. */
export function toMarkdown(session: Session, options: MarkdownOptions = {}): string {
  const references = referencesOf(session);
  const write = partWriter(references);
  let markdown = frontMatter(session);
  for (const part of head(session, references)) markdown += write(part);
  for (const part of documentTree(session, settingsOf(options))) markdown += write(part);
  return markdown.toWellFormed();
}

/** Writes the parts of a document in their order: each as Markdown below a blank line. */
export function partWriter(references: References): (part: RootContent) => string {
  let last: RootContent | undefined;
  return (part) => {
    const root: Root = { type: "root", children: [part], data: { references } };
    const { children } = processor.runSync(root);
    if (children.length === 0) return "";
    if (wouldMerge(last, children[0])) children.unshift(apart());
    last = children.at(-1);
    return `\n${processor.stringify({ type: "root", children })}`;
  };
}

/** The title of a document, which session its own came out of, and what came of it. */
export function* head(
  session: Session,
  references: References,
  origin: RootContent | undefined = originOf(session, references),
): Generator<RootContent> {
  yield heading(1, titleOf(session));
  if (origin) yield origin;
  const facts = summaryOf(session);
  if (facts.length > 0) yield paragraph(text(facts.join(" · ")));
}

function originOf({ parent }: Session, references: References): RootContent | undefined {
  return parent && remark(...phrasing(parentOf(parent), references));
}

/** The sessions that the document of a session can link to. */
export function referencesOf(
  whole: Session,
  index?: string,
  pages: ReadonlyMap<string, string> = new Map(),
): References {
  const contained = new Set([...withSubagents(whole)].map(({ id }) => id));
  return { index, contained, pages, linked: new Set() };
}
