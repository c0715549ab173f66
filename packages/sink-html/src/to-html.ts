import { type Session, type SinkContext, withSubagents } from "@chatexport/core";
import {
  documentTree,
  inShort,
  longLimits,
  promptsOf,
  shownBranches,
  titleOf,
} from "@chatexport/document";
import { aboutMarkup } from "./about.js";
import { assetMarkup, placeAsset } from "./asset.js";
import { flow, type Piece } from "./blocks.js";
import { html } from "./escape.js";
import { Forks } from "./forks.js";
import { contentsMarkup, headerMarkup } from "./header.js";
import { type HtmlOptions, settingsOf } from "./options.js";
import { barMarkup, shellOf } from "./page.js";
import { processorWith } from "./page-processor.js";
import { toolbarMarkup } from "./toolbar.js";
import type { PageContext } from "./turn.js";

// Pieces are written together: one by one, the host would spend its time on handing them over.
const pieceCharacters = 65_536;

/**
 * A session as one page. Images are in it; of other files it says the names. Plugins must not be
 * asynchronous; the sink takes others, too.
 */
export function toHtml(session: Session, options: HtmlOptions = {}): string {
  const settings = settingsOf(options);
  const { rehypePlugins, packagesFrom } = settings;
  let page = "";
  for (const piece of piecesOf(session, settings))
    page += "markup" in piece ? piece.markup : assetMarkup(piece).markup;
  if (rehypePlugins.length === 0) return page;
  return String(processorWith(rehypePlugins, packagesFrom).processSync(page));
}

/**
 * Renders a session in pieces, with plugins in one; throws when the host aborts, so that no half is
 * taken for all.
 */
export async function* render(
  session: Session,
  settings: Required<HtmlOptions>,
  context: SinkContext,
): AsyncGenerator<string> {
  const { rehypePlugins, packagesFrom } = settings;
  const enough = rehypePlugins.length > 0 ? Number.POSITIVE_INFINITY : pieceCharacters;
  let waiting = "";
  for (const piece of piecesOf(session, settings, context.index)) {
    const { markup } = "markup" in piece ? piece : assetMarkup(await placeAsset(piece, context));
    waiting += markup;
    if (waiting.length < enough) continue;
    context.signal.throwIfAborted();
    yield waiting;
    waiting = "";
  }
  if (rehypePlugins.length > 0) {
    waiting = String(await processorWith(rehypePlugins, packagesFrom).process(waiting));
    context.signal.throwIfAborted();
  }
  yield waiting;
}

function* piecesOf(
  session: Session,
  settings: Required<HtmlOptions>,
  index?: string,
): Generator<Piece> {
  const branches = shownBranches(session, settings.branches);
  const page: PageContext = {
    index,
    contained: new Set([...withSubagents(session)].map(({ id }) => id)),
    forks: new Forks({ ...session, branches }),
    headings: { count: 0 },
    clock: { shown: undefined },
    asked: { first: undefined, last: undefined },
    images: { all: 0, here: 0, prompt: undefined, place: "" },
    timezone: settings.timezone,
  };
  const prompts = promptsOf(session);
  const title = titleOf(session);
  const shell = shellOf({ kind: "session", title, description: inShort(session) });
  yield shell.start;
  yield html`<a class="skip" href="#conversation">Skip to the conversation</a>\n`;
  yield barMarkup(toolbarMarkup(branches));
  yield html`<div class="layout">\n${headerMarkup(session, settings, prompts, page)}${contentsMarkup(prompts)}`;
  yield html`${aboutMarkup(session, settings)}<main id="conversation">\n`;
  yield* flow(documentTree(session, settings, longLimits), page);
  yield html`</main>\n</div>\n`;
  yield shell.end;
}
