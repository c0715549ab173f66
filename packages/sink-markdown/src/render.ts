import { type Session, type SinkContext, withSubagents } from "@chatexport/core";
import { documentOf, titleOf } from "@chatexport/document";
import type { Blockquote, Link, RootContent } from "mdast";
import { flatten } from "./flatten.js";
import { frontMatter } from "./front-matter.js";
import { heading, remark, text } from "./nodes.js";
import type { MarkdownOptions } from "./options.js";
import { phrasing } from "./phrasing.js";
import { pieces } from "./pieces.js";
import { type SubagentPage, withPageLinks, writeSubagentPages } from "./subagent-pages.js";

// As the host names the document in a folder; see `SinkContext.page`.
const documentUrl = "index.md";

// Each page waits for those below it; what is deeper stands in the last one.
const deepestPage = 50;

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
  const { title, parent, blocks } = documentOf(rest, settings);
  const contained = new Set([...withSubagents(whole ?? session)].map(({ id }) => id));
  const references = { index: context.index, contained, pages: urlsOf(pages, whole) };
  const head: RootContent[] = [heading(1, title)];
  if (whole) head.push(wayBack(whole));
  else if (parent) head.push(remark(...phrasing(parent, references)));
  yield* pieces(below(head, flatten(withPageLinks(blocks, pages), references)), context);
}

function* below<T>(head: Iterable<T>, rest: Iterable<T>): Generator<T> {
  yield* head;
  yield* rest;
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
