import { type Session, withSubagents } from "@chatexport/core";
import {
  type Limits,
  marksIn,
  parentOf,
  shortLimits,
  summaryOf,
  titleOf,
} from "@chatexport/document";
import type { PhrasingContent, Root, RootContent } from "mdast";
import remarkStringify from "remark-stringify";
import { type PluggableList, unified } from "unified";
import { bodyPlugins } from "./bodies.js";
import { contextLimits, unfolded, withoutHtml } from "./context.js";
import { frontMatter } from "./front-matter.js";
import { apart, wouldMerge } from "./lower.js";
import { heading, paragraph, remark, text } from "./nodes.js";
import type { MarkdownOptions } from "./options.js";
import { parsers } from "./parsers.js";
import { phrasing, type References } from "./phrasing.js";
import { remarkChatexport } from "./remark-chatexport.js";
import { settings, withoutPositions } from "./stringify.js";

/** The processor of every part of a document without plugins of other people. */
const processor = unified()
  .data("toMarkdownExtensions", [withoutPositions])
  .use(remarkChatexport)
  .use(remarkStringify, settings)
  .freeze();

/** Puts the parts of a document, in their order, in the terms of Markdown. */
export function partLowerer(
  references: References,
  { profile }: Pick<Required<MarkdownOptions>, "profile">,
): (part: RootContent) => RootContent[] {
  const isContext = profile === "context";
  let last: RootContent | undefined;
  return (part) => {
    const parts = isContext ? unfolded(part) : [part];
    const root: Root = { type: "root", children: parts, data: { references } };
    const { children } = processor.runSync(root);
    if (wouldMerge(last, children[0])) children.unshift(apart());
    last = children.at(-1) ?? last;
    return isContext ? withoutHtml(children) : children;
  };
}

/** A lowered part as Markdown, below a blank line if others are before it. */
export function partMarkdown(children: RootContent[]): string {
  if (children.length === 0) return "";
  const isFirst = children[0]?.type === "yaml";
  return `${isFirst ? "" : "\n"}${processor.stringify({ type: "root", children })}`;
}

/**
 * The processor of a lowered document with plugins, as a whole. Each has a processor of its own, so
 * that what a plugin keeps of one document is in no other.
 */
export function processorWith({
  remarkPlugins,
  bodies,
  packagesFrom,
}: Pick<Required<MarkdownOptions>, "remarkPlugins" | "bodies" | "packagesFrom">): typeof processor {
  const { open, close } = bodyPlugins();
  const opening = bodies === "parsed" ? [...parsers(packagesFrom), open] : [];
  return unified()
    .use(remarkChatexport)
    .use(opening)
    .use([...remarkPlugins, close] as PluggableList)
    .use(remarkStringify, settings)
    .freeze();
}

/** The amount of long texts that a document shows. */
export function limitsOf({ profile }: Pick<Required<MarkdownOptions>, "profile">): Limits {
  return profile === "context" ? contextLimits : shortLimits;
}

/** Front matter, title, which session the document's own came out of, and what came of it. */
export function* head(
  session: Session,
  settings: Required<MarkdownOptions>,
  references: References,
  origin: RootContent | undefined = originOf(session, references),
): Generator<RootContent> {
  yield frontMatter(session, settings);
  yield heading(1, titleOf(session));
  if (origin) yield origin;
  const facts = summaryOf(session);
  if (facts.length === 0) return;
  const addresses = new Map(marksIn(session).map(({ words, url }) => [words, url]));
  const words = facts.flatMap((fact, index): PhrasingContent[] => {
    const url = addresses.get(fact);
    const said: PhrasingContent =
      url === undefined ? text(fact) : { type: "link", url, children: [text(fact)] };
    return index > 0 ? [text(" · "), said] : [said];
  });
  yield paragraph(...words);
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
