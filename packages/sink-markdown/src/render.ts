import { type Session, type SinkContext, withSubagents } from "@chatexport/core";
import { documentTree, parentOf, titleOf } from "@chatexport/document";
import type { Blockquote, Link, Root, RootContent } from "mdast";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { placeAssets } from "./asset.js";
import { frontMatter } from "./front-matter.js";
import { wouldMerge } from "./lower.js";
import { heading, html, paragraph, remark, sectionTitle, text } from "./nodes.js";
import type { MarkdownOptions } from "./options.js";
import { phrasing, type References, sessionReference } from "./phrasing.js";
import { remarkChatexport } from "./remark-chatexport.js";
import { settings as stringifySettings } from "./stringify.js";
import { type SubagentPage, writeSubagentPages } from "./subagent-pages.js";

// As the host names the document in a folder; see `SinkContext.page`.
const documentUrl = "index.md";

// Each page waits for those below it; what is deeper stands in the last one.
const deepestPage = 50;

// Turns are handed over together: one by one, the host would spend its time on taking them.
const pieceCharacters = 65_536;

/** Puts a part of a document in the terms of Markdown and writes it. */
const processor = unified().use(remarkChatexport).use(remarkStringify, stringifySettings).freeze();

/**
 * Renders a session in pieces, a sub-agent on its page in the folder of the whole session; throws
 * when the host aborts, so that no half is taken for all.
 */
export async function* render(
  session: Session,
  settings: Required<MarkdownOptions>,
  context: SinkContext,
  above: readonly Session[] = [],
): AsyncGenerator<string> {
  const [whole] = above;
  const layout = above.length < deepestPage ? settings.layout : "file";
  const split = { ...settings, layout };
  const { pages, rest } = await writeSubagentPages(session, split, context, (subagent) =>
    render(subagent, settings, context, [...above, session]),
  );
  yield frontMatter(session);
  const references: References = {
    index: context.index,
    contained: new Set([...withSubagents(whole ?? session)].map(({ id }) => id)),
    pages: urlsOf(pages, whole),
    linked: new Set(),
  };
  let waiting = "";
  for await (const markdown of markdownOf(
    partsOf(rest, whole, settings, pages, references),
    references,
    context,
  )) {
    waiting += `\n${markdown}`;
    if (waiting.length < pieceCharacters) continue;
    context.signal.throwIfAborted();
    yield waiting.toWellFormed();
    waiting = "";
  }
  // Halves of characters cannot be written as UTF-8.
  if (waiting !== "") yield waiting.toWellFormed();
}

/** Each part as Markdown that ends in a line break. */
async function* markdownOf(
  parts: Iterable<RootContent>,
  references: References,
  context: SinkContext,
): AsyncGenerator<string> {
  let last: RootContent | undefined;
  for (const part of parts) {
    await placeAssets([part], context);
    const root: Root = { type: "root", children: [part], data: { references } };
    const { children } = processor.runSync(root);
    // What Markdown would take for one list or one code block.
    if (wouldMerge(last, children[0])) children.unshift(html("<!-- -->"));
    last = children.at(-1) ?? last;
    if (children.length > 0) yield processor.stringify({ type: "root", children });
  }
}

/** The document from its title to its end. */
function* partsOf(
  session: Session,
  whole: Session | undefined,
  settings: Required<MarkdownOptions>,
  pages: ReadonlyMap<string, SubagentPage>,
  references: References,
): Generator<RootContent> {
  yield heading(1, titleOf(session));
  if (whole) yield wayBack(whole);
  else if (session.parent) yield remark(...phrasing(parentOf(session.parent), references));
  yield* documentTree(session, settings);
  const others = [...pages].filter(([id]) => !references.linked.has(id));
  if (others.length > 0) yield sectionTitle("Sub-agents", false);
  for (const [id, { title }] of others)
    yield paragraph(text(`${title} `), sessionReference(id, references));
}

function urlsOf(
  pages: ReadonlyMap<string, SubagentPage>,
  whole: Session | undefined,
): ReadonlyMap<string, string> {
  const urls = new Map([...pages].map(([id, { url }]) => [id, url]));
  if (whole) urls.set(whole.id, documentUrl);
  return urls;
}

function wayBack(whole: Session): Blockquote {
  const link: Link = { type: "link", url: documentUrl, children: [text(titleOf(whole))] };
  return remark(text("Sub-agent of "), link);
}
