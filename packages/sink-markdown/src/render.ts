import type { Session, SinkContext } from "@chatexport/core";
import { documentTree, titleOf } from "@chatexport/document";
import type { Blockquote, Link, RootContent } from "mdast";
import { placeFiles } from "./asset.js";
import { paragraph, remark, sectionTitle, text } from "./nodes.js";
import type { MarkdownOptions } from "./options.js";
import { head, limitsOf, partLowerer, partMarkdown, processorWith, referencesOf } from "./parts.js";
import { type References, sessionReference } from "./phrasing.js";
import { type SubagentPage, writeSubagentPages } from "./subagent-pages.js";

// As the host names the document in a folder; see `SinkContext.page`.
const documentUrl = "index.md";

// Each page waits for those below it; what is deeper stands in the last one.
const deepestPage = 50;

// Turns are handed over together: one by one, the host would spend its time on taking them.
const pieceCharacters = 65_536;

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
  const references = referencesOf(whole ?? session, context.index, urlsOf(pages, whole));
  const lower = partLowerer(references, settings);
  const parts = chained(
    head(session, settings, references, whole && wayBack(whole)),
    documentTree(rest, settings, limitsOf(settings)),
    otherPages(pages, references),
  );
  const isFolder = settings.layout === "folder" && context.page !== undefined;
  const hasPlugins = settings.remarkPlugins.length > 0;
  const all: RootContent[] = [];
  let waiting = "";
  for (const part of parts) {
    await placeFiles(part, context, isFolder);
    const nodes = lower(part);
    if (!hasPlugins) waiting += partMarkdown(nodes);
    else for (const node of nodes) all.push(node);
    if (waiting.length < pieceCharacters) continue;
    context.signal.throwIfAborted();
    yield waiting.toWellFormed();
    waiting = "";
  }
  if (hasPlugins) {
    const processor = processorWith(settings);
    const root = await processor.run({ type: "root", children: all });
    context.signal.throwIfAborted();
    waiting = processor.stringify(root);
  }
  // Halves of characters cannot be written as UTF-8.
  if (waiting !== "") yield waiting.toWellFormed();
}

function* chained<T>(...all: Iterable<T>[]): Generator<T> {
  for (const each of all) yield* each;
}

/** Links to the pages of sub-agents to which no call leads; they are known once all calls are written. */
function* otherPages(
  pages: ReadonlyMap<string, SubagentPage>,
  references: References,
): Generator<RootContent> {
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
